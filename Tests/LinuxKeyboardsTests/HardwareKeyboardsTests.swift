import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation
import Testing

@testable import LinuxKeyboards

/// The hint whether a hardware keyboard is attached.
@MainActor
struct HardwareKeyboardsTests {
    private func keyboards(in tree: DeviceTree) -> HardwareKeyboards {
        HardwareKeyboards(tree: tree.path, socket: nil, scheduler: ManualScheduler())
    }

    // MARK: What looks like a keyboard

    @Test(arguments: [
        DeviceRecord.builtIn, DeviceRecord.usb, DeviceRecord.smallKeyboard, DeviceRecord.bluetooth,
    ])
    func aKeyboardIsPresent(record: String) throws {
        let keyboards = keyboards(in: try DeviceTree(DeviceRecord.powerButton, record, DeviceRecord.mouse))
        #expect(keyboards.isPresent)
        #expect(keyboards.devices.map(\.looksLikeKeyboard) == [true])
    }

    @Test(arguments: [
        DeviceRecord.securityKey, DeviceRecord.scanner, DeviceRecord.cardReader, DeviceRecord.keysOfMouse,
        DeviceRecord.controller, DeviceRecord.gamingMouse, DeviceRecord.ofProgram,
    ])
    func aDeviceWithAllKeysIsNoKeyboard(record: String) throws {
        let keyboards = keyboards(in: try DeviceTree(record))
        #expect(!keyboards.isPresent)
        #expect(keyboards.devices.map(\.looksLikeKeyboard) == [false], "the app can decide otherwise")
    }

    @Test(arguments: [DeviceRecord.powerButton, DeviceRecord.mouse])
    func aDeviceWithoutLettersIsNotListed(record: String) throws {
        #expect(keyboards(in: try DeviceTree(record)).devices.isEmpty)
    }

    /// The security key and the small keyboard have equal capabilities.
    @Test func capabilitiesDoNotDecide() throws {
        func capabilities(_ record: String) -> [Substring] {
            record.split(separator: "\n").filter { $0.hasPrefix("B:") }
        }
        #expect(capabilities(DeviceRecord.securityKey) == capabilities(DeviceRecord.smallKeyboard))
    }

    @Test(arguments: [(3, true), (10, true), (31, true), (11, false), (30, false)])
    func theFirmwareOfATabletDeclaresAKeyboard(chassisType: Int, isPresent: Bool) throws {
        let tree = try DeviceTree(DeviceRecord.builtIn, chassisType: chassisType)
        #expect(keyboards(in: tree).isPresent == isPresent)
    }

    @Test func aFoldedLaptopInhibitsItsKeyboard() throws {
        let tree = try DeviceTree(DeviceRecord.builtIn)
        try tree.write("1\n", to: "devices/platform/i8042/serio0/input/input4/inhibited")
        #expect(!keyboards(in: tree).isPresent)
    }

    // MARK: Trees of any content

    @Test func aMissingTreeHasNoDevices() {
        let keyboards = HardwareKeyboards(tree: "/nonexistent", socket: nil, scheduler: ManualScheduler())
        #expect(!keyboards.isPresent && keyboards.devices.isEmpty)
    }

    @Test func aVanishedDeviceIsSkipped() throws {
        let tree = try DeviceTree(DeviceRecord.usb)
        try FileManager.default.removeItem(atPath: "\(tree.path)/devices/pci0000:00")
        #expect(keyboards(in: tree).devices.isEmpty)
    }

    @Test(arguments: ["", "xyz", "-1 -1", "fffffffffffffffffffff", String(repeating: "f ", count: 100_000), "\0"])
    func bitsOfAnyTextAreRead(text: String) throws {
        let tree = try DeviceTree(DeviceRecord.usb)
        for file in ["capabilities/key", "capabilities/ev", "id/bustype", "id/vendor"] {
            try tree.write(text, to: "devices/pci0000:00/0000:00:14.0/usb3/3-10/3-10:1.0/input/input6/\(file)")
        }
        _ = keyboards(in: tree)
    }

    @Test func aNameIsEscapedAndBounded() throws {
        let tree = try DeviceTree(DeviceRecord.usb)
        let name = "\u{1B}[2J" + String(repeating: "a", count: 10_000)
        try tree.write(name, to: "devices/pci0000:00/0000:00:14.0/usb3/3-10/3-10:1.0/input/input6/name")
        let device = try #require(keyboards(in: tree).devices.first)
        #expect(device.name.hasPrefix("\\u{1B}[2Ja") && device.name.unicodeScalars.count == 100)
    }

    // MARK: Changes

    @Test func theClosureOfTheAppDecides() throws {
        let tree = try DeviceTree(DeviceRecord.usb, DeviceRecord.scanner)
        let settings = Settings()
        let keyboards = HardwareKeyboards(tree: tree.path, socket: nil, scheduler: ManualScheduler()) {
            settings.permittedVendors.contains($0.vendor)
        }
        #expect(keyboards.isPresent)
        settings.permittedVendors = []
        keyboards.update()
        #expect(!keyboards.isPresent)
        #expect(keyboards.devices.map(\.vendor) == [0x05e0, 0x0603])
    }

    private final class Settings {
        var permittedVendors: Set<UInt16> = [0x05e0]
    }

    @Test func anUpdateWithoutAChangeNotifiesNoObserver() throws {
        let tree = try DeviceTree(DeviceRecord.usb)
        let keyboards = keyboards(in: tree)
        let changes = Counter()
        withObservationTracking {
            _ = (keyboards.isPresent, keyboards.devices)
        } onChange: {
            changes.add()
        }
        keyboards.update()
        #expect(changes.count == 0)
        try tree.remove("input6")
        keyboards.update()
        #expect(changes.count == 1)
    }

    private final class Counter: Sendable {
        @MainActor private(set) var count = 0
        nonisolated func add() { MainActor.assumeIsolated { count += 1 } }
    }

    /// The events have the form in which the kernel sends them.
    @Test(arguments: [
        (["add@/devices/x/input/input6", "ACTION=add", "SUBSYSTEM=input"], true),
        (["remove@/devices/x/input/input6/event3", "ACTION=remove", "SUBSYSTEM=input", "SEQNUM=9"], true),
        (["add@/devices/x/block/sda", "ACTION=add", "SUBSYSTEM=block"], false),
        (["add@/devices/x", "NAME=SUBSYSTEM=input", "SUBSYSTEM=inputs"], false), (["\u{1B}\u{FFFF}"], false),
    ])
    func eventsOfTheKernelCauseOneUpdate(lines: [String], isUpdated: Bool) async throws {
        let tree = try DeviceTree()
        var sockets: [CInt] = [-1, -1]
        let type = CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, type, 0, &sockets) == 0)
        defer { close(sockets[1]) }
        let scheduler = ManualScheduler()
        let keyboards = HardwareKeyboards(tree: tree.path, socket: sockets[0], scheduler: scheduler)
        try tree.add(DeviceRecord.usb)
        let event = Array(lines.joined(separator: "\0").utf8)
        for _ in 0..<3 { try #require(unsafe send(sockets[1], event, event.count, 0) == event.count) }
        // The socket is empty as soon as the object has received the events.
        while !isEmpty(sockets[0]) { await turn() }
        await turn()
        scheduler.advance(by: .milliseconds(99))
        #expect(!keyboards.isPresent)
        scheduler.advance(by: .milliseconds(1))
        #expect(keyboards.isPresent == isUpdated)
    }

    private func isEmpty(_ socket: CInt) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) == 0
    }

    private func turn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }

    @Test func theKernelPermitsItsEventsToEveryUser() throws {
        let socket = try #require(KernelEvents.openSocket())
        close(socket)
    }
}

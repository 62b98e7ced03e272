import KeyboardObservation
import KeyboardSimulation
import Testing

@testable import LinuxKeyboards

/// A requester that respects an attached hardware keyboard.
@MainActor
struct HardwareRequestTests {
    private final class Field {}

    private let keyboard = RequestedKeyboard()
    private let tree: DeviceTree
    private let hardware: HardwareKeyboards
    private let requester: KeyboardRequester
    private let field = Field()

    init() throws {
        tree = try DeviceTree(DeviceRecord.usb)
        hardware = HardwareKeyboards(tree: tree.path, socket: nil, scheduler: keyboard.scheduler)
        requester = KeyboardRequester(
            of: keyboard,
            pool: keyboard.pool,
            hardwareKeyboards: hardware,
            scheduler: keyboard.scheduler
        )
    }

    private func removeHardware() throws {
        try tree.remove("input6")
        hardware.update()
        keyboard.wait(1)
    }

    private func attachHardware() throws {
        try tree.add(DeviceRecord.bluetooth)
        hardware.update()
        keyboard.wait(1)
    }

    @Test func aRequesterWithoutTheHintAsks() {
        let requester = KeyboardRequester(of: keyboard, pool: keyboard.pool, scheduler: keyboard.scheduler)
        requester.focusBegan(in: field)
        #expect(keyboard.requests == ["show 0"])
    }

    @Test func thePresentHardwareKeyboardPreventsRequests() {
        requester.focusBegan(in: field)
        requester.fieldTapped()
        keyboard.wait(1_000)
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        requester.endAllFocus()
        #expect(keyboard.requests.isEmpty)
    }

    @Test func theKeyboardAppearsWhenTheHardwareKeyboardIsRemoved() throws {
        requester.focusBegan(in: field)
        try removeHardware()
        #expect(keyboard.isOnScreen && keyboard.requests.count == 1)
        try attachHardware()
        #expect(keyboard.isOnScreen, "a keyboard on screen stays")
        requester.focusEnded(in: field)
        keyboard.wait(1_000)
        #expect(!keyboard.isOnScreen)
        requester.focusBegan(in: field)
        #expect(!keyboard.isOnScreen && keyboard.requests.count == 2)
    }

    @Test func aRemovedHardwareKeyboardWithoutAFocusHasNoEffect() throws {
        requester.focusBegan(in: field)
        requester.focusEnded(in: field)
        keyboard.wait(200)
        try removeHardware()
        #expect(keyboard.requests.isEmpty)
    }

    /// A dismissed keyboard stays hidden when a hardware keyboard is attached and removed.
    @Test func aChangeOfTheHintDoesNotUndoADismissal() throws {
        try removeHardware()
        requester.focusBegan(in: field)
        keyboard.wait(2_000)
        keyboard.simulated.hide()
        keyboard.wait(2_000)
        try attachHardware()
        try tree.remove("input44")
        hardware.update()
        keyboard.wait(1)
        #expect(!keyboard.isOnScreen && keyboard.requests.count == 1)
    }

    @Test func theHintDoesNotRetainTheRequester() throws {
        var other: KeyboardRequester? = KeyboardRequester(
            of: keyboard,
            pool: keyboard.pool,
            hardwareKeyboards: hardware,
            scheduler: keyboard.scheduler
        )
        weak let released = other
        other?.focusBegan(in: field)
        other = nil
        #expect(released == nil)
        try removeHardware()
        #expect(keyboard.requests.isEmpty)
    }
}

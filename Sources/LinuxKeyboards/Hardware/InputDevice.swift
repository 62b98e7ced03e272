import Foundation
import KeyboardObservation

/// An input device that the kernel describes in the tree `/sys`.
///
/// Every user has permission to read the tree.
struct InputDevice {
    /// The maximum number of devices that are read.
    private static let deviceLimit = 256

    /// The codes of the keys Q to P, A to L, Z to M, the return key and the space bar.
    ///
    /// The codes are in `linux/input-event-codes.h`.
    private static let letterKeys = Array(16...25) + Array(30...38) + Array(44...50) + [28, 57]

    /// Vendors of scanners, card readers and security keys, from the list `usb.ids`.
    ///
    /// The vendors are Hand Held Products, Symbol (now Zebra), PSC (now Datalogic), MagTek, Metrologic (now Honeywell),
    /// Yubico and Newland.
    private static let readerVendors: Set<UInt16> = [0x0536, 0x05e0, 0x05f9, 0x0801, 0x0c2e, 0x1050, 0x1eab]

    private let folder: String
    /// Whether a program, for example Onboard, has created the device.
    ///
    /// The folder `/devices/virtual/input` contains the devices that programs create. A Bluetooth keyboard is in
    /// `/devices/virtual/misc/uhid`.
    private let isCreatedByProgram: Bool

    /// Returns the devices in a tree.
    ///
    /// A device can vanish at any time. The properties of a vanished device are empty.
    static func all(in tree: String) -> [InputDevice] {
        let folder = "\(tree)/class/input"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.lazy.filter { $0.hasPrefix("input") }.prefix(deviceLimit).map {
            InputDevice(folder: "\(folder)/\($0)")
        }
    }

    private init(folder: String) {
        self.folder = folder
        let path = URL(filePath: folder).resolvingSymlinksInPath().path
        isCreatedByProgram = path.contains("/devices/virtual/input/")
    }

    var name: String { text("name").escapingControlCharacters(limit: 100) }
    var vendor: UInt16 { number("id/vendor") }
    var product: UInt16 { number("id/product") }

    /// Whether the device has all keys that a person needs to type text.
    var hasLetters: Bool { Self.letterKeys.allSatisfy(Bits(text("capabilities/key")).contains) }

    /// Whether the device is probably a keyboard on which a person types.
    ///
    /// If a device wrongly counts as a keyboard, the on-screen keyboard does not appear, and a person cannot type. If a
    /// hardware keyboard does not count as a keyboard, the on-screen keyboard appears needlessly, but a person can
    /// type. A device of an uncertain kind therefore does not count as a keyboard.
    func looksLikeKeyboard(inTree tree: String) -> Bool {
        guard hasLetters, !isCreatedByProgram, !Self.readerVendors.contains(vendor), !hasNameOfOtherDevice else {
            return false
        }
        let bus: UInt16 = number("id/bustype")
        // In `linux/input.h`, BUS_VIRTUAL is 0x06, and BUS_I8042 is 0x11. The firmware of many tablets declares a PS/2
        // keyboard, even if the tablet has no keyboard.
        guard bus != 0x06, !(bus == 0x11 && Self.isTablet(tree)) else { return false }
        // EV_LED is 17, REL_X is 0, and REL_Y is 1. Game controllers and speakers have no LEDs. Some mice report all
        // keys and LEDs of a keyboard. When a person folds a laptop into a tablet, the desktop inhibits the keyboard of
        // the laptop.
        let axes = Bits(text("capabilities/rel"))
        return Bits(text("capabilities/ev")).contains(17) && !(axes.contains(0) && axes.contains(1))
            && text("inhibited") != "1"
    }

    private var hasNameOfOtherDevice: Bool {
        let name = text("name").lowercased()
        if ["scan", "barcode", "rfid", "yubi"].contains(where: name.contains) { return true }
        return !name.contains("keyboard") && ["reader", "mouse", "remote"].contains(where: name.contains)
    }

    /// Whether the chassis type is 11 (hand-held) or 30 (tablet), as in section 7.4.1 of the SMBIOS specification.
    private static func isTablet(_ tree: String) -> Bool {
        ["11", "30"].contains(BoundedFile.text("\(tree)/class/dmi/id/chassis_type"))
    }

    private func text(_ property: String) -> String {
        BoundedFile.text("\(folder)/\(property)")
    }

    private func number(_ property: String) -> UInt16 {
        UInt16(text(property), radix: 16) ?? 0
    }
}

/// A set of numbers that the kernel writes as hexadecimal words, the highest word first.
private struct Bits {
    private let words: [UInt]

    /// Reads the words.
    ///
    /// A word has the size of a `long` in the program that reads the file.
    init(_ text: String) {
        words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
    }

    func contains(_ number: Int) -> Bool {
        let (index, bit) = number.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return index < words.count && words[index] >> bit & 1 == 1
    }
}

import Foundation
import Testing

/// A tree like `/sys` in a temporary directory, with the input devices of published records.
final class DeviceTree {
    let path: String

    init(_ records: String..., chassisType: Int = 3) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "devices-\(UUID())").path
        try write("\(chassisType)\n", to: "class/dmi/id/chassis_type")
        for record in records { try add(record) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Adds the device of a record in the format of `/proc/bus/input/devices`.
    func add(_ record: String) throws {
        let lines = record.split(separator: "\n")
        func line(_ prefix: String) -> Substring {
            lines.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count) ?? ""
        }
        let device = String(line("S: Sysfs=/"))
        let number = try #require(device.split(separator: "/").last)
        for field in line("I: ").split(separator: " ") {
            let parts = field.split(separator: "=")
            let name = parts[0] == "Bus" ? "bustype" : parts[0].lowercased()
            try write("\(parts[1])\n", to: "\(device)/id/\(name)")
        }
        try write("\(line("N: Name=").dropFirst().dropLast())\n", to: "\(device)/name")
        for capability in ["EV", "KEY", "REL"] {
            let words = line("B: \(capability)=")
            try write("\(words.isEmpty ? "0" : words)\n", to: "\(device)/capabilities/\(capability.lowercased())")
        }
        let folder = "\(path)/class/input"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/\(number)",
            withDestinationPath: "../../\(device)"
        )
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/class/input/\(name)")
    }

    func write(_ text: String, to file: String) throws {
        let url = URL(filePath: path).appending(path: file)
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
    }
}

/// Input devices of real machines, as their owners have published them.
enum DeviceRecord {
    /// A record of a handheld without a keyboard, in github.com/ChimeraOS/chimeraos, issue 306.
    ///
    /// Laptops have the same record.
    static let builtIn = """
        I: Bus=0011 Vendor=0001 Product=0001 Version=ab83
        N: Name="AT Translated Set 2 keyboard"
        S: Sysfs=/devices/platform/i8042/serio0/input/input4
        B: EV=120013
        B: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe
        """

    /// A power button, from the same issue.
    static let powerButton = """
        I: Bus=0019 Vendor=0000 Product=0001 Version=0000
        N: Name="Power Button"
        S: Sysfs=/devices/LNXSYSTM:00/LNXPWRBN:00/input/input2
        B: EV=3
        B: KEY=10000000000000 0
        """

    /// A USB keyboard, from a thread of ubuntuforums.org of 2014-04-24 about an optical mouse.
    static let usb = """
        I: Bus=0003 Vendor=0603 Product=00f2 Version=0110
        N: Name="Novatek Ultra Flat Keyboard"
        S: Sysfs=/devices/pci0000:00/0000:00:14.0/usb3/3-10/3-10:1.0/input/input6
        B: EV=120013
        B: KEY=1000000000007 ff800000000007ff febeffdfffefffff fffffffffffffffe
        """

    /// The buttons of a mouse, from the same thread.
    static let mouse = """
        I: Bus=0003 Vendor=1d57 Product=0010 Version=0110
        N: Name="HID-Compliant Mouse usb mouse with wheel"
        S: Sysfs=/devices/pci0000:00/0000:00:14.0/usb3/3-9/3-9:1.0/input/input14
        B: EV=17
        B: KEY=ff0000 0 0 0 0
        B: REL=303
        """
    /// The keys of the same mouse.
    static let keysOfMouse = """
        I: Bus=0003 Vendor=1d57 Product=0010 Version=0110
        N: Name="HID-Compliant Mouse usb mouse with wheel"
        S: Sysfs=/devices/pci0000:00/0000:00:14.0/usb3/3-9/3-9:1.1/input/input5
        B: EV=120013
        B: KEY=1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe
        """

    /// A card reader, from "Replace /dev/input/event6 kbd handler for scanner", ubuntuforums.org, 2009-03-31.
    static let cardReader = """
        I: Bus=0003 Vendor=15ba Product=0010 Version=0111
        N: Name="Olimex Ltd. MOD-RFID125-USBSTICK Tag Keyboard"
        S: Sysfs=/devices/pci0000:00/0000:00:12.0/usb1/1-1/1-1:1.0/input/input8
        B: EV=120013
        B: KEY=e080ffdf01cfffff fffffffffffffffe
        """
    /// A bar code scanner, from the same thread.
    static let scanner = """
        I: Bus=0003 Vendor=05e0 Product=1200 Version=0110
        N: Name="?Symbol Technologies, Inc, 2002 Symbol Bar Code Scanner"
        S: Sysfs=/devices/pci0000:00/0000:00:13.1/usb4/4-2/4-2:1.0/input/input9
        B: EV=120013
        B: KEY=1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe
        """

    /// A security key, from a test of a public keyboard switcher.
    static let securityKey = """
        I: Bus=0003 Vendor=1050 Product=0407 Version=0110
        N: Name="Yubico YubiKey OTP+FIDO+CCID"
        S: Sysfs=/devices/pci0000:00/0000:14:00.0/usb3/3-2/3-2.3/3-2.3:1.0/0003:1050:0407.0013/input/input26
        B: EV=120013
        B: KEY=e080ffdf01cfffff fffffffffffffffe
        """

    /// A keyboard with the same bits as the security key, from a thread of ubuntuforums.org about waking a machine.
    static let smallKeyboard = """
        I: Bus=0003 Vendor=1997 Product=0409 Version=0111
        N: Name="Riitek Micro Keyboard"
        S: Sysfs=/devices/pci0000:00/0000:00:1d.2/usb4/4-1/4-1:1.0/input/input22
        B: EV=120013
        B: KEY=e080ffdf01cfffff fffffffffffffffe
        """

    /// A Bluetooth keyboard, with the path and the bits from a test of Maliit.
    static let bluetooth = """
        I: Bus=0005 Vendor=046d Product=b342 Version=0111
        N: Name="Keyboard K380"
        S: Sysfs=/devices/virtual/misc/uhid/0005:046D:B342.0003/input/input44
        B: EV=120013
        B: KEY=e080ffdf01cfffff fffffffffffffffe
        """

    /// A game controller, from a test of a public on-screen keyboard.
    static let controller = """
        I: Bus=0003 Vendor=28de Product=1304 Version=0111
        N: Name="Valve Software Steam Controller Puck Keyboard"
        S: Sysfs=/devices/pci0000:00/0000:00:14.0/usb3/3-4/3-4:1.0/input/input34
        B: EV=100013
        B: KEY=e080ffdf01cfffff fffffffffffffffe
        """
    /// A gaming mouse with lamps, from the same test.
    static let gamingMouse = """
        I: Bus=0003 Vendor=046d Product=c08b Version=0111
        N: Name="Logitech G502"
        S: Sysfs=/devices/pci0000:00/0000:00:14.0/usb3/3-5/3-5:1.0/input/input35
        B: EV=12001f
        B: KEY=3f00733fff 0 0 483ffff17aff32d bfd4444600000000 ffff0001 130ff38b17d007 ffff7bfad9415fff \
        ffbeffdfffefffff fffffffffffffffe
        B: REL=1943
        """

    /// A device that a program has created.
    ///
    /// py-evdev, wtype and Onboard create their devices in the same folder.
    static let ofProgram = """
        I: Bus=0003 Vendor=0c0c Product=0d0d Version=0111
        N: Name="py-evdev-uinput keyboard"
        S: Sysfs=/devices/virtual/input/input31
        B: EV=120013
        B: KEY=80000000000000 ffffffffffffffff fffffffffffffffe
        """
}

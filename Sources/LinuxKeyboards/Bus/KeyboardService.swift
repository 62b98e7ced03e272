#if SystemKeyboards
    /// A keyboard with a name on the session bus.
    enum KeyboardService: String, CaseIterable {
        case osk0 = "sm.puri.OSK0"
        case onboard = "org.onboard.Onboard"
        case kwin = "org.kde.KWin"

        var object: (path: String, interface: String) {
            switch self {
            case .osk0: ("/sm/puri/OSK0", "sm.puri.OSK0")
            case .onboard: ("/org/onboard/Onboard/Keyboard", "org.onboard.Onboard.Keyboard")
            case .kwin: ("/VirtualKeyboard", "org.kde.kwin.VirtualKeyboard")
            }
        }

        /// Returns whether KWin may show its keyboard.
        ///
        /// KWin 6.7 has the number `mode` instead of `enabled`. The mode 0 means never.
        static func isEnabled(_ kwin: [String: Bool]) -> Bool {
            (kwin["enabled"] ?? kwin["mode"]) != false
        }
    }

    extension BusService {
        /// Creates a client of a keyboard, without starting the keyboard's program.
        convenience init(_ service: KeyboardService, on connection: BusConnection) {
            let object = service.object
            self.init(name: service.rawValue, path: object.path, interface: object.interface, on: connection)
        }
    }
#endif

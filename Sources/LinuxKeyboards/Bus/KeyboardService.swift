#if SystemKeyboards
    /// A keyboard with a name on the session bus.
    enum KeyboardService: String, CaseIterable {
        case osk0 = "sm.puri.OSK0"
        case onboard = "org.onboard.Onboard"
        case kwin = "org.kde.KWin"

        var path: String {
            switch self {
            case .osk0: "/sm/puri/OSK0"
            case .onboard: "/org/onboard/Onboard/Keyboard"
            case .kwin: "/VirtualKeyboard"
            }
        }

        var interface: String {
            switch self {
            case .osk0: "sm.puri.OSK0"
            case .onboard: "org.onboard.Onboard.Keyboard"
            case .kwin: "org.kde.kwin.VirtualKeyboard"
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
            self.init(name: service.rawValue, path: service.path, interface: service.interface, on: connection)
        }
    }
#endif

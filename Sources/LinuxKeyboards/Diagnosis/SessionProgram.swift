#if SystemKeyboards
    /// A program of a keyboard or of a desktop.
    struct SessionProgram: Sendable, Hashable {
        /// The name in the text of the diagnosis.
        let name: String
        let isKeyboard: Bool

        /// Finds the running programs of the user.
        ///
        /// - Parameter folder: The folder of the process file system.
        /// - Returns: The programs of keyboards and desktops.
        static func running(in folder: String) -> Set<SessionProgram> {
            Set(
                UserProcess.all(in: folder).compactMap { process in
                    SessionProgram(processName: process.name).flatMap { process.hasEnded ? nil : $0 }
                }
            )
        }

        /// Creates the program of a process; `nil` if the process is neither a keyboard nor a desktop.
        private init?(processName: String) {
            if let name = Self.keyboards[processName] ?? (processName.hasPrefix("wvkbd-") ? "wvkbd" : nil) {
                (self.name, isKeyboard) = (name, true)
            } else if let name = Self.desktops[processName] {
                (self.name, isKeyboard) = (name, false)
            } else {
                return nil
            }
        }

        init(keyboard name: String) {
            (self.name, isKeyboard) = (name, true)
        }

        init(desktop name: String) {
            (self.name, isKeyboard) = (name, false)
        }

        private static let keyboards = [
            "squeekboard": "squeekboard", "phosh-osk-stub": "phosh-osk-stub", "stevia": "stevia",
            "phosh-osk-stevi": "stevia", "maliit-keyboard": "Maliit", "maliit-server": "Maliit",
            "plasma-keyboard": "Plasma Keyboard", "onboard": "Onboard",
            "matchbox-keyboa": "matchbox-keyboard", "florence": "Florence", "svkbd-mobile-in": "svkbd",
            "xvkbd": "xvkbd", "weston-keyboard": "weston-keyboard",
        ]

        private static let desktops = [
            "sway": "sway", "labwc": "labwc", "phoc": "phoc", "wayfire": "Wayfire", "Hyprland": "Hyprland",
            "kwin_wayland": "KWin", "kwin_x11": "KWin", "gnome-shell": "GNOME Shell", "cage": "cage",
            "weston": "Weston", "gamescope": "gamescope", "openbox": "openbox", "metacity": "Metacity",
            "mutter": "Mutter", "xfwm4": "Xfwm", "matchbox-window": "matchbox-window-manager",
        ]
    }
#endif

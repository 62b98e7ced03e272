#if SystemKeyboards
    import KeyboardObservation

    struct SessionFacts: Sendable, Equatable {
        typealias Services = [KeyboardService: Answer<[String: Bool]>]

        enum Answer<Value: Sendable & Equatable>: Sendable, Equatable {
            case absent
            case failed(reason: String)
            case received(Value)

            static var silent: Self { .failed(reason: BusError.timedOut.description) }

            var value: Value? {
                if case .received(let value) = self { value } else { nil }
            }

            var failure: String? {
                if case .failed(let reason) = self { reason } else { nil }
            }
        }

        /// The non-empty environment variables that the diagnosis uses.
        var variables: [String: String] = [:]
        /// The names of the user's running keyboards and desktops.
        var programs: Set<String> = []
        var interfaces = Answer<Set<String>>.absent
        /// The reason why the X server does not answer; always `nil` under Wayland.
        var xServerFailure: String?
        var services = Answer<Services>.absent
        /// The setting `screen-keyboard-enabled` of GNOME.
        var isScreenKeyboardEnabled: Bool?
        /// The setting `docking-enabled` of Onboard.
        var isOnboardDocked: Bool?
        /// The reason why a source does not find the keyboard of GNOME Shell, although GNOME Shell runs.
        var shellFailure: String?
        /// Whether the app runs in a Flatpak, where it sees neither the user's programs nor the accessibility tree.
        var isFlatpak = false
        var mainQueueRuns = true

        static let variableNames = ["WAYLAND_DISPLAY", "DISPLAY"] + busVariableNames + inputMethodVariableNames
        static let busVariableNames = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
        /// While the setting `screen-keyboard-enabled` is off, these programs show no keyboard when a field takes the
        /// focus.
        ///
        /// GNOME Shell is an exception on a machine with a touch screen: a touch makes the shell create its keyboard.
        static let settingUsers = ["squeekboard", "stevia", "phosh-osk-stub", "GNOME Shell"]
        static let inputMethodVariableNames = ["GTK_IM_MODULE", "QT_IM_MODULE", "SDL_IM_MODULE"]

        var isWayland: Bool { variables["WAYLAND_DISPLAY"] != nil }

        var keyboards: [String] { programs.subtracting(Self.desktops.values).sorted() }

        var textInputVersions: [String] {
            let interfaces = interfaces.value ?? []
            return ["v1", "v2", "v3"].filter { interfaces.contains("zwp_text_input_manager_\($0)") }
        }

        func offers(_ interface: String) -> Bool {
            interfaces.value?.contains(interface) == true
        }

        // MARK: Programs

        static func programs(in folder: String) -> Set<String> {
            let processes = UserProcess.all(in: folder).filter { !$0.hasEnded }
            return Set(
                processes.compactMap {
                    guard $0.name.hasPrefix("wvkbd-") else { return keyboards[$0.name] ?? desktops[$0.name] }
                    return $0.isNonExclusive ? nonExclusiveKeyboard : "wvkbd"
                }
            )
        }

        /// The diagnosis uses this name for a wvkbd that reserves no space on the screen.
        static let nonExclusiveKeyboard = "wvkbd --non-exclusive"

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

    // MARK: - Text

    extension SessionFacts {
        /// The line of a fact begins with "=", and the line of a cause with "!".
        var text: String {
            let causes = causes.isEmpty ? ["= no cause was found"] : causes.map { "! \($0)" }
            return (lines.map { "= \($0)" } + causes).joined(separator: "\n")
        }

        /// Each element is one line without control characters.
        private var lines: [String] {
            var lines = Self.variableNames.compactMap { name in
                // A bug report must not contain the address of the bus or the folder of the user.
                variables[name].map { "\(name) is \(Self.busVariableNames.contains(name) ? "set" : escaped($0))" }
            }
            lines.append("running desktops: \(list(programs.intersection(Self.desktops.values).sorted()))")
            lines.append("running keyboards: \(list(keyboards))")
            if interfaces.value != nil {
                let names = ["zwlr_layer_shell_v1", "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1"]
                lines.append("text input of the compositor: \(list(textInputVersions))")
                lines.append("other interfaces of the compositor: \(list(names.filter(offers)))")
            }
            for service in KeyboardService.allCases {
                guard let answer = services.value?[service] else { continue }
                switch answer {
                case .absent: lines.append("\(service.rawValue) is not on the bus")
                case .failed(let reason): lines.append("\(service.rawValue) does not answer: \(reason)")
                case .received(let properties):
                    let values = properties.sorted { $0.key < $1.key }.map { "\(escaped($0))=\($1)" }
                    lines.append("\(service.rawValue) has \(list(values))")
                }
            }
            if let isScreenKeyboardEnabled { lines.append("screen-keyboard-enabled is \(isScreenKeyboardEnabled)") }
            if let isOnboardDocked { lines.append("docking-enabled of Onboard is \(isOnboardDocked)") }
            lines.append("the main queue \(mainQueueRuns ? "runs" : "does not run")")
            if let keyboard = keyboardBelowFullScreens { lines.append("\(keyboard) is below full-screen windows") }
            return lines
        }

        /// On Wayland, squeekboard is in a layer behind full-screen windows, and so is wvkbd before version 0.16.
        ///
        /// On X11, window managers show a full-screen window in front of docks.
        private var keyboardBelowFullScreens: String? {
            if !isWayland { return programs.contains("Onboard") && isOnboardDocked == true ? "Onboard" : nil }
            if programs.contains("squeekboard") { return "squeekboard" }
            return programs.contains("wvkbd") ? "wvkbd before version 0.16" : nil
        }

        private func list(_ words: [String]) -> String {
            words.isEmpty ? "none" : words.joined(separator: ", ")
        }

        private func escaped(_ text: String) -> String {
            text.escapingControlCharacters(limit: 100)
        }
    }
#endif

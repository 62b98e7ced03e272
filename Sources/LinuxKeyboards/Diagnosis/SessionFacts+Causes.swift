#if SystemKeyboards
    extension SessionFacts {
        /// The reasons why no keyboard appears, or why a source posts no events.
        ///
        /// Each element names a reason and its remedy.
        var causes: [String] {
            session + keyboard + desktop + input
        }

        private func those(_ causes: KeyValuePairs<Bool, String>) -> [String] {
            causes.filter(\.key).map(\.value)
        }

        private var session: [String] {
            // `SessionReader` asks the compositor and the bus only if the event loop runs the main queue.
            let compositorFailure = mainQueueRuns ? interfaces.failure : nil
            let busFailure = mainQueueRuns ? services.failure : nil
            return those([
                !isWayland && variables["DISPLAY"] == nil:
                    "The environment names no display. Start the app in a graphical session.",
                xServerFailure != nil: "The X server does not answer: \(xServerFailure ?? ""). "
                    + "Compare DISPLAY with the sockets in /tmp/.X11-unix.",
                compositorFailure != nil: "The Wayland compositor does not answer: \(compositorFailure ?? ""). "
                    + "Compare WAYLAND_DISPLAY with the sockets in XDG_RUNTIME_DIR.",
                services == .absent:
                    "The environment names no session bus, so squeekboard, Onboard and KWin cannot be reached. "
                    + "Start the app in the session of the user, or with dbus-run-session.",
                busFailure != nil: "The session bus does not answer: \(busFailure ?? ""). "
                    + "Compare DBUS_SESSION_BUS_ADDRESS with the variable of the desktop.",
                !mainQueueRuns: "The main queue has not run for 2 seconds, so keyboard events are not delivered. "
                    + "Call MainQueueLoop.attachToGLib(), or MainQueueLoop.drain() in your own loop.",
            ])
        }

        private var keyboard: [String] {
            let remedy = "Use another compositor, or draw a keyboard in the app."
            if interfaces.value != nil, textInputVersions.isEmpty, !offers("zwlr_layer_shell_v1") {
                return ["The compositor offers neither a layer shell nor text input to a keyboard. \(remedy)"]
            }
            if textInputVersions == ["v1"] {
                let cause = "The compositor offers only version 1 of text input"
                return ["\(cause), so its keyboard does not appear in GTK apps. \(remedy)"]
            }
            let hasXServer = !isWayland && variables["DISPLAY"] != nil && xServerFailure == nil
            if keyboards.isEmpty {
                // GNOME Shell and KWin show a keyboard themselves.
                let mayAppear = programs.contains("GNOME Shell") || kwin != nil
                guard interfaces.value != nil || hasXServer, !mayAppear else { return [] }
                let remedy = isWayland ? "Start squeekboard or wvkbd." : "Start Onboard or matchbox-keyboard."
                return ["No on-screen keyboard runs. \(remedy)"]
            }
            return unreached(.osk0, of: ["squeekboard", "stevia", "phosh-osk-stub"])
                + unreached(.onboard, of: ["Onboard"])
        }

        private func unreached(_ service: KeyboardService, of names: [String]) -> [String] {
            let name = names.first(where: programs.contains)
            guard let name, let answer = services.value?[service] else { return [] }
            return those([
                answer == .absent: "\(name) runs, but is not on the session bus of the app. "
                    + "Start the app and the keyboard with the same DBUS_SESSION_BUS_ADDRESS.",
                answer.failure != nil:
                    "\(name) runs, but does not answer on the session bus. Start the keyboard again.",
            ])
        }

        private var kwin: [String: Bool]? { services.value?[.kwin]?.value }

        private var desktop: [String] {
            let user = Self.settingUsers.first(where: programs.contains)
            let isKWinAvailable = kwin?["available"] != false
            return those([
                isScreenKeyboardEnabled == false && user != nil:
                    "The setting screen-keyboard-enabled is off, so \(user ?? "") does not appear with the focus. "
                    + "Run: gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true",
                shellFailure != nil: "GNOME Shell runs, but its keyboard is not found, because \(shellFailure ?? ""). "
                    + "Start the app in the session of GNOME Shell, and install at-spi2-core.",
                isFlatpak: "The app runs in a Flatpak, which has no way to the keyboard of GNOME Shell. "
                    + "Install the app without Flatpak, or draw a keyboard in the app.",
                !isKWinAvailable: "KWin has no virtual keyboard. "
                    + "Install plasma-keyboard or maliit-keyboard, and choose it in the system settings.",
                isKWinAvailable && kwin.map(KeyboardService.isEnabled) == false:
                    "KWin has disabled its virtual keyboard. "
                    + "Detach the hardware keyboard, or enable the keyboard in the settings.",
                programs.contains(Self.nonExclusiveKeyboard):
                    "wvkbd runs with --non-exclusive, so it reserves no space, and its events have no frame. "
                    + "Start wvkbd without --non-exclusive.",
                isOnboardDocked == false && programs.contains("Onboard"):
                    "Onboard is not docked, so its events are only frame events under X11, and have no frame on Wayland. "
                    + "Run: gsettings set org.onboard.window docking-enabled true",
            ])
        }

        private var input: [String] {
            guard isWayland else { return [] }
            let replacements = ["ibus", "fcitx", "fcitx5", "xim", "none"]
            return Self.inputMethodVariableNames.filter { replacements.contains(variables[$0] ?? "") }.map { name in
                "\(name)=\(variables[name] ?? "") replaces the toolkit's input method, so no keyboard sees the focus. "
                    + "Start the app without \(name)."
            }
        }
    }
#endif

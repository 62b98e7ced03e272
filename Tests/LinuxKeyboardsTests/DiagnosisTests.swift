#if SystemKeyboards
    import Testing

    @testable import LinuxKeyboards

    /// The causes that the diagnosis finds in the facts about a session.
    struct DiagnosisTests {
        /// The interfaces that were read from real compositors.
        private static let wlroots: Set = [
            "zwlr_layer_shell_v1", "zwp_input_method_manager_v2", "zwp_text_input_manager_v3",
            "zwp_virtual_keyboard_manager_v1",
        ]
        private static let kwin: Set = [
            "zwlr_layer_shell_v1", "zwp_text_input_manager_v1", "zwp_text_input_manager_v2",
            "zwp_text_input_manager_v3",
        ]

        private func facts(
            _ interfaces: Set<String>? = nil,
            desktop: String,
            keyboard: String? = nil,
            services: [KeyboardService: [String: Bool]] = [:]
        ) -> SessionFacts {
            var facts = SessionFacts()
            facts.variables = interfaces == nil ? ["DISPLAY": ":0"] : ["WAYLAND_DISPLAY": "wayland-1"]
            facts.interfaces = interfaces.map { .received($0) } ?? .absent
            facts.programs = Set([desktop, keyboard].compactMap(\.self))
            let answers = KeyboardService.allCases.map { service in
                (service, services[service].map { SessionFacts.Answer.received($0) } ?? .absent)
            }
            facts.services = .received(Dictionary(uniqueKeysWithValues: answers))
            return facts
        }

        private var phone: SessionFacts {
            facts(Self.wlroots, desktop: "sway", keyboard: "squeekboard", services: [.osk0: ["Visible": false]])
        }

        private func plasma(_ properties: [String: Bool]) -> SessionFacts {
            facts(Self.kwin, desktop: "KWin", keyboard: "Maliit", services: [.kwin: properties])
        }

        private var desktop: SessionFacts {
            facts(desktop: "openbox", keyboard: "Onboard", services: [.onboard: ["Visible": false]])
        }

        // MARK: Sessions

        @Test func aWorkingSessionHasNoCauses() {
            var phone = phone
            phone.isScreenKeyboardEnabled = true
            var desktop = desktop
            desktop.isOnboardDocked = true
            let working = plasma(["available": true, "enabled": true, "active": false, "visible": false])
            let matchbox = facts(desktop: "openbox", keyboard: "matchbox-keyboard")
            for facts in [phone, desktop, working, matchbox, plasma(["available": true, "mode": true])] {
                #expect(facts.causes.isEmpty)
                #expect(facts.text.hasSuffix("\n= no cause was found"))
            }
        }

        @Test func aCompositorWithoutAKeyboardNamesItsKeyboards() {
            let sway = facts(Self.wlroots, desktop: "sway")
            #expect(sway.causes == ["No on-screen keyboard runs. Start squeekboard or wvkbd."])
            let openbox = facts(desktop: "openbox")
            #expect(openbox.causes == ["No on-screen keyboard runs. Start Onboard or matchbox-keyboard."])
        }

        @Test func aCompositorWithoutAPlaceForAKeyboardIsNamed() {
            let cage = facts(["wl_compositor", "xdg_wm_base"], desktop: "cage", keyboard: "squeekboard")
            expect(cage, ["The compositor offers neither a layer shell nor text input"])
            let interfaces: Set = ["zwp_input_panel_v1", "zwp_input_method_v1", "zwp_text_input_manager_v1"]
            let weston = facts(interfaces, desktop: "Weston", keyboard: "weston-keyboard")
            expect(
                weston,
                ["The compositor offers only version 1 of text input, so its keyboard does not appear in GTK"]
            )
        }

        @Test(arguments: [nil, "it does not answer"])
        func theKeyboardOfGNOMEShellIsNotFound(reason: String?) {
            var gnome = facts(["zwp_text_input_manager_v3"], desktop: "GNOME Shell")
            gnome.shellFailure = reason
            let cause = reason.map { "GNOME Shell runs, but its keyboard is not found, because \($0)." }
            expect(gnome, [cause].compactMap(\.self))
            (gnome.isScreenKeyboardEnabled, gnome.isFlatpak) = (false, true)
            let causes = ["The setting screen-keyboard-enabled is off", cause, "The app runs in a Flatpak"]
            expect(gnome, causes.compactMap(\.self))
        }

        @Test(arguments: ["squeekboard", "stevia", "phosh-osk-stub"])
        func theSettingOfTheScreenKeyboardIsOff(keyboard: String) {
            var phone = facts(Self.wlroots, desktop: "phoc", keyboard: keyboard, services: [.osk0: ["Visible": false]])
            phone.isScreenKeyboardEnabled = false
            expect(phone, ["The setting screen-keyboard-enabled is off, so \(keyboard) does not appear"])
        }

        @Test(arguments: [
            (["available": false, "enabled": false], "KWin has no virtual keyboard. Install plasma-keyboard"),
            (["available": true, "enabled": false], "KWin has disabled its virtual keyboard. Detach the hardware"),
            (["available": true, "mode": false], "KWin has disabled its virtual keyboard. Detach the hardware"),
        ])
        func kwinReportsWhyItsKeyboardDoesNotAppear(properties: [String: Bool], cause: String) {
            expect(plasma(properties), [cause])
            expect(facts(Self.kwin, desktop: "KWin", services: [.kwin: properties]), [cause])
        }

        @Test func aKeyboardOnAnotherBusIsNotReached() {
            var phone = phone
            phone.services = .received([.osk0: .absent, .onboard: .absent, .kwin: .absent])
            expect(phone, ["squeekboard runs, but is not on the session bus of the app. Start the app and"])
            var desktop = desktop
            desktop.services = .received([.onboard: .absent])
            expect(desktop, ["Onboard runs, but is not on the session bus of the app."])
            desktop.services = .received([.onboard: .failed(reason: "no reply")])
            expect(desktop, ["Onboard runs, but does not answer on the session bus. Start the keyboard again."])
        }

        @Test func aFloatingOnboardPostsFramesOnly() {
            var desktop = desktop
            desktop.isOnboardDocked = false
            expect(desktop, ["Onboard is not docked, so its events are only frame events under X11"])
        }

        @Test func aKeyboardThatReservesNoSpaceHasNoFrame() {
            let phone = facts(Self.wlroots, desktop: "sway", keyboard: SessionFacts.nonExclusiveKeyboard)
            expect(phone, ["wvkbd runs with --non-exclusive, so it reserves no space"])
        }

        @Test func aReplacedInputMethodIsNamedUnderWayland() {
            var phone = phone
            phone.variables["GTK_IM_MODULE"] = "ibus"
            phone.variables["QT_IM_MODULE"] = "wayland"
            expect(phone, ["GTK_IM_MODULE=ibus replaces the toolkit's input method"])
            var desktop = desktop
            desktop.variables["GTK_IM_MODULE"] = "ibus"
            expect(desktop, [])
        }

        @Test func aMissingSessionIsNamed() {
            var facts = SessionFacts()
            expect(facts, ["The environment names no display.", "The environment names no session bus"])
            facts.variables = ["WAYLAND_DISPLAY": "wayland-9"]
            facts.interfaces = .failed(reason: "No such file or directory")
            facts.services = .failed(reason: "the bus is not reachable")
            expect(
                facts,
                [
                    "The Wayland compositor does not answer: No such file or directory. Compare WAYLAND_DISPLAY",
                    "The session bus does not answer: the bus is not reachable. Compare DBUS_SESSION_BUS_ADDRESS",
                ]
            )
        }

        @Test func withoutTheMainQueueNothingElseIsBlamed() {
            var facts = SessionFacts()
            facts.variables = ["WAYLAND_DISPLAY": "wayland-1"]
            (facts.interfaces, facts.services) = (.failed(reason: "not asked"), .failed(reason: "not asked"))
            facts.mainQueueRuns = false
            expect(facts, ["The main queue has not run for 2 seconds, so keyboard events are not delivered. Call"])
        }

        private func expect(
            _ facts: SessionFacts,
            _ beginnings: [String],
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let causes = facts.causes
            #expect(causes.count == beginnings.count, sourceLocation: sourceLocation)
            for (cause, beginning) in zip(causes, beginnings) {
                #expect(cause.hasPrefix(beginning), sourceLocation: sourceLocation)
            }
        }

        // MARK: Text

        @Test func theDescriptionHasAFactOrACauseInEachLine() {
            var phone = phone
            phone.variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/run/user/1000/bus"
            phone.isScreenKeyboardEnabled = false
            #expect(
                phone.text == """
                    = WAYLAND_DISPLAY is wayland-1
                    = DBUS_SESSION_BUS_ADDRESS is set
                    = running desktops: sway
                    = running keyboards: squeekboard
                    = text input of the compositor: v3
                    = other interfaces of the compositor: zwlr_layer_shell_v1, zwp_input_method_manager_v2, \
                    zwp_virtual_keyboard_manager_v1
                    = sm.puri.OSK0 has Visible=false
                    = org.onboard.Onboard is not on the bus
                    = org.kde.KWin is not on the bus
                    = screen-keyboard-enabled is false
                    = the main queue runs
                    = squeekboard is below full-screen windows
                    ! The setting screen-keyboard-enabled is off, so squeekboard does not appear with the focus. \
                    Run: gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true
                    """
            )
        }

        @Test func noVariableSteersTheTerminal() {
            var facts = SessionFacts()
            for name in SessionFacts.variableNames { facts.variables[name] = "\u{1B}[2J\n\u{202E}" }
            facts.variables["DISPLAY"] = String(repeating: "a", count: 100_000)
            let text = facts.text
            #expect(text.contains("GTK_IM_MODULE is \\u{1B}[2J\\n\\u{202E}"))
            #expect(text.utf8.count < 2_000)
        }
    }
#endif

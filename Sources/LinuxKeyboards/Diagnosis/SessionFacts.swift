#if SystemKeyboards
    import KeyboardObservation

    /// The facts that a reader has read about a session.
    struct SessionFacts: Sendable, Equatable {
        /// The answer of a service, or the reason why there is no answer.
        enum Answer<Value: Sendable & Equatable>: Sendable, Equatable {
            case absent
            case failed(reason: String)
            case received(Value)

            var value: Value? {
                guard case .received(let value) = self else { return nil }
                return value
            }
        }

        /// The environment variables that the diagnosis uses, without the empty variables.
        var variables: [String: String] = [:]
        /// The user's running programs that belong to keyboards or desktops.
        var programs: Set<SessionProgram> = []
        /// The interfaces that the compositor offers.
        var interfaces = Answer<Set<String>>.absent
        /// The reason why the X server does not answer; `nil` if it does, or under Wayland.
        var xServerFailure: String?
        /// The Boolean properties of each service, or the reason why the bus does not answer.
        var services = Answer<[KeyboardService: Answer<[String: Bool]>]>.absent
        /// The setting `screen-keyboard-enabled` of GNOME; `nil` if it is not known.
        var isScreenKeyboardEnabled: Bool?
        /// The setting `docking-enabled` of Onboard; `nil` if it is not known.
        var isOnboardDocked: Bool?
        var mainQueueRuns = true

        /// The names of the environment variables that the diagnosis uses.
        static let variableNames = ["WAYLAND_DISPLAY", "DISPLAY"] + busVariableNames + inputMethodVariableNames
        static let busVariableNames = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
        /// The programs that show a keyboard with the focus only while `screen-keyboard-enabled` is on.
        static let settingUsers = ["squeekboard", "stevia", "phosh-osk-stub", "GNOME Shell"]
        static let inputMethodVariableNames = ["GTK_IM_MODULE", "QT_IM_MODULE", "SDL_IM_MODULE"]

        var isWayland: Bool { variables["WAYLAND_DISPLAY"] != nil }

        /// The names of the running keyboards.
        var keyboards: [String] { Set(programs.filter(\.isKeyboard).map(\.name)).sorted() }

        func runs(_ name: String) -> Bool {
            programs.contains { $0.name == name }
        }

        /// The properties of a service; `nil` if the service is absent or has not answered.
        func properties(of service: KeyboardService) -> [String: Bool]? {
            services.value?[service]?.value
        }

        /// The versions of text input that the compositor offers.
        var textInputVersions: [String] {
            let interfaces = interfaces.value ?? []
            return ["v1", "v2", "v3"].filter { interfaces.contains("zwp_text_input_manager_\($0)") }
        }

        func offers(_ interface: String) -> Bool {
            interfaces.value?.contains(interface) == true
        }
    }

    // MARK: - Text

    extension SessionFacts {
        /// The facts and the causes, one in each line.
        ///
        /// The line of a fact begins with "=". The line of a cause contains its remedy, and begins with "!".
        var text: String {
            let causes = findings.map { "! \($0.text)" }
            return (lines.map { "= \($0)" } + (causes.isEmpty ? ["= no cause was found"] : causes))
                .joined(separator: "\n")
        }

        /// The facts; each element is one line without control characters.
        private var lines: [String] {
            var lines = Self.variableNames.compactMap { name in
                // A bug report must not contain the address of the bus or the folder of the user.
                variables[name].map { "\(name) is \(Self.busVariableNames.contains(name) ? "set" : escaped($0))" }
            }
            let desktops = Set(programs.filter { !$0.isKeyboard }.map(\.name)).sorted()
            lines.append("running desktops: \(list(desktops))")
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
            if let keyboard = keyboardBelowFullScreenWindows {
                lines.append("\(keyboard) is below full-screen windows")
            }
            return lines
        }

        private func list(_ words: [String]) -> String {
            words.isEmpty ? "none" : words.joined(separator: ", ")
        }

        private func escaped(_ text: String) -> String {
            text.escapingControlCharacters(limit: 100)
        }
    }

    // MARK: - Findings

    extension SessionFacts {
        /// The causes that follow from the facts.
        var findings: [Finding] {
            display + bus + (mainQueueRuns ? [] : [.mainQueueNotRun]) + keyboard + desktop + input
        }

        private var display: [Finding] {
            guard isWayland || variables["DISPLAY"] != nil else { return [.noDisplay] }
            if let xServerFailure { return [.xServerUnreachable(reason: xServerFailure)] }
            // The reader asks the compositor only if the event loop runs the main queue.
            guard mainQueueRuns, case .failed(let reason) = interfaces else { return [] }
            return [.compositorUnreachable(reason: reason)]
        }

        private var bus: [Finding] {
            switch services {
            case .absent: [.noSessionBus]
            case .failed(let reason) where mainQueueRuns: [.sessionBusUnreachable(reason: reason)]
            case .failed, .received: []
            }
        }

        /// The causes that concern the program of a keyboard.
        private var keyboard: [Finding] {
            if interfaces.value != nil {
                if textInputVersions.isEmpty, !offers("zwlr_layer_shell_v1") { return [.noKeyboardPossible] }
                if textInputVersions == ["v1"] { return [.onlyFirstTextInput] }
            }
            // GNOME Shell and KWin show a keyboard themselves.
            let hasDesktopKeyboard = runs("GNOME Shell") || properties(of: .kwin) != nil
            guard !keyboards.isEmpty else {
                let hasXServer = !isWayland && variables["DISPLAY"] != nil && xServerFailure == nil
                let hasDisplay = interfaces.value != nil || hasXServer
                return hasDisplay && !hasDesktopKeyboard ? [.noKeyboardRuns(isWayland: isWayland)] : []
            }
            guard let services = services.value else { return [] }
            let owners: [(KeyboardService, [String])] = [
                (.osk0, ["squeekboard", "stevia", "phosh-osk-stub"]), (.onboard, ["Onboard"]),
            ]
            return owners.compactMap { service, names in
                guard let name = names.first(where: runs) else { return nil }
                return switch services[service] {
                case .absent: .notOnSessionBus(keyboard: name)
                case .failed: .noAnswer(keyboard: name)
                case .received, nil: nil
                }
            }
        }

        /// The causes that concern the settings of a desktop.
        private var desktop: [Finding] {
            var findings: [Finding] = []
            if isScreenKeyboardEnabled == false, let keyboard = Self.settingUsers.first(where: runs) {
                findings.append(.screenKeyboardDisabled(keyboard: keyboard))
            }
            if runs("GNOME Shell") { findings.append(.keyboardOfGNOMEShell) }
            if let kwin = properties(of: .kwin) {
                if kwin["available"] == false {
                    findings.append(.noKeyboardOfKWin)
                } else if !KeyboardService.isEnabled(kwin) {
                    findings.append(.keyboardOfKWinDisabled)
                }
            }
            if isOnboardDocked == false, runs("Onboard") { findings.append(.onboardFloats) }
            return findings
        }

        /// The running keyboard that full-screen windows cover.
        ///
        /// On Wayland, squeekboard and older versions of wvkbd are in the layer below full-screen windows. On X11,
        /// window managers show a full-screen window above docks.
        private var keyboardBelowFullScreenWindows: String? {
            if isWayland {
                return runs("squeekboard") ? "squeekboard" : runs("wvkbd") ? "wvkbd before version 0.16" : nil
            }
            return runs("Onboard") && isOnboardDocked == true ? "Onboard" : nil
        }

        private var input: [Finding] {
            guard isWayland else { return [] }
            return Self.inputMethodVariableNames.compactMap { name in
                guard let value = variables[name], ["ibus", "fcitx", "fcitx5", "xim", "none"].contains(value) else {
                    return nil
                }
                return .inputMethodReplaced(variable: name, value: value)
            }
        }
    }
#endif

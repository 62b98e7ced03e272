#if SystemKeyboards
    import Dispatch
    import KeyboardObservation

    /// Reads the facts about a session.
    struct SessionReader: Sendable {
        let environment: [String: String]
        /// The folder of the process file system.
        var processFolder = "/proc"
        /// The time after which an answer counts as missing.
        var limit = Duration.seconds(2)
        /// Passes a block to the main queue.
        var runOnMainQueue: @Sendable (@escaping @Sendable () -> Void) -> Void = { block in
            DispatchQueue.main.async(execute: block)
        }

        func read() async -> SessionFacts {
            var facts = SessionFacts()
            facts.variables = environment.filter { SessionFacts.variableNames.contains($0.key) && !$0.value.isEmpty }
            facts.programs = SessionProgram.running(in: processFolder)
            facts.mainQueueRuns = await mainQueueRuns()
            let address = BusConnection.address(in: environment)
            // The connections need the main queue.
            if facts.mainQueueRuns {
                if facts.isWayland {
                    facts.interfaces = await CompositorReader.read(environment, limit: limit)
                } else if let name = facts.variables["DISPLAY"] {
                    facts.xServerFailure = await XDisplayRequest.failure(of: name, limit: limit)
                }
                if let address { facts.services = await ServiceReader.read(address, limit: limit) }
            } else {
                let reason = "the main queue does not run"
                if facts.isWayland { facts.interfaces = .failed(reason: reason) }
                if address != nil { facts.services = .failed(reason: reason) }
            }
            // If no bus answers, the reader does not run `gsettings`, because `gsettings` would start a bus.
            guard let address, facts.services.value != nil else { return facts }
            let environment = environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
            if SessionFacts.settingUsers.contains(where: facts.runs) {
                facts.isScreenKeyboardEnabled = await DesktopSetting(
                    schema: "org.gnome.desktop.a11y.applications",
                    key: "screen-keyboard-enabled"
                ).read(environment: environment, limit: limit)
            }
            if facts.runs("Onboard") {
                facts.isOnboardDocked = await DesktopSetting(schema: "org.onboard.window", key: "docking-enabled")
                    .read(environment: environment, limit: limit)
            }
            return facts
        }

        /// Returns whether the main queue runs within the limit.
        private func mainQueueRuns() async -> Bool {
            await FirstAnswer.value { answer in
                runOnMainQueue { answer.give(true) }
                let nanoseconds = Int(limit / .nanoseconds(1))
                DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { answer.give(false) }
            }
        }
    }
#endif

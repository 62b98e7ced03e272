#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    extension SystemKeyboard {
        /// Looks for the reasons why no keyboard appears in the session of the process.
        ///
        /// ```swift
        /// Task.detached { print(await SystemKeyboard.diagnosis()) }
        /// ```
        ///
        /// The diagnosis needs no privileges, and starts no keyboard. The diagnosis reads the environment variables of
        /// the process and the names of the user's programs. The diagnosis also asks the Wayland compositor and the
        /// session bus, and runs the program `gsettings`. The diagnosis waits at most 2 seconds for each answer.
        ///
        /// Call this method in a detached task. If the app's event loop does not run the main queue, a task of the main
        /// actor never receives the result.
        ///
        /// - Returns: A text for a log or a bug report. A line that begins with "=" is a fact. A line that begins with
        ///   "!" is a cause with its remedy. Control characters are escaped. The text names the running keyboards and
        ///   desktops, but no other programs of the user.
        @concurrent
        public nonisolated static func diagnosis() async -> String {
            // The cancellation of the caller's task must not interrupt the diagnosis.
            await Task { await SessionReader(environment: ProcessInfo.processInfo.environment).read().text }.value
        }
    }

    struct SessionReader: Sendable {
        typealias Answer = SessionFacts.Answer

        let environment: [String: String]
        var processFolder = "/proc"
        /// The longest time that the reader waits for an answer.
        var limit = Duration.seconds(2)
        var mainQueue = DispatchQueue.main

        func read() async -> SessionFacts {
            var facts = SessionFacts()
            facts.variables = environment.filter { SessionFacts.variableNames.contains($0.key) && !$0.value.isEmpty }
            facts.programs = SessionFacts.programs(in: processFolder)
            facts.isFlatpak = FileManager.default.fileExists(atPath: "/.flatpak-info")
            facts.mainQueueRuns = await mainQueueRuns()
            let address = BusConnection.address(in: environment)
            // While the main queue does not run, the connections receive no answers.
            guard facts.mainQueueRuns else {
                let reason = "the main queue does not run"
                if facts.isWayland { facts.interfaces = .failed(reason: reason) }
                if address != nil { facts.services = .failed(reason: reason) }
                return facts
            }
            if facts.isWayland {
                facts.interfaces = await interfaces()
            } else if let name = facts.variables["DISPLAY"] {
                facts.xServerFailure = await XDisplayRequest.failure(of: name, limit: limit)
            }
            guard let address else { return facts }
            facts.services = await services(on: address)
            // `gsettings` starts a bus if no bus answers, so it is not run in that case.
            guard facts.services.value != nil else { return facts }
            if SessionFacts.settingUsers.contains(where: facts.programs.contains) {
                let name = "org.gnome.desktop.a11y.applications screen-keyboard-enabled"
                facts.isScreenKeyboardEnabled = await setting(name, on: address)
            }
            if facts.programs.contains("GNOME Shell") { facts.shellFailure = await shellFailure() }
            if facts.programs.contains("Onboard") {
                facts.isOnboardDocked = await setting("org.onboard.window docking-enabled", on: address)
            }
            return facts
        }

        private func mainQueueRuns() async -> Bool {
            let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
            mainQueue.async { continuation.yield(true) }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { continuation.yield(false) }
            return await answers.first { _ in true } ?? false
        }
    }

    // MARK: - Answers

    @MainActor
    extension SessionReader {
        func interfaces(scheduler: any KeyboardScheduler = MainQueueScheduler.shared) async -> Answer<Set<String>> {
            let lost = Answer<Set<String>>.failed(reason: "the connection was lost")
            do throws(KeyboardSourceError) {
                let connection = try WaylandConnection(environment: environment)
                defer { connection.close() }
                let registry = try WaylandRegistry(of: connection)
                defer { registry.onComplete = {} }
                return await firstAnswer(within: limit, of: scheduler, orElse: .silent) { give in
                    registry.onComplete = { [unowned registry] in
                        give(.received(Set(registry.globals.map(\.interface))))
                    }
                    connection.onLoss = { give(lost) }
                }
            } catch {
                guard case .notConnected(_, let reason) = error else { return lost }
                return .failed(reason: reason)
            }
        }

        /// The method does not start the programs of the services.
        func services(
            on address: String,
            scheduler: any KeyboardScheduler = MainQueueScheduler.shared
        ) async -> Answer<SessionFacts.Services> {
            let connection: BusConnection
            do throws(BusError) {
                connection = try BusConnection(address: address, scheduler: scheduler)
            } catch {
                return .failed(reason: error.description)
            }
            defer { connection.close() }
            let services = KeyboardService.allCases.map { ($0, BusService($0, on: connection)) }
            defer { for (_, service) in services { service.close() } }
            var answers = SessionFacts.Services(uniqueKeysWithValues: services.map { ($0.0, .silent) })
            func answer() -> Answer<SessionFacts.Services> {
                let reason: BusError? =
                    connection.isLost ? .connectionLost : connection.uniqueName == nil ? .timedOut : nil
                return reason.map { .failed(reason: $0.description) } ?? .received(answers)
            }
            return await firstAnswer(within: limit, of: scheduler, orElse: answer()) { give in
                for (name, service) in services {
                    let store = { (result: Result<[String: Bool], BusError>) in
                        answers[name] =
                            switch result {
                            case .success(let values): .received(values)
                            case .failure(.notRunning): .absent
                            case .failure(let error): .failed(reason: error.description)
                            }
                        if !answers.values.contains(.silent) { give(answer()) }
                    }
                    service.onLoss = { give(answer()) }
                    service.onOwnerChange = { [unowned service] isRunning in
                        guard isRunning else { return store(.failure(.notRunning)) }
                        if name == .kwin {
                            service.getProperties(completion: store)
                        } else {
                            service.getProperty("Visible") { store($0.map { ["Visible": $0] }) }
                        }
                    }
                }
            }
        }

        func shellFailure() async -> String? {
            let source = SystemKeyboard(kinds: [.gnomeShell], environment: environment)
            defer { source.stop() }
            try? source.start(postingTo: NotificationCenter())
            for _ in 0..<20 where source.status == .connecting { try? await Task.sleep(for: limit / 20) }
            switch source.status {
            case .connecting: return "it does not answer"
            case .unavailable(let error): if case .notConnected = error { return error.description }
            case .available, .stopped: break
            }
            return nil
        }

        /// Asks `gsettings` for the value of a setting.
        ///
        /// The setting is a schema and a key, such as "org.onboard.window docking-enabled".
        ///
        /// `gsettings` needs the address of the session bus; otherwise, it would start a bus.
        func setting(_ setting: String, on address: String) async -> Bool? {
            let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            let files = folders.prefix(64).map { "\($0)/gsettings" }
            guard let file = files.first(where: FileManager.default.isExecutableFile) else { return nil }
            let output = Pipe()
            let process = Process()
            process.executableURL = URL(filePath: file)
            process.arguments = ["get"] + setting.split(separator: " ").map(String.init)
            process.environment = environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            // Another program that the app starts can inherit the pipe and other file descriptors of `gsettings`. In
            // that case, Foundation would wait until both programs have ended. If this method read the pipe to its end,
            // it would wait for both programs, too.
            if let program = KeyboardProcess(child: process.processIdentifier),
                await !firstAnswer(within: limit, orElse: false, { give in program.onEnd = { give(true) } })
            {
                program.send(SIGKILL)
                return nil
            }
            let descriptor = output.fileHandleForReading.fileDescriptor
            var text = [UInt8](repeating: 0, count: 256)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            let count = unsafe text.withUnsafeMutableBytes {
                unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            return ["true\n": true, "false\n": false][String(decoding: text.prefix(max(count, 0)), as: UTF8.self)]
        }
    }

    /// If no value arrives within the limit, the result is the current value of `latest`.
    @MainActor
    func firstAnswer<Value: Sendable>(
        within limit: Duration,
        of scheduler: any KeyboardScheduler = MainQueueScheduler.shared,
        orElse latest: @escaping @autoclosure () -> Value,
        _ ask: (_ give: @escaping (Value) -> Void) -> Void
    ) async -> Value {
        let (answers, continuation) = AsyncStream.makeStream(of: Value.self)
        let deadline = scheduler.schedule(after: limit) { continuation.yield(latest()) }
        defer { deadline.cancel() }
        ask { continuation.yield($0) }
        for await answer in answers { return answer }
        return latest()
    }
#endif

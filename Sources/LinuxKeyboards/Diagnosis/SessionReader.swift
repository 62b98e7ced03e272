#if SystemKeyboards
    import Dispatch
    import Foundation
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
            facts.programs = SessionFacts.programs(in: processFolder)
            facts.mainQueueRuns = await mainQueueRuns()
            let address = BusConnection.address(in: environment)
            // The connections need the main queue.
            guard facts.mainQueueRuns else {
                let reason = "the main queue does not run"
                if facts.isWayland { facts.interfaces = .failed(reason: reason) }
                if address != nil { facts.services = .failed(reason: reason) }
                return facts
            }
            let limit = limit
            if facts.isWayland {
                facts.interfaces = await CompositorReader.read(environment, limit: limit)
            } else if let name = facts.variables["DISPLAY"] {
                facts.xServerFailure = await XDisplayRequest.failure(of: name, limit: limit)
            }
            guard let address else { return facts }
            facts.services = await ServiceReader.read(address, limit: limit)
            // If no bus answers, the reader does not run `gsettings`, because `gsettings` would start a bus.
            guard facts.services.value != nil else { return facts }
            let environment = environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
            if SessionFacts.settingUsers.contains(where: facts.programs.contains) {
                facts.isScreenKeyboardEnabled = await DesktopSetting.read(
                    "org.gnome.desktop.a11y.applications screen-keyboard-enabled",
                    environment,
                    limit: limit
                )
            }
            if facts.programs.contains("Onboard") {
                let setting = "org.onboard.window docking-enabled"
                facts.isOnboardDocked = await DesktopSetting.read(setting, environment, limit: limit)
            }
            return facts
        }

        /// Returns whether the main queue runs within the limit.
        private func mainQueueRuns() async -> Bool {
            let hasRun = DispatchSemaphore(value: 0)
            runOnMainQueue { hasRun.signal() }
            let nanoseconds = Int(limit / .nanoseconds(1))
            return await withCheckedContinuation { continuation in
                // A separate thread waits, so that the wait blocks neither a task nor a Dispatch queue.
                Thread.detachNewThread {
                    continuation.resume(returning: hasRun.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success)
                }
            }
        }
    }

    /// Reads which interfaces a Wayland compositor offers, without using these interfaces.
    @MainActor
    enum CompositorReader {
        static func read(
            _ environment: [String: String],
            limit: Duration,
            scheduler: any KeyboardScheduler = MainQueueScheduler.shared
        ) async -> SessionFacts.Answer<Set<String>> {
            let lost = SessionFacts.Answer<Set<String>>.failed(reason: "the connection was lost")
            do throws(KeyboardSourceError) {
                let connection = try WaylandConnection(environment: environment)
                defer { connection.close() }
                let registry = try WaylandRegistry(of: connection)
                defer { registry.onComplete = {} }
                return await FirstAnswer.value(within: limit, of: scheduler, orElse: .silent) { give in
                    registry.onComplete = { [unowned registry] in
                        give(.received(Set(registry.globals.map(\.interface))))
                    }
                    connection.onLoss = { give(lost) }
                }
            } catch {
                guard case .unavailable(.notConnected(_, let reason)) = error else { return lost }
                return .failed(reason: reason)
            }
        }
    }

    /// Reads the properties of keyboards from the session bus, without starting their programs.
    @MainActor
    enum ServiceReader {
        static func read(
            _ address: String,
            limit: Duration,
            scheduler: any KeyboardScheduler = MainQueueScheduler.shared
        ) async -> SessionFacts.Answer<SessionFacts.Services> {
            let connection: BusConnection
            do throws(BusError) {
                connection = try BusConnection(address: address, scheduler: scheduler)
            } catch {
                return .failed(reason: error.description)
            }
            var answers: SessionFacts.Services = [:]
            func answer() -> SessionFacts.Answer<SessionFacts.Services> {
                guard connection.uniqueName != nil, connection.lossReason == nil else {
                    return .failed(reason: (connection.lossReason ?? .timedOut).description)
                }
                return .received(
                    Dictionary(uniqueKeysWithValues: KeyboardService.allCases.map { ($0, answers[$0] ?? .silent) })
                )
            }
            let services = KeyboardService.allCases.map { ($0, BusService($0, on: connection)) }
            defer {
                for (_, service) in services { service.close() }
                connection.close()
            }
            return await FirstAnswer.value(within: limit, of: scheduler, orElse: answer()) { give in
                for (name, service) in services {
                    let store = { (result: Result<[String: Bool], BusError>) in
                        answers[name] =
                            switch result {
                            case .success(let values): .received(values)
                            case .failure(.notRunning): .absent
                            case .failure(let error): .failed(reason: error.description)
                            }
                        if answers.count == services.count { give(answer()) }
                    }
                    service.onLoss = { give(answer()) }
                    service.onOwnerChange = { [unowned service] isRunning in
                        if !isRunning {
                            store(.failure(.notRunning))
                        } else if name == .kwin {
                            service.getProperties(completion: store)
                        } else {
                            service.getProperty("Visible") { store($0.map { ["Visible": $0] }) }
                        }
                    }
                }
            }
        }
    }

    /// Reads a Boolean setting with the program `gsettings`.
    @MainActor
    enum DesktopSetting {
        /// Reads the value.
        ///
        /// - Parameters:
        ///   - setting: The schema and the key, such as "org.onboard.window docking-enabled".
        ///   - environment: The environment variables of the program. They must contain the address of the session
        ///     bus. Without this address, `gsettings` would start a bus.
        ///   - limit: The time after which the program is ended.
        /// - Returns: The value; `nil` if the program or the setting is missing, or if the program does not end in
        ///   time.
        static func read(_ setting: String, _ environment: [String: String], limit: Duration) async -> Bool? {
            let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            let files = folders.prefix(64).map { "\($0)/gsettings" }
            guard let file = files.first(where: FileManager.default.isExecutableFile) else { return nil }
            let output = Pipe()
            let process = Process()
            process.executableURL = URL(filePath: file)
            process.arguments = ["get"] + setting.split(separator: " ").map(String.init)
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            // Foundation and the end of the pipe would also wait for the programs that the app starts meanwhile,
            // because they inherit the files.
            if let program = KeyboardProcess(child: process.processIdentifier) {
                let hasEnded = await FirstAnswer.value(within: limit, of: MainQueueScheduler.shared, orElse: false) {
                    give in
                    program.onEnd = { give(true) }
                }
                guard hasEnded else {
                    program.send(SIGKILL)
                    return nil
                }
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
#endif

#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import Testing

    /// A desktop that is started for a test, with its own bus, settings and logs.
    @MainActor
    protocol PrivateDesktop: AnyObject {
        var session: DesktopSession { get }
    }

    extension PrivateDesktop {
        /// The environment of the desktop's processes, and of the sources that observe it.
        var environment: [String: String] { session.environment }

        /// The folder of the desktop's settings and logs.
        var folder: URL { session.folder }

        /// Ends all processes.
        func stop() {
            session.stop()
        }

        /// Starts the bus again after ``kill(_:)``.
        func startBus() async throws {
            try await session.startBus()
        }

        /// Kills the last started process of this name with SIGKILL, and waits until it has ended.
        func kill(_ name: String) async throws {
            try await session.kill(name)
        }

        /// Runs a program to its end, and returns its output.
        @discardableResult
        func run(_ program: String, _ arguments: String...) async throws -> String {
            try await session.run(program, arguments)
        }

        /// Waits until the source is connected, and until the desktop is at rest.
        func settle<Value: Equatable>(
            _ source: any KeyboardSource,
            rounds count: Int = 6,
            _ location: SourceLocation = #_sourceLocation,
            value: () -> Value = { 0 }
        ) async {
            await waitUntil(location) { source.status != .connecting }
            await waitForRest(rounds: count, location, value: value)
        }

        /// Waits for rounds of 50 ms in which a value does not change and no program has work.
        ///
        /// A program also has work while it waits for a busy processor. Therefore, each program has read all its
        /// messages after the rounds. If a program waits for longer than the rounds before it reacts, pass a greater
        /// number of rounds.
        func waitForRest<Value: Equatable>(
            rounds count: Int = 6,
            _ location: SourceLocation = #_sourceLocation,
            value: () -> Value = { 0 }
        ) async {
            var quietRounds = 0
            for _ in 0..<400 {
                let before = value()
                await pause(.milliseconds(50))
                quietRounds = value() == before && session.workingThreads.isEmpty ? quietRounds + 1 : 0
                if quietRounds == count { return }
            }
            Issue.record("The desktop is not at rest: \(value()), \(session.workingThreads)", sourceLocation: location)
        }
    }

    /// The processes of a private desktop.
    ///
    /// The session ends the processes that it starts.
    @MainActor
    final class DesktopSession {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// A process that the session started, and its standard output.
        struct Child {
            let name: String
            let process: Process
            let output: FileHandle
            /// Yields the status of the process at its end.
            let status: AsyncStream<CInt>
        }

        var environment: [String: String]
        let folder: URL
        private var children: [Child] = []
        private var hasSlot = true

        /// The number of desktops that may still be started.
        ///
        /// On two cores, more desktops at a time would delay each other.
        private static var freeSlots = 4
        private static var waitingForSlot: [CheckedContinuation<Void, Never>] = []

        /// Waits until fewer than four other desktops run, and then creates the folder and the environment.
        init() async throws {
            if Self.freeSlots > 0 {
                Self.freeSlots -= 1
            } else {
                await withCheckedContinuation { Self.waitingForSlot.append($0) }
            }
            environment = ProcessInfo.processInfo.environment
            let logs = environment["KEYBOARD_OBSERVATION_DESKTOP"] ?? ""
            folder = URL(fileURLWithPath: logs).appending(path: "desktop-\(UUID().uuidString.prefix(8))")
            for name in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER"] { environment[name] = nil }
            environment["HOME"] = folder.appending(path: "home").path
            environment["XDG_CONFIG_HOME"] = folder.appending(path: "home/.config").path
            environment["XDG_RUNTIME_DIR"] = folder.appending(path: "run").path
            environment["NO_AT_BRIDGE"] = "1"
            environment["GSETTINGS_BACKEND"] = "keyfile"
            environment["LC_ALL"] = "C.UTF-8"
            environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(folder.path)/run/bus"
            for name in ["run", "home/.config"] { try createFolder(name) }
        }

        isolated deinit {
            stop()
        }

        /// Creates a folder that only its owner may read.
        @discardableResult
        func createFolder(_ name: String) throws -> URL {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return url
        }

        func stop() {
            for child in children.reversed() { end(child) }
            children = []
            guard hasSlot else { return }
            hasSlot = false
            if Self.waitingForSlot.isEmpty { Self.freeSlots += 1 } else { Self.waitingForSlot.removeFirst().resume() }
        }

        func startBus() async throws {
            let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
            try? FileManager.default.removeItem(at: folder.appending(path: "run/bus"))
            let arguments = ["--session", "--nofork", "--nopidfile", "--address=\(address)", "--print-address"]
            _ = try await firstLine(of: start("dbus-daemon", arguments))
        }

        /// Kills the last started process of this name, and waits until it has ended.
        ///
        /// If an X server is killed, its client sees the end of the connection early. The kernel closes the server's
        /// own socket later. Before that, another server cannot start with the same display. If a test allows one
        /// second for a change, the second begins at the end of the process.
        func kill(_ name: String) async throws {
            guard let index = children.lastIndex(where: { $0.name == name }) else {
                throw Failure(description: "\(name) was not started")
            }
            let child = children.remove(at: index)
            end(child)
            for await _ in child.status {}
        }

        /// The process identifier of the last started process of this name.
        func identifier(of name: String) throws -> Int32 {
            guard let child = children.last(where: { $0.name == name }) else {
                throw Failure(description: "\(name) was not started")
            }
            return child.process.processIdentifier
        }

        /// The threads that run, that wait for a processor or a disk, or that are stopped, such as "1234 (onboard) R".
        var workingThreads: [String] {
            children.filter(\.process.isRunning).flatMap { workingThreads($0.process.processIdentifier) }
        }

        private func workingThreads(_ identifier: pid_t) -> [String] {
            let tasks = "/proc/\(identifier)/task"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
            return names.flatMap { name in
                let status = (try? String(contentsOfFile: "\(tasks)/\(name)/stat", encoding: .utf8)) ?? ""
                // The name of the program is in parentheses. The state follows it.
                let name = status[..<(status.lastIndex(of: ")") ?? status.startIndex)]
                let thread = status.prefix(name.count + 3)
                let children = (try? String(contentsOfFile: "\(tasks)/\(name)/children", encoding: .utf8)) ?? ""
                return (thread.last.map("RDT".contains) == true ? [String(thread)] : [])
                    + children.split(separator: " ").compactMap { pid_t($0) }.flatMap(workingThreads)
            }
        }

        private func end(_ child: Child) {
            guard child.process.isRunning else { return }
            Foundation.kill(child.process.processIdentifier, SIGKILL)
        }

        func run(_ program: String, _ arguments: [String]) async throws -> String {
            let child = try start(program, arguments, isKept: false)
            let data = await Task.detached { child.output.readDataToEndOfFile() }.value
            try child.output.close()
            var statuses = child.status.makeAsyncIterator()
            let status = await statuses.next() ?? -1
            guard status == 0 else {
                let words = ([program] + arguments).joined(separator: " ")
                throw Failure(description: "\(words): exit status \(status)")
            }
            return String(decoding: data, as: UTF8.self)
        }

        /// Starts a process with a name for ``kill(_:)`` and for its log, and with additional variables.
        ///
        /// If `isKept` is `true`, ``stop()`` ends the process.
        func start(
            _ program: String,
            _ arguments: [String] = [],
            name: String? = nil,
            variables: [String: String] = [:],
            input: Pipe? = nil,
            isKept: Bool = true
        ) throws -> Child {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.environment = environment.merging(variables) { $1 }
            process.currentDirectoryURL = folder
            let output = Pipe.closedOnExec()
            process.standardOutput = output
            process.standardInput = input ?? FileHandle.nullDevice
            let name = name ?? program
            let log = folder.appending(path: "\(name).log")
            if !FileManager.default.fileExists(atPath: log.path) {
                _ = FileManager.default.createFile(atPath: log.path, contents: nil)
            }
            let errors = try FileHandle(forWritingTo: log)
            // Foundation's `Process` keeps its files open after its end, and crashes when 1,024 files are open.
            defer { try? errors.close() }
            try errors.seekToEnd()
            process.standardError = errors
            let (status, continuation) = AsyncStream<CInt>.makeStream()
            process.terminationHandler = {
                continuation.yield($0.terminationStatus)
                continuation.finish()
            }
            try process.start()
            let child = Child(name: name, process: process, output: output.fileHandleForReading, status: status)
            if isKept { children.append(child) }
            return child
        }

        /// Waits for the line with which a program reports that it is ready.
        func firstLine(of child: Child) async throws -> String {
            let data = await Task.detached {
                var line = Data()
                while !line.contains(0x0A) {
                    let next = child.output.availableData
                    if next.isEmpty { break }
                    line += next
                }
                return line
            }.value
            guard let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first else {
                throw Failure(description: "\(child.name) did not start; see \(folder.path)/\(child.name).log")
            }
            return String(line)
        }
    }
#endif

#if SystemKeyboards
    import Foundation
    import Testing

    /// A desktop with a private bus, an X server, a window manager and the real Onboard.
    ///
    /// The desktop ends what it starts. `Tests/on-desktop` runs the tests that need it.
    @MainActor
    final class RealDesktop {
        /// Where Onboard is shown.
        enum Docking: String, CaseIterable, Sendable {
            case bottom, top, floating
        }

        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// A process that the desktop started, and its standard output.
        private struct Child {
            let name: String
            let process: Process
            let output: FileHandle
        }

        private(set) var environment: [String: String]
        /// The folder of the desktop's settings and logs.
        let folder: URL
        private let screen: String
        private let hasWindowManager: Bool
        private var children: [Child] = []

        /// Whether the tests that need a real desktop run.
        ///
        /// The variable names the folder of the logs.
        nonisolated static var isAvailable: Bool {
            ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_DESKTOP"] != nil
        }

        /// Starts the bus, the X server and the window manager.
        init(screen: String = "1280x800", windowManager: Bool = true, scale: Int = 1) async throws {
            self.screen = screen
            hasWindowManager = windowManager
            environment = ProcessInfo.processInfo.environment
            let logs = environment["KEYBOARD_OBSERVATION_DESKTOP"] ?? ""
            folder = URL(fileURLWithPath: logs).appending(path: "desktop-\(UUID().uuidString.prefix(8))")
            for name in ["run", "home/.config"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name),
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
            for name in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER"] { environment[name] = nil }
            environment["HOME"] = folder.appending(path: "home").path
            environment["XDG_CONFIG_HOME"] = folder.appending(path: "home/.config").path
            environment["XDG_RUNTIME_DIR"] = folder.appending(path: "run").path
            environment["NO_AT_BRIDGE"] = "1"
            environment["GSETTINGS_BACKEND"] = "keyfile"
            environment["LC_ALL"] = "C.UTF-8"
            if scale != 1 { environment["GDK_SCALE"] = "\(scale)" }
            let address = "unix:path=\(folder.path)/run/bus"
            environment["DBUS_SESSION_BUS_ADDRESS"] = address
            try await startBus()
            try await startDisplay()
        }

        isolated deinit {
            stop()
        }

        /// Ends all processes.
        func stop() {
            for child in children.reversed() { end(child) }
            children = []
        }

        /// Starts the bus again after ``kill(_:)``.
        func startBus() async throws {
            let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
            try? FileManager.default.removeItem(at: folder.appending(path: "run/bus"))
            let arguments = ["--session", "--nofork", "--nopidfile", "--address=\(address)", "--print-address"]
            _ = try await firstLine(of: start("dbus-daemon", arguments))
        }

        /// Starts the X server and the window manager, again after ``kill(_:)`` with the same name of the display.
        func startDisplay() async throws {
            let options = ["-screen", "0", "\(screen)x24", "-nolisten", "tcp", "-noreset", "-displayfd", "1"]
            let number = try await firstLine(of: start("Xvfb", [environment["DISPLAY"]].compactMap(\.self) + options))
            environment["DISPLAY"] = ":\(number)"
            guard hasWindowManager else { return }
            // The command runs when the window manager is ready.
            _ = try await firstLine(of: start("openbox", ["--sm-disable", "--startup", "echo ready"]))
        }

        /// Starts a window manager that replaces the first one, or manages the windows of a server without one.
        func replaceWindowManager() async throws {
            _ = try await firstLine(of: start("openbox", ["--sm-disable", "--replace", "--startup", "echo ready"]))
        }

        /// Starts Onboard, and waits until its name is on the bus.
        func startOnboard(_ docking: Docking) async throws {
            try await set("window", "docking-enabled", docking == .floating ? "false" : "true")
            if docking != .floating { try await set("window", "docking-edge", docking == .top ? "top" : "bottom") }
            try await set("auto-show", "enabled", "false")
            _ = try start("onboard", [])
            try await run("gdbus", "wait", "--session", "--timeout", "20", "org.onboard.Onboard")
        }

        /// Sets a setting of Onboard.
        func set(_ group: String, _ key: String, _ value: String) async throws {
            try await run("gsettings", "set", "org.onboard.\(group)", key, value)
        }

        /// Kills the last started process of this name with SIGKILL.
        func kill(_ name: String) throws {
            guard let index = children.lastIndex(where: { $0.name == name }) else {
                throw Failure(description: "\(name) was not started")
            }
            end(children.remove(at: index))
        }

        private func end(_ child: Child) {
            guard child.process.isRunning else { return }
            Foundation.kill(child.process.processIdentifier, SIGKILL)
        }

        /// Starts a window that reserves a part of the screen, as a panel does.
        func startPanel(height: Int, atTop: Bool) async throws {
            _ = try start("xev", ["-geometry", "100x20+0+0"])
            let strut = atTop ? "0, 0, \(height), 0" : "0, 0, 0, \(height)"
            let script = """
                until window=$(xdotool search --onlyvisible --name '^Event Tester$'); do :; done
                xprop -id "$window" -f _NET_WM_STRUT 32c -set _NET_WM_STRUT '\(strut)'
                until xprop -root _NET_WORKAREA | grep -qE ', \(screenHeight - height)(,|$)'; do :; done
                """
            try await run("bash", "-c", script)
        }

        /// The frame of Onboard's mapped window in pixels, as xwininfo reads it; `nil` if none is mapped.
        func windowFrame() async throws -> CGRect? {
            let script = """
                for window in $(xdotool search --onlyvisible --name '^Onboard$' 2>/dev/null); do
                    xwininfo -id "$window" | sed -n 's/.*Absolute upper-left [XY]: *//p; s/^ *Width: *//p; s/^ *Height: *//p'
                done
                """
            let numbers = try await run("bash", "-c", script).split(separator: "\n").compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }

        /// Starts to list the events of Onboard's mapped window.
        func traceWindow() async throws -> WindowTrace {
            let search = try await run("xdotool", "search", "--onlyvisible", "--name", "^Onboard$")
            let window = search.trimmingCharacters(in: .whitespacesAndNewlines)
            let log = folder.appending(path: "xev-\(UUID().uuidString.prefix(8)).txt")
            let list = "exec xev -id \(window) -event structure -event property > '\(log.path)'"
            _ = try start("bash", ["-c", list])
            let trace = WindowTrace(log: log, start: try await windowFrame() ?? .null) { [unowned self] name in
                let script = """
                    until grep -qs '(\(name))' '\(log.path)'; do
                        xprop -id \(window) -f \(name) 32c -set \(name) 0
                    done
                    """
                try await run("bash", "-c", script)
            }
            try await trace.mark("KEYBOARD_TRACE_START")
            return trace
        }

        private var screenHeight: Int {
            Int(screen.split(separator: "x").last ?? "") ?? 0
        }

        /// Runs a program to its end, and returns its output.
        @discardableResult
        func run(_ program: String, _ arguments: String...) async throws -> String {
            let (ends, continuation) = AsyncStream<CInt>.makeStream()
            let child = try start(program, arguments, isKept: false) { process in
                continuation.yield(process.terminationStatus)
            }
            let data = await Task.detached { child.output.readDataToEndOfFile() }.value
            var iterator = ends.makeAsyncIterator()
            let status = await iterator.next() ?? -1
            guard status == 0 else {
                let words = ([program] + arguments).joined(separator: " ")
                throw Failure(description: "\(words): exit status \(status)")
            }
            return String(decoding: data, as: UTF8.self)
        }

        private func start(
            _ program: String,
            _ arguments: [String],
            isKept: Bool = true,
            whenEnded: (@Sendable (Process) -> Void)? = nil
        ) throws -> Child {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [program] + arguments
            process.environment = environment
            process.currentDirectoryURL = folder
            let output = Pipe()
            process.standardOutput = output
            process.standardInput = FileHandle.nullDevice
            let log = folder.appending(path: "\(program).log")
            if !FileManager.default.fileExists(atPath: log.path) {
                _ = FileManager.default.createFile(atPath: log.path, contents: nil)
            }
            let errors = try FileHandle(forWritingTo: log)
            try errors.seekToEnd()
            process.standardError = errors
            process.terminationHandler = whenEnded
            try process.run()
            let child = Child(name: program, process: process, output: output.fileHandleForReading)
            if isKept { children.append(child) }
            return child
        }

        /// Waits for the line with which a program says that it is ready.
        private func firstLine(of child: Child) async throws -> String {
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

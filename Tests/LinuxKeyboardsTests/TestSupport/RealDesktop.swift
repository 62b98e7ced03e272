#if SystemKeyboards
    import Foundation
    import Testing

    /// A desktop with a private bus, an X server, a window manager and the real Onboard.
    ///
    /// `Tests/on-desktop` runs the tests that need it.
    @MainActor
    final class RealDesktop: PrivateDesktop {
        /// Where a keyboard is shown.
        enum Docking: String, CaseIterable, Sendable {
            case bottom, top, floating
        }

        /// The title of Onboard's window.
        nonisolated static let onboardWindow = "Onboard"
        let session: DesktopSession
        private let screen: String
        private let hasWindowManager: Bool

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
            session = try DesktopSession()
            if scale != 1 { session.environment["GDK_SCALE"] = "\(scale)" }
            try await startBus()
            try await startDisplay()
        }

        /// Starts the X server and the window manager, again after ``kill(_:)`` with the same name of the display.
        func startDisplay() async throws {
            let options = ["-screen", "0", "\(screen)x24", "-nolisten", "tcp", "-noreset", "-displayfd", "1"]
            let number = try await session.firstLine(
                of: session.start("Xvfb", [environment["DISPLAY"]].compactMap(\.self) + options)
            )
            session.environment["DISPLAY"] = ":\(number)"
            guard hasWindowManager else { return }
            // The command runs when the window manager is ready.
            _ = try await session.firstLine(of: session.start("openbox", ["--sm-disable", "--startup", "echo ready"]))
        }

        /// Starts a window manager that replaces the first one, or manages the windows of a server without one.
        func replaceWindowManager() async throws {
            _ = try await session.firstLine(
                of: session.start("openbox", ["--sm-disable", "--replace", "--startup", "echo ready"])
            )
        }

        /// Starts Onboard, and waits until its name is on the bus.
        func startOnboard(_ docking: Docking) async throws {
            try await set("window", "docking-enabled", docking == .floating ? "false" : "true")
            if docking != .floating { try await set("window", "docking-edge", docking == .top ? "top" : "bottom") }
            try await set("auto-show", "enabled", "false")
            _ = try session.start("onboard")
            try await run("gdbus", "wait", "--session", "--timeout", "20", "org.onboard.Onboard")
        }

        /// Sets a setting of Onboard.
        func set(_ group: String, _ key: String, _ value: String) async throws {
            try await run("gsettings", "set", "org.onboard.\(group)", key, value)
        }

        /// Starts a window that reserves a part of the screen, as a panel does.
        func startPanel(height: Int, atTop: Bool) async throws {
            _ = try session.start("xev", ["-geometry", "100x20+0+0"])
            let strut = atTop ? "0, 0, \(height), 0" : "0, 0, 0, \(height)"
            let script = """
                until window=$(xdotool search --onlyvisible --name '^Event Tester$'); do :; done
                xprop -id "$window" -f _NET_WM_STRUT 32c -set _NET_WM_STRUT '\(strut)'
                until xprop -root _NET_WORKAREA | grep -qE ', \(screenHeight - height)(,|$)'; do :; done
                """
            try await run("bash", "-c", script)
        }

        /// The frame of a keyboard's mapped window in pixels, as xwininfo reads it; `nil` if none is mapped.
        func windowFrame(named name: String = onboardWindow) async throws -> CGRect? {
            // A search fails with a message if a window is destroyed meanwhile, and without one if nothing is found.
            let search = "xdotool search --onlyvisible --name '^\(name)$' 2>&1"
            let script = """
                until windows=$(\(search)) || [ -z "$windows" ]; do :; done
                for window in $windows; do
                    xwininfo -id "$window" | sed -n 's/.*Absolute upper-left [XY]: *//p; s/^ *Width: *//p; s/^ *Height: *//p'
                done
                """
            let numbers = try await run("bash", "-c", script).split(separator: "\n").compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }

        /// Starts to list the events of a keyboard's mapped window.
        func traceWindow(named name: String = onboardWindow) async throws -> WindowTrace {
            let search = try await run("xdotool", "search", "--onlyvisible", "--name", "^\(name)$")
            let window = search.trimmingCharacters(in: .whitespacesAndNewlines)
            let log = folder.appending(path: "xev-\(UUID().uuidString.prefix(8)).txt")
            let list = "exec xev -id \(window) -event structure -event property > '\(log.path)'"
            _ = try session.start("bash", ["-c", list])
            let start = try await windowFrame(named: name) ?? .null
            let trace = WindowTrace(log: log, start: start) { [unowned self] name in
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
    }
#endif

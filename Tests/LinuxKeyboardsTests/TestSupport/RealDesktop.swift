#if SystemKeyboards
    import Foundation
    import Testing

    /// A desktop with a private bus, an X server, a window manager, and the real Onboard or the real matchbox-keyboard.
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
        /// The title of the window of matchbox-keyboard, which has no class.
        nonisolated static let matchboxWindow = "Keyboard"
        /// The title of the window of xvkbd.
        nonisolated static let xvkbdWindow = "xvkbd - Virtual Keyboard"

        let session: DesktopSession
        private let screen: String
        private let hasWindowManager: Bool

        /// Whether the tests that need a real desktop run.
        ///
        /// The environment variable names the folder of the logs.
        nonisolated static var isAvailable: Bool {
            ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_DESKTOP"] != nil
        }

        /// Starts the bus, the X server and the window manager.
        init(screen: String = "1280x800", windowManager: Bool = true, scale: Int = 1) async throws {
            self.screen = screen
            hasWindowManager = windowManager
            session = try await DesktopSession()
            if scale != 1 { session.environment["GDK_SCALE"] = "\(scale)" }
            try await startBus()
            try await startDisplay()
        }

        /// The number of displays that this process has named.
        private static var displayCount = 0

        /// Returns the number of a display that this process has not used.
        ///
        /// Without a number, a new server could take the display of a server that another test has killed. The other
        /// test could then not start its server again.
        static func unusedDisplay() -> Int {
            defer { displayCount += 1 }
            // Each process has its own range of 100 numbers.
            return 1_000 + Int(getpid()) % 500 * 100 + displayCount
        }

        /// Starts the X server and the window manager.
        ///
        /// After ``kill(_:)``, the display keeps its name.
        func startDisplay() async throws {
            let display = environment["DISPLAY"] ?? ":\(Self.unusedDisplay())"
            // A killed server would leave its socket in the file system. The abstract socket ends with the server.
            let sockets = ["-nolisten", "tcp", "-nolisten", "unix"]
            let options = ["-screen", "0", "\(screen)x24", "-noreset", "-displayfd", "1"] + sockets
            // The line is printed when the server is ready.
            _ = try await session.firstLine(of: session.start("Xvfb", [display] + options))
            session.environment["DISPLAY"] = display
            guard hasWindowManager else { return }
            // The command runs when the window manager is ready.
            _ = try await session.firstLine(of: session.start("openbox", ["--sm-disable", "--startup", "echo ready"]))
        }

        /// Starts a window manager.
        ///
        /// If another window manager runs, the new window manager replaces it.
        func replaceWindowManager() async throws {
            _ = try await session.firstLine(
                of: session.start("openbox", ["--sm-disable", "--replace", "--startup", "echo ready"])
            )
        }

        /// Starts metacity on a server without a window manager, and waits until it manages the windows.
        func startMetacity() async throws {
            _ = try session.start("metacity", ["--sm-disable"])
            try await run("bash", "-c", "until xprop -root _NET_SUPPORTING_WM_CHECK | grep -q '#'; do :; done")
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

        /// Starts matchbox-keyboard, and waits until its window exists.
        ///
        /// matchbox-keyboard does not choose its place. A rule of the window manager docks the keyboard. In daemon
        /// mode, the keyboard needs a window manager and is hidden at first. ``MatchboxClient`` shows it.
        func startMatchbox(_ docking: Docking = .floating, isDaemon: Bool = false) async throws {
            if docking != .floating { try await dockMatchbox(docking) }
            _ = try session.start("matchbox-keyboard", isDaemon ? ["-d"] : [])
            let options = isDaemon ? "" : "--onlyvisible"
            let search = "xdotool search \(options) --name '^\(Self.matchboxWindow)$'"
            try await run("bash", "-c", "until \(search) 2>/dev/null; do :; done")
        }

        private func dockMatchbox(_ docking: Docking) async throws {
            let folder = try session.createFolder("home/.config/openbox")
            let configuration = """
                <openbox_config xmlns="http://openbox.org/3.4/rc">
                  <theme><keepBorder>no</keepBorder></theme>
                  <applications>
                    <application title="\(Self.matchboxWindow)">
                      <decor>no</decor>
                      <position force="yes"><x>0</x><y>\(docking == .top ? "0" : "-0")</y></position>
                    </application>
                  </applications>
                </openbox_config>
                """
            try configuration.write(to: folder.appending(path: "rc.xml"), atomically: true, encoding: .utf8)
            try await run("openbox", "--reconfigure")
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

        /// The frame of a keyboard's mapped window in points, as xwininfo reads it; `nil` if no window is mapped.
        func windowFrame(named name: String = onboardWindow, scale: Double = 1) async throws -> CGRect? {
            // If a window is destroyed meanwhile, the search fails with a message. If nothing is found, it fails
            // without a message.
            let search = "xdotool search --onlyvisible --name '^\(name)$' 2>&1"
            let script = """
                until windows=$(\(search)) || [ -z "$windows" ]; do :; done
                for window in $windows; do
                    xwininfo -id "$window" | sed -n 's/.*Absolute upper-left [XY]: *//p; s/^ *Width: *//p; s/^ *Height: *//p'
                done
                """
            let pixels = try await run("bash", "-c", script).split(separator: "\n").compactMap { Double($0) }
            let numbers = pixels.map { $0 / scale }
            guard numbers.count == 4 else { return nil }
            return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }

        /// Maps or unmaps a window, as another app does, and waits until the server has done it.
        func setWindow(named name: String, isMapped: Bool) async throws {
            let command = isMapped ? "windowmap" : "windowunmap"
            try await run("bash", "-c", "xdotool \(command) --sync $(xdotool search --name '^\(name)$')")
        }

        /// Waits until a window with this name is mapped, or until no such window is mapped.
        func waitForWindow(named name: String, isMapped: Bool) async throws {
            let search = "xdotool search --onlyvisible --name '^\(name)$'"
            let isReached = isMapped ? "\(search) 2>/dev/null" : "[ -z \"$(\(search) 2>&1)\" ]"
            try await run("bash", "-c", "until \(isReached); do :; done")
        }

        /// Moves a mapped window, as a person does.
        func moveWindow(named name: String = onboardWindow, to position: CGPoint) async throws {
            let window = try await mappedWindow(named: name)
            try await run("xdotool", "windowmove", window, "\(Int(position.x))", "\(Int(position.y))")
        }

        /// Resizes a mapped window, as a person does.
        func resizeWindow(named name: String = onboardWindow, to size: CGSize) async throws {
            let window = try await mappedWindow(named: name)
            try await run("xdotool", "windowsize", window, "\(Int(size.width))", "\(Int(size.height))")
        }

        /// The number of the mapped window with this title.
        ///
        /// Onboard has other windows with the same title.
        private func mappedWindow(named name: String) async throws -> String {
            try await run("xdotool", "search", "--onlyvisible", "--name", "^\(name)$")
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Starts to list the events of a keyboard's mapped window.
        func traceWindow(named name: String = onboardWindow) async throws -> WindowTrace {
            let window = try await mappedWindow(named: name)
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

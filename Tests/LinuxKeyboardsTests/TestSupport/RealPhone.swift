#if SystemKeyboards
    import Foundation
    import TestSupport

    @testable import LinuxKeyboards

    /// A phone with a private bus, a Wayland compositor without a screen, and a real keyboard.
    ///
    /// The compositor gives a maximized client the part of the screen that the keyboard leaves free.
    @MainActor
    final class RealPhone: PrivateDesktop {
        /// The user `nobody`, which runs sway if the tests run as root.
        ///
        /// sway refuses to run as root.
        private static let unprivilegedUser = 65_534

        /// The connection that gives phoc a pointer.
        private var pointer: WaylandConnection?

        enum Compositor: CaseIterable {
            case sway, phoc
        }

        /// The compositors of the tests: sway, and in the long run also phoc.
        nonisolated static let compositors = RandomTestSize.isFull ? Compositor.allCases : [.sway]

        let session: DesktopSession
        /// The size of the screen in pixels.
        let screen: CGSize

        /// Starts the bus and the compositor.
        ///
        /// - Parameters:
        ///   - compositor: The compositor.
        ///   - screen: The size of the screen.
        ///   - panelHeight: The height of a panel at the top, which ``showPanel()`` shows.
        /// - Throws: An error if the compositor does not start.
        init(
            _ compositor: Compositor = .sway,
            screen: CGSize = CGSize(width: 720, height: 1_440),
            panelHeight: Int = 30
        ) async throws {
            self.screen = screen
            session = try await DesktopSession()
            session.environment["GDK_BACKEND"] = "wayland"
            try await startBus()
            switch compositor {
            case .sway: try await startSway(panelHeight: panelHeight)
            case .phoc: try await startPhoc()
            }
        }

        private func startPhoc() async throws {
            let configuration = """
                [core]
                xwayland=false
                [output:HEADLESS-1]
                mode = \(Int(screen.width))x\(Int(screen.height))
                scale = 1

                """
            let file = folder.appending(path: "phoc.ini")
            try configuration.write(to: file, atomically: true, encoding: .utf8)
            let child = try session.start("phoc", ["-C", file.path], variables: Self.withoutDevices)
            // The line is "Running compositor on wayland display 'wayland-0'".
            let words = try await session.firstLine(of: child).split(separator: "'")
            session.environment["WAYLAND_DISPLAY"] = words.last.map(String.init)
            // phoc has a seat only while there is a pointer or a hardware keyboard. The on-screen keyboards need the
            // seat.
            let connection = try WaylandConnection(environment: environment)
            let registry = try WaylandRegistry(of: connection)
            let isSeated = await result(within: timeLimit) { finish in
                registry.onChange = {
                    if registry.globals.contains(where: { $0.interface == "wl_seat" }) { finish(true) }
                }
                registry.onComplete = {
                    let name = "zwlr_virtual_pointer_manager_v1"
                    guard let global = registry.globals.first(where: { $0.interface == name }) else { return }
                    let manager = registry.bind(global, version: 1)
                    let pointer = connection.makeObject()
                    connection.send(0, to: manager, [.number(0), .number(pointer)])  // create_virtual_pointer
                }
            }
            (registry.onChange, registry.onComplete) = ({}, {})
            guard isSeated == true else { throw DesktopSession.Failure(description: "phoc has no seat") }
            pointer = connection
        }

        private static let withoutDevices = [
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
        ]

        func startSway(panelHeight: Int = 30) async throws {
            // sway prints the line when it is ready. The name of the socket is absolute, because the clients run as
            // another user and with another run-time folder.
            let configuration = """
                xwayland disable
                default_border none
                bar {
                    id panel
                    mode invisible
                    position top
                    height \(panelHeight)
                    status_command true
                }
                output HEADLESS-1 resolution \(Int(screen.width))x\(Int(screen.height))
                exec sh -c 'echo $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY $SWAYSOCK'

                """
            let file = folder.appending(path: "sway.conf")
            try configuration.write(to: file, atomically: true, encoding: .utf8)
            let runtime = try session.createFolder("sway")
            var command = ["sway", "-c", file.path]
            if geteuid() == 0 {
                let user = Self.unprivilegedUser
                command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--"] + command
                let manager = FileManager.default
                try manager.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
                try manager.setAttributes(
                    [.ownerAccountID: user, .groupOwnerAccountID: user],
                    ofItemAtPath: runtime.path
                )
            }
            let variables = Self.withoutDevices.merging(["XDG_RUNTIME_DIR": runtime.path]) { $1 }
            let child = try session.start(
                command[0],
                Array(command.dropFirst()),
                name: "sway",
                variables: variables
            )
            let sockets = try await session.firstLine(of: child).split(separator: " ").map(String.init)
            guard sockets.count == 2 else {
                throw DesktopSession.Failure(description: "sway has no socket; see \(folder.path)/sway.log")
            }
            session.environment["WAYLAND_DISPLAY"] = sockets[0]
            session.environment["SWAYSOCK"] = sockets[1]
        }

        func showPanel() async throws {
            try await sway("bar panel mode dock")
        }

        /// Starts squeekboard, and waits until its name is on the bus.
        ///
        /// If squeekboard follows the focus, it is shown while a text field has the focus. It is also shown for 170
        /// milliseconds after its start.
        func startSqueekboard(followsFocus: Bool = false) async throws {
            let setting = "org.gnome.desktop.a11y.applications"
            try await run("gsettings", "set", setting, "screen-keyboard-enabled", "\(followsFocus)")
            _ = try session.start("squeekboard")
            try await run("gdbus", "wait", "--session", "--timeout", "20", SqueekboardClient.name)
        }

        /// Starts wvkbd with a height of 260 points.
        func startWvkbd(isHidden: Bool = true) throws {
            let arguments = ["-H", "260", "-L", "200"] + (isHidden ? ["--hidden"] : [])
            _ = try session.start("wvkbd-mobintl", arguments, name: "wvkbd")
        }

        /// Sends a signal to wvkbd: `SIGUSR2` shows the keyboard, and `SIGUSR1` hides it.
        func signalWvkbd(_ signal: Int32) throws {
            Foundation.kill(try session.identifier(of: "wvkbd"), signal)
        }

        /// Starts a client with two text fields, and waits until it is as wide as the screen.
        func startClient() async throws -> WaylandClient {
            let client = try WaylandClient(on: session, .tiled)
            guard await client.reaches({ [screen] in $0.width == screen.width }) else {
                throw DesktopSession.Failure(description: "the client has no size; see \(folder.path)/client.log")
            }
            return client
        }

        /// Sends a command to the compositor, such as `output HEADLESS-1 transform 90`.
        func sway(_ command: String) async throws {
            _ = try await session.run("swaymsg", [command])
        }
    }
#endif

#if SystemKeyboards
    import Foundation

    /// A phone with a private bus, a Wayland compositor without a screen, and the real squeekboard.
    ///
    /// The compositor is sway, which gives a single client the whole screen, less what the keyboard takes.
    @MainActor
    final class RealPhone: PrivateDesktop {
        /// The user that runs sway if the tests run as root, because sway refuses root: `nobody`.
        private static let unprivilegedUser = 65_534

        let session: DesktopSession
        /// The size of the screen in pixels.
        let screen: CGSize

        /// Starts the bus and the compositor.
        ///
        /// - Parameters:
        ///   - screen: The size of the screen.
        ///   - panelHeight: The height of a panel at the top, which ``showPanel()`` shows.
        /// - Throws: An error if the compositor does not start.
        init(screen: CGSize = CGSize(width: 720, height: 1_440), panelHeight: Int = 30) async throws {
            self.screen = screen
            session = try await DesktopSession()
            session.environment["GDK_BACKEND"] = "wayland"
            try await startBus()
            try await startCompositor(panelHeight: panelHeight)
        }

        private func startCompositor(panelHeight: Int) async throws {
            // The line is printed when sway is ready. The socket has an absolute name, because the clients run as another
            // user, in another run-time folder.
            let configuration = """
                xwayland disable
                default_border none
                for_window [title="^floating$"] floating enable
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
            let variables = [
                "XDG_RUNTIME_DIR": runtime.path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
                "WLR_LIBINPUT_NO_DEVICES": "1",
            ]
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
        /// A squeekboard that follows the focus is shown while a text field has the focus, and for 170 milliseconds after
        /// its start.
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

        /// Starts a client with two text fields, and waits until it is as wide as the screen, or floats.
        func startClient(isFloating: Bool = false) async throws -> WaylandClient {
            let client = try WaylandClient(on: session, isFloating ? .floating : .tiled)
            guard await client.reaches({ [screen] in isFloating || $0.width == screen.width }) else {
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

#if SystemKeyboards
    import Foundation

    /// A Plasma desktop without a screen: a private bus, the real KWin, and maliit-keyboard as its virtual keyboard.
    @MainActor
    final class RealPlasma: PrivateDesktop {
        /// Whether the tests can use real desktops, and KWin and maliit-keyboard can run.
        nonisolated static var isAvailable: Bool {
            RealDesktop.isAvailable && canShowKeyboard
                && [compositor, keyboard].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
        }

        /// Whether Qt has its plugin for Wayland, without which maliit-keyboard has no window.
        ///
        /// In Debian, maliit-keyboard does not depend on the package of the plugin.
        private nonisolated static var canShowKeyboard: Bool {
            let manager = FileManager.default
            let names = (try? manager.contentsOfDirectory(atPath: "/usr/lib")) ?? []
            return (["/usr/lib", "/usr/lib64"] + names.map { "/usr/lib/\($0)" }).contains {
                let plugins = try? manager.contentsOfDirectory(atPath: "\($0)/qt5/plugins/platforms")
                return plugins?.contains { $0.hasPrefix("libqwayland") } == true
            }
        }

        private nonisolated static let compositor = "/usr/bin/kwin_wayland"
        private nonisolated static let keyboard = "/usr/bin/maliit-keyboard"

        let session: DesktopSession
        let screen = CGSize(width: 1_280, height: 800)

        /// Starts the bus, KWin and its keyboard.
        ///
        /// - Parameter hasTitleBars: Pass `false` for a KWin that decorates no window. Without a plugin for decorations,
        ///   KWin never decorates a window.
        /// - Throws: An error if KWin does not start.
        init(hasTitleBars: Bool = true) async throws {
            session = try await DesktopSession()
            session.environment["GDK_BACKEND"] = "wayland"
            if !hasTitleBars {
                let file = folder.appending(path: "home/.config/kwinrc")
                try "[org.kde.kdecoration2]\nNoPlugin=true\n".write(to: file, atomically: true, encoding: .utf8)
            }
            try await startBus()
            try await startCompositor()
        }

        /// Starts KWin, and waits until its name is on the bus.
        ///
        /// Call this method after ``kill(_:)`` to restart KWin.
        func startCompositor() async throws {
            // KWin's package gives a capability to the program, and a container can refuse to execute a file with this
            // capability. The copy has no capability.
            let program = folder.appending(path: "kwin_wayland").path
            try await run("cp", "--no-preserve=all", Self.compositor, program)
            try await run("chmod", "700", program)
            let socket = "wayland-0"
            let options = [
                "--virtual", "--width", "\(Int(screen.width))", "--height", "\(Int(screen.height))", "--no-lockscreen",
                "--no-global-shortcuts", "--inputmethod", Self.keyboard, "--socket", socket,
            ]
            // Without the variable, KWin shows its keyboard only after a touch.
            _ = try session.start(program, options, name: "kwin_wayland", variables: ["KWIN_IM_SHOW_ALWAYS": "1"])
            session.environment["WAYLAND_DISPLAY"] = socket
            try await run("gdbus", "wait", "--session", "--timeout", "20", KWinClient.name)
        }

        /// Kills maliit-keyboard, which KWin starts again.
        func killKeyboard() async throws {
            try await run("pkill", "-KILL", "-P", "\(try session.identifier(of: "kwin_wayland"))", "maliit")
        }

        /// Starts a maximized client with two text fields, and waits until its size is known.
        ///
        /// If KWin has a decoration, the client is lower than the screen, because the window has a title bar.
        func startClient() async throws -> (client: WaylandClient, whole: CGSize) {
            let client = try WaylandClient(on: session, .maximized)
            guard await client.reaches({ [screen] in $0.width == screen.width }), let whole = client.size else {
                throw DesktopSession.Failure(description: "the client is not maximized; see \(folder.path)/client.log")
            }
            return (client, whole)
        }
    }
#endif

#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// A private bus and the real GNOME Shell, without a screen.
    @MainActor
    final class RealGNOMEShell: PrivateDesktop {
        nonisolated static var isAvailable: Bool { RealDesktop.isAvailable && canRun }
        private nonisolated static let canRun = FileManager.default.isExecutableFile(atPath: "/usr/bin/gnome-shell")
        private static let setting = ["org.gnome.desktop.a11y.applications", "screen-keyboard-enabled"]

        let session: DesktopSession

        init(monitors: [String] = ["1280x800"]) async throws {
            session = try await DesktopSession()
            session.environment["NO_AT_BRIDGE"] = nil
            for (name, value) in [
                "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "GNOME", "LIBGL_ALWAYS_SOFTWARE": "1",
                "WAYLAND_DISPLAY": "wayland-0", "DBUS_SYSTEM_BUS_ADDRESS": environment["DBUS_SESSION_BUS_ADDRESS"],
            ] { session.environment[name] = value }
            try await startBus()
            try await switchKeyboard(on: true)
            let options = ["--headless", "--wayland", "--no-x11", "--unsafe-mode", "--wayland-display", "wayland-0"]
            _ = try session.start("gnome-shell", options + monitors.flatMap { ["--virtual-monitor", $0] })
            try await run("gdbus", "wait", "--session", "--timeout", "60", "org.gnome.Shell")
            while (try? await evaluate("!Main.layoutManager._startingUp && !!Main.keyboard._keyboard"))
                != "(true, 'true')"
            {
                await pause(.milliseconds(50))
            }
            // Without a graphics card, the shell has no animations. It completes words only with a schema of ibus.
            let completion = "imports.misc.ibusManager.getIBusManager()._oskCompletion = false"
            _ = try await evaluate("imports.gi.St.Settings.get().uninhibit_animations(); \(completion)")
        }

        @discardableResult
        func evaluate(_ script: String) async throws -> String {
            let output = try await run(
                "gdbus",
                "call",
                "--session",
                "--dest",
                "org.gnome.Shell",
                "--object-path",
                "/org/gnome/Shell",
                "--method",
                "org.gnome.Shell.Eval",
                script
            )
            return output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        func switchKeyboard(on isOn: Bool) async throws {
            try await run("gsettings", "set", Self.setting[0], Self.setting[1], "\(isOn)")
        }
    }

    /// The real GNOME Shell with its keyboard.
    @MainActor
    @Suite(.enabled(if: RealGNOMEShell.isAvailable), .serialized)
    struct RealGNOMEShellTests {
        private nonisolated static let rounds = RandomTestSize.isFull ? 20 : 2

        struct Place: Sendable {
            var monitors: [String], index = 0
            var frame: CGRect
        }

        @Test(arguments: [
            Place(monitors: ["1280x800"], frame: CGRect(x: 0, y: 533, width: 1280, height: 267)),
            Place(monitors: ["800x1280"], frame: CGRect(x: 0, y: 960, width: 800, height: 320)),
            Place(
                monitors: ["800x600", "1280x800"],
                index: 1,
                frame: CGRect(x: 1280, y: 400, width: 800, height: 200)
            ),
        ])
        func itIsFollowed(place: Place) async throws {
            let desktop = try await RealGNOMEShell(monitors: place.monitors)
            let source = SystemKeyboard(kinds: [.gnomeShell], environment: desktop.environment)
            let keyboard = ObservedSource(source)
            let checker = KeyboardStoryChecker(keyboard.pool, capabilities: [.frames, .didEvents])
            let requester = KeyboardRequester(of: source, pool: keyboard.pool)
            try keyboard.start()
            await waitUntil { source.status == .available }
            requester.focusBegan(in: keyboard)
            for _ in 0..<Self.rounds {
                try await desktop.evaluate("Main.keyboard.open(\(place.index))")
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                #expect(keyboard.pool.keyboard.frame == place.frame && keyboard.pool.keyboard.isObscured)
                try await desktop.evaluate("Main.keyboard.close()")
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
                #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            }
            try await desktop.evaluate("Main.keyboard.open(\(place.index))")
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            try await desktop.switchKeyboard(on: false)
            await waitUntil { keyboard.pool.keyboard.phase == .hidden && source.status != .available }
            try await desktop.switchKeyboard(on: true)
            await waitUntil { source.status == .available }
            try await desktop.evaluate("Main.keyboard.open(\(place.index))")
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            try await desktop.kill("gnome-shell")
            await waitUntil { keyboard.pool.keyboard.phase == .hidden && source.status != .available }
            #expect(checker.findings == [])
            withExtendedLifetime(requester) {}
            desktop.stop()
        }
    }
#endif

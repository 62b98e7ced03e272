#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// A program that a shown keyboard needs is stopped for a second, or ends and starts again.
    ///
    /// The state is right within a second after the program continues or ends, and no descriptor is left. In the long
    /// run, the source also starts again instead of reconnecting.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct DisturbedKeyboardTests {
        private nonisolated static let programs = [
            "onboard": ["onboard", "dbus-daemon", "Xvfb"], "squeekboard": ["squeekboard", "dbus-daemon", "sway"],
            "wvkbd": ["wvkbd", "dbus-daemon", "sway"],
        ].flatMap { keyboard, programs in programs.map { (keyboard, $0) } }

        @Test(arguments: programs, RandomTestSize.isFull ? [true, false] : [true])
        func theStateIsRightWithinASecond(of programs: (String, String), reconnects: Bool) async throws {
            let (keyboard, program) = programs
            let (desktop, starts) = try await desktop(of: keyboard)
            try await starts[keyboard]?()
            let source = SystemKeyboard(reconnects: reconnects, environment: desktop.environment)
            let observed = ObservedSource(source)
            func show() async throws {
                await waitUntil { source.status == .available }
                await desktop.waitForRest()
                try source.requestShow()
                #expect(await reaches(within: .seconds(1), observed.pool) { $0.phase == .shown })
            }
            try observed.start()
            try await show()
            let count = connectionCount(to: desktop)
            let stopped = try desktop.session.identifier(of: program)
            kill(stopped, SIGSTOP)
            try source.requestHide()
            await pause(.seconds(1))
            kill(stopped, SIGCONT)
            #expect(await reaches(within: .seconds(1), observed.pool) { $0.phase == .hidden })
            try await show()

            try await desktop.kill(program)
            // wvkbd does not use the bus.
            let phase: KeyboardState.Phase = programs == ("wvkbd", "dbus-daemon") ? .shown : .hidden
            #expect(await reaches(within: .seconds(1), observed.pool) { $0.phase == phase })
            if program != keyboard {
                try await starts[program]?()
                #expect(observed.pool.keyboard.phase == phase)
                try await desktop.kill(keyboard)
            }
            try await starts[keyboard]?()
            if !reconnects { try observed.start() }
            try await show()
            await waitUntil { connectionCount(to: desktop) <= count }
            source.stop()
            await waitUntil { connectionCount(to: desktop) == 0 }
            desktop.stop()
        }

        /// Returns a desktop, and how its programs are started.
        private func desktop(
            of keyboard: String
        ) async throws -> (any PrivateDesktop, [String: @MainActor () async throws -> Void]) {
            guard keyboard == "onboard" else {
                let phone = try await RealPhone()
                return (
                    phone,
                    [
                        "squeekboard": { try await phone.startSqueekboard() }, "wvkbd": { try phone.startWvkbd() },
                        "dbus-daemon": phone.startBus, "sway": { try await phone.startSway() },
                    ]
                )
            }
            let desktop = try await RealDesktop()
            return (
                desktop,
                [
                    "onboard": { try await desktop.startOnboard(.bottom) }, "Xvfb": desktop.startDisplay,
                    "dbus-daemon": desktop.startBus,
                ]
            )
        }

        /// The number of descriptors of this process that are connected to a desktop, even if the other end is closed.
        private func connectionCount(to desktop: any PrivateDesktop) -> Int {
            let display = "\0/tmp/.X11-unix/X\(desktop.environment["DISPLAY"]?.dropFirst() ?? "")\0"
            return (CInt(0)..<1_024).count { descriptor in
                var address = sockaddr_un()
                var size = socklen_t(MemoryLayout.size(ofValue: address))
                unsafe withUnsafeMutableBytes(of: &address) { bytes in
                    _ = unsafe getpeername(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
                }
                let name = unsafe withUnsafeBytes(of: address.sun_path) { unsafe String(decoding: $0, as: UTF8.self) }
                return [display, desktop.folder.path].contains { name.hasPrefix($0) }
            }
        }
    }
#endif

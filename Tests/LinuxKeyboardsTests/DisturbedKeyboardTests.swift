#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// A program that a shown keyboard needs is stopped for a second, or ends and starts again.
    ///
    /// The state is right within a second after the program continues or ends, and no descriptor is left. In the long
    /// run, and for Onboard in each run, the source also starts again instead of reconnecting.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct DisturbedKeyboardTests {
        private nonisolated static let programs = [
            "onboard": ["onboard", "dbus-daemon", "Xvfb"], "squeekboard": ["squeekboard", "dbus-daemon", "sway"],
            "wvkbd": ["wvkbd", "dbus-daemon", "sway"],
        ].flatMap { keyboard, programs in
            let reconnects = RandomTestSize.isFull || keyboard == "onboard" ? [true, false] : [true]
            return programs.flatMap { program in reconnects.map { (keyboard, program, $0) } }
        }

        @Test(arguments: programs)
        func theStateIsRightWithinASecond(of keyboard: String, program: String, reconnects: Bool) async throws {
            let (desktop, starts) = try await desktop(of: keyboard)
            try await starts[keyboard]?()
            let source = SystemKeyboard(reconnects: reconnects, environment: desktop.environment)
            let observed = ObservedSource(source)
            func show() async throws {
                await waitUntil { source.status == .available }
                await desktop.waitForRest()
                try source.requestShow()
                #expect(await reaches(within: timeLimit, observed.pool) { $0.phase == .shown })
            }
            func end(_ program: String, loses: Bool) async throws {
                try await desktop.kill(program)
                #expect(await reaches(within: .seconds(1), observed.pool) { $0.phase == .hidden })
                await waitUntil {
                    switch source.status {
                    case .unavailable(.notConnected): loses
                    case .unavailable(.notRunning(let name)): !loses && name.lowercased().hasPrefix(keyboard)
                    default: false
                    }
                }
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

            // wvkbd does not use the bus, and the source reaches squeekboard only through the bus.
            let isUnused = (keyboard, program) == ("wvkbd", "dbus-daemon")
            let loses = program != keyboard && !isUnused && (keyboard, program) != ("squeekboard", "sway")
            if isUnused {
                try await desktop.kill(program)
                await waitUntil {
                    source.candidates.contains {
                        if case .unavailable(.notConnected("the session bus", _)) = $0.status { true } else { false }
                    }
                }
                #expect(observed.pool.keyboard.phase == .shown && source.status == .available)
            } else {
                try await end(program, loses: loses)
            }
            if program != keyboard {
                try await starts[program]?()
                #expect(observed.pool.keyboard.phase == (isUnused ? .shown : .hidden))
                try await end(keyboard, loses: loses && !reconnects)
            }
            try await starts[keyboard]?()
            if !reconnects {
                await desktop.waitForRest()
                #expect(!loses || observed.pool.keyboard.phase == .hidden)
                try observed.start()
            }
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

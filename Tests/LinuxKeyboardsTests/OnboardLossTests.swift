#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import Testing

    /// Onboard ends, or the bus or the X server is missing.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct OnboardLossTests {
        @Test(arguments: RealDesktop.Docking.allCases)
        func aKilledKeyboardIsHidden(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            let count = keyboard.events.count
            try await desktop.kill("onboard")
            #expect(await keyboard.isHidden(within: .seconds(1)))
            let hides = keyboard.events.dropFirst(count)
            #expect(hides.allSatisfy { $0.info.animationDuration == 0 })
            let kinds = docking == .floating ? [.willChangeFrame, .didChangeFrame] : Transition.hide
            #expect(hides.map(\.kind) == kinds)
            #expect(keyboard.source.status == .unavailable(.notRunning(keyboard: "Onboard")))

            try await desktop.startOnboard(docking)
            #expect(await keyboard.isShown())
            #expect(keyboard.source.status == .available)
            try await expectWindow(desktop, keyboard)
            desktop.stop()
        }

        @Test func aKeyboardThatIsKilledWhileItSlidesIsHidden() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(.bottom)
            let keyboard = ObservedKeyboard(on: desktop)
            try keyboard.start()
            #expect(await keyboard.isShown())
            try keyboard.source.requestHide()
            #expect(await keyboard.isHidden())
            try keyboard.source.requestShow()
            #expect(await keyboard.nextFrameInMotion() != nil)
            try await desktop.kill("onboard")
            #expect(await keyboard.isHidden(within: .seconds(1)))
            desktop.stop()
        }

        @Test func aMissingBusAndAMissingServerAreNamed() async throws {
            let desktop = try await RealDesktop(windowManager: false)
            func source(_ name: String, _ value: String?) -> SystemKeyboard {
                var environment = desktop.environment
                environment[name] = value
                if name != "DISPLAY" { environment["XDG_RUNTIME_DIR"] = nil }
                return SystemKeyboard(kinds: [.onboard], environment: environment)
            }
            let bus = "DBUS_SESSION_BUS_ADDRESS"
            for (name, value, reason) in [
                ("DISPLAY", nil, "the X server: DISPLAY is not set"),
                (bus, nil, "neither \(bus) nor XDG_RUNTIME_DIR is set"),
                (bus, "unix:path=/nowhere", "the session bus"), (bus, "unixexec:path=/bin/true", "unixexec"),
            ] {
                let source = source(name, value)
                let error = #expect(throws: KeyboardSourceError.self) { try source.start(postingTo: .init()) }
                #expect(error?.description.contains(reason) == true)
            }
            // If the server refuses the connection, `start` throws no error. Only the status reports the reason.
            let keyboard = source("DISPLAY", ":4711")
            try keyboard.start(postingTo: NotificationCenter())
            #expect(keyboard.status == .connecting)
            await waitUntil { keyboard.status != .connecting }
            let reason = "it does not accept the connection"
            #expect(keyboard.status == .unavailable(.notConnected(service: "the X server \":4711\"", reason: reason)))
            desktop.stop()
        }

        @Test func aHundredCyclesLeaveNothingBehind() async {
            // The check runs in a process of its own, because it compares the threads and descriptors of the process.
            await #expect(processExitsWith: .success) {
                try await OnboardLossTests().checkCycles()
            }
        }

        private func checkCycles() async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(.bottom)
            let keyboard = ObservedKeyboard(on: desktop)
            var counts: [(threads: Int, descriptors: Int)] = []
            for _ in 0..<100 {
                try keyboard.start()
                #expect(await keyboard.reachesStatus { $0 == .available })
                keyboard.source.stop()
                // The descriptors are closed in later turns of the main queue.
                await keyboard.turns(5)
                counts.append(try (entries("task"), entries("fd")))
            }
            // Dispatch closes the descriptors of the last cycles in later turns. The smallest counts of 20 cycles are
            // therefore compared.
            let descriptors = counts.map(\.descriptors)
            #expect(descriptors.suffix(20).min() ?? .max <= descriptors.prefix(20).min() ?? 0)
            // A cycle adds no thread. On a busy machine, Dispatch adds idle threads to its pool.
            #expect(counts[99].threads - counts[0].threads < 20)
            desktop.stop()
        }

        private func entries(_ folder: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
        }
    }
#endif

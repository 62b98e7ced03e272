#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// The real wvkbd under a real compositor.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct WvkbdTests {
        private let shown = CGRect(x: 0, y: 1_180, width: 720, height: 260)

        @Test func itConforms() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            try phone.startWvkbd()
            let keyboard = SystemKeyboard(kinds: [.wvkbd], environment: phone.environment)
            try await SourceConformance(
                of: keyboard,
                show: { try? phone.signalWvkbd(SIGUSR2) },
                hide: { try? phone.signalWvkbd(SIGUSR1) },
                settle: { await phone.settle(keyboard) { client.size } },
                isShown: { client.size?.height == 1_180 },
                // wvkbd stays on screen if it is asked to show and at once to hide.
                dropsQuickRequests: true
            ).expectNoFindings()
            phone.stop()
        }

        @Test(arguments: RealPhone.compositors)
        func itAppearsAndDisappearsOnRequest(compositor: RealPhone.Compositor) async throws {
            let phone = try await RealPhone(compositor)
            let keyboard = ObservedSource(SystemKeyboard(environment: phone.environment))
            try phone.startWvkbd()
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .wvkbd && keyboard.source.status == .available }
            for _ in 0..<3 {
                try keyboard.source.requestShow()
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                #expect(keyboard.pool.keyboard.frame == shown)
                #expect(keyboard.pool.keyboard.placement == .docked)
                try keyboard.source.requestHide()
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            }
            // If wvkbd received both signals without a pause, it would stay on screen.
            try keyboard.source.requestShow()
            try keyboard.source.requestHide()
            await phone.settle(keyboard.source)
            await pause(.milliseconds(300))
            #expect(keyboard.pool.keyboard.phase == .hidden)
            try await phone.kill("wvkbd")
            await waitUntil { keyboard.source.status == .unavailable(.notRunning(keyboard: "wvkbd")) }
            phone.stop()
        }

        /// A panel of 40 or 150 points takes room while squeekboard is hidden.
        ///
        /// The panel must not count as a keyboard.
        @Test(arguments: [40, 150])
        func aPanelIsNoKeyboard(height: Int) async throws {
            let phone = try await RealPhone(panelHeight: height)
            let client = try await phone.startClient()
            let keyboard = ObservedSource(SystemKeyboard(environment: phone.environment))
            try await phone.startSqueekboard()
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .osk0 && keyboard.source.capabilities.contains(.frames) }
            try await phone.showPanel()
            #expect(await client.reaches { $0.height == 1_440 - Double(height) })
            await pause(.milliseconds(1_100))
            #expect(keyboard.kinds == [])
            // The frame of the keyboard does not include the panel.
            try keyboard.source.requestShow()
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            await phone.settle(keyboard.source)
            #expect(keyboard.pool.keyboard.frame?.height == 230)
            phone.stop()
        }
    }
#endif

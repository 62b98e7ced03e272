#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import LinuxKeyboards
    import Testing

    /// The real squeekboard under a real compositor.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct SqueekboardTests {
        private func area(_ size: CGSize) -> CGRect {
            CGRect(origin: .zero, size: size)
        }

        @Test(arguments: [false, true])
        func itConforms(reportsArea: Bool) async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            let keyboard = SystemKeyboard(kinds: [.osk0], environment: phone.environment)
            if reportsArea {
                client.onSizeChange = { keyboard.reportUsableArea(area($0)) }
                keyboard.reportUsableArea(area(try #require(client.size)))
            }
            try await phone.startSqueekboard()
            let squeekboard = try await SqueekboardClient(on: phone)
            try await SourceConformance(
                of: keyboard,
                show: { squeekboard.setVisible(true) },
                hide: { squeekboard.setVisible(false) },
                settle: { await phone.settle(keyboard) { client.size } },
                isShown: { client.size?.height == 1_210 }
            ).expectNoFindings()
            phone.stop()
        }

        /// The app does not report its usable area.
        @Test(arguments: RealPhone.compositors)
        func theFrameIsMeasured(compositor: RealPhone.Compositor) async throws {
            let phone = try await RealPhone(compositor)
            let keyboard = ObservedSource(SystemKeyboard(environment: phone.environment))
            try await phone.startSqueekboard()
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .osk0 && keyboard.source.capabilities.contains(.frames) }
            // squeekboard may still be starting.
            await phone.settle(keyboard.source)
            for _ in 0..<3 {
                try keyboard.source.requestShow()
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                #expect(keyboard.pool.keyboard.frame == CGRect(x: 0, y: 1_210, width: 720, height: 230))
                #expect(keyboard.pool.keyboard.screenBounds == CGRect(origin: .zero, size: phone.screen))
                try keyboard.source.requestHide()
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            }
            phone.stop()
        }

        @Test func theFrameIsWhatTheWindowLoses() async throws {
            let phone = try await RealPhone()
            let client = try await phone.startClient()
            let keyboard = ObservedSource(SystemKeyboard(environment: phone.environment))
            client.onSizeChange = { keyboard.source.reportUsableArea(area($0)) }
            // The first report must be the area without the keyboard. The app therefore reports before
            // squeekboard starts, because squeekboard is shown at its start.
            keyboard.source.reportUsableArea(area(try #require(client.size)))
            try await phone.startSqueekboard(followsFocus: true)
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .osk0 && keyboard.source.status == .available }
            for field in [0, 1, 0] {
                client.focusField(field)
                await waitUntil { keyboard.pool.keyboard.phase == .shown }
                await phone.settle(keyboard.source)
                let height = try #require(client.size).height
                #expect(keyboard.pool.keyboard.frame == CGRect(x: 0, y: height, width: 720, height: 1_440 - height))
                #expect(height == 1_210)
                client.removeFocus()
                await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            }
            try keyboard.source.requestShow()
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            try await phone.sway("output HEADLESS-1 transform 90")
            await waitUntil { keyboard.pool.keyboard.frame?.width == 1_440 }
            await phone.settle(keyboard.source)
            let height = try #require(client.size).height
            #expect(keyboard.pool.keyboard.frame == CGRect(x: 0, y: height, width: 1_440, height: 720 - height))
            try await phone.kill("squeekboard")
            #expect(await reaches(within: .seconds(1), keyboard.pool) { $0.phase == .hidden })
            phone.stop()
        }
    }
#endif

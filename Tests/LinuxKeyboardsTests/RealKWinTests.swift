#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import LinuxKeyboards
    import Testing

    /// The real KWin with its virtual keyboard.
    @MainActor
    @Suite(.enabled(if: RealPlasma.isAvailable), .serialized)
    struct RealKWinTests {
        @Test func itConforms() async throws {
            let desktop = try await RealPlasma()
            let (client, _) = try await desktop.startClient()
            client.focusField(0)
            let kwin = try await KWinClient(on: desktop)
            let keyboard = SystemKeyboard(kinds: [.kwin], environment: desktop.environment)
            try await SourceConformance(
                of: keyboard,
                show: { kwin.setActive(true) },
                hide: { kwin.setActive(false) },
                settle: { await desktop.settle(keyboard) }
            ).expectNoFindings()
            desktop.stop()
        }

        @Test func theFocusThatMovesBetweenFieldsHidesNothing() async throws {
            let desktop = try await RealPlasma()
            let (client, whole) = try await desktop.startClient()
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.kwin], environment: desktop.environment))
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
            client.focusField(0)
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            #expect(await client.reaches { $0.height < whole.height })
            for field in [1, 0, 1, 0] {
                client.focusField(field)
                await desktop.settle(keyboard.source, rounds: 11)
            }
            #expect(keyboard.takeKinds() == Transition.show)
            client.removeFocus()
            await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            await desktop.settle(keyboard.source, rounds: 11)
            #expect(keyboard.takeKinds() == Transition.hide)
            #expect(keyboard.infos.allSatisfy { $0.frameBegin == nil && $0.frameEnd == nil })
            desktop.stop()
        }

        /// KWin makes the maximized window of the client smaller.
        ///
        /// The client does not know the height of its title bar, so the frame is in the coordinates of the client.
        @Test(arguments: [false, true])
        func theStripThatTheWindowLosesIsTheFrame(hasTitleBar: Bool) async throws {
            let desktop = try await RealPlasma(hasTitleBars: hasTitleBar)
            let (client, whole) = try await desktop.startClient()
            #expect(hasTitleBar ? whole.height < desktop.screen.height : whole == desktop.screen)
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.kwin], environment: desktop.environment))
            client.onSizeChange = { keyboard.source.reportUsableArea(CGRect(origin: .zero, size: $0)) }
            keyboard.source.reportUsableArea(CGRect(origin: .zero, size: try #require(client.size)))
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
            client.focusField(0)
            await waitUntil { keyboard.pool.keyboard.frame != nil }
            let size = try #require(client.size)
            #expect(size.height < whole.height)
            let strip = CGRect(x: 0, y: size.height, width: size.width, height: whole.height - size.height)
            #expect(keyboard.pool.keyboard.frame == strip)
            client.removeFocus()
            await waitUntil { keyboard.pool.keyboard.phase == .hidden }
            #expect(await client.reaches { $0 == whole })
            desktop.stop()
        }

        @Test func aKeyboardThatIsKilledIsShownAgain() async throws {
            let desktop = try await RealPlasma()
            let (client, whole) = try await desktop.startClient()
            let kwin = try await KWinClient(on: desktop)
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.kwin], environment: desktop.environment))
            let checker = KeyboardStoryChecker(keyboard.pool, capabilities: keyboard.source.capabilities)
            try keyboard.start()
            client.focusField(0)
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            #expect(await client.reaches { $0.height < whole.height })
            try await desktop.killKeyboard()
            #expect(await client.reaches { $0.height == whole.height })
            #expect(await client.reaches { $0.height < whole.height })
            await desktop.settle(keyboard.source, rounds: 11)
            #expect(await kwin.isVisible())
            #expect(keyboard.source.status == .available)
            #expect(keyboard.pool.keyboard.phase == .shown)
            #expect(checker.findings == [])
            desktop.stop()
        }

        @Test func kwinThatIsKilledHidesTheKeyboard() async throws {
            let desktop = try await RealPlasma()
            let (client, _) = try await desktop.startClient()
            let keyboard = ObservedSource(SystemKeyboard(kinds: [.kwin], environment: desktop.environment))
            try keyboard.start()
            client.focusField(0)
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            try await desktop.kill("kwin_wayland")
            #expect(await reaches(within: .seconds(1), keyboard.pool) { $0.phase == .hidden })
            await waitUntil { keyboard.source.status != .available }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            try await desktop.startCompositor()
            await waitUntil { keyboard.source.status == .available }
            let (next, _) = try await desktop.startClient()
            next.focusField(0)
            await waitUntil { keyboard.pool.keyboard.phase == .shown }
            desktop.stop()
        }
    }
#endif

#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// The keyboard of the app, which a source uses while the desktop has no keyboard.
    @MainActor
    @Suite(.serialized)
    struct FallbackKeyboardTests {
        private let bus: PrivateBus
        private let scheduler = ManualScheduler()
        private let fallback: SimulatedKeyboard
        private let keyboard: ObservedSource

        init() throws {
            bus = try PrivateBus()
            fallback = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            keyboard = ObservedSource(SystemKeyboard(fallback: fallback, environment: environment))
        }

        private func startWithoutDesktopKeyboard() async throws {
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
            #expect(keyboard.source.kind == nil)
        }

        private func show() throws {
            try keyboard.source.requestShow()
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.takeKinds() == Transition.show)
        }

        @Test func itIsUsedWithoutAKeyboardOfTheDesktop() async throws {
            try keyboard.start()
            #expect(keyboard.source.status == .connecting, "the source first looks for a keyboard of the desktop")
            try await startWithoutDesktopKeyboard()
            #expect(keyboard.source.capabilities == fallback.capabilities)
            try show()
            #expect(keyboard.pool.keyboard.frame == fallback.frame)
            try keyboard.source.requestHide()
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.takeKinds() == Transition.hide)
        }

        @Test func aKeyboardOfTheDesktopIsPreferred() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
            #expect(keyboard.source.kind == .kwin)
            #expect(throws: KeyboardSourceError.notStarted) { try fallback.requestShow() }
            withExtendedLifetime(kwin) {}
        }

        @Test func aFallbackThatTheAppUsesItselfIsNotStopped() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            fallback.start(postingTo: NotificationCenter())
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .kwin }
            keyboard.source.stop()
            try fallback.requestShow()
            withExtendedLifetime(kwin) {}
        }

        @Test func aHiddenFallbackIsReplacedAtOnce() async throws {
            try await startWithoutDesktopKeyboard()
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            await waitUntil { keyboard.source.kind == .kwin }
            #expect(keyboard.takeKinds() == [])
            #expect(throws: KeyboardSourceError.notStarted) { try fallback.requestShow() }
            withExtendedLifetime(kwin) {}
        }

        @Test func aShownFallbackIsReplacedAfterItsHide() async throws {
            try await startWithoutDesktopKeyboard()
            try show()
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            await waitUntil { keyboard.source.candidates.contains { $0.kind == .kwin && $0.status == .available } }
            #expect(keyboard.source.kind == nil)
            try keyboard.source.requestHide()
            #expect(keyboard.source.kind == nil, "the fallback still moves")
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.source.kind == .kwin)
            #expect(keyboard.takeKinds() == Transition.hide)
            withExtendedLifetime(kwin) {}
        }

        @Test func aShownFallbackHidesAtOnceForAShownKeyboard() async throws {
            try await startWithoutDesktopKeyboard()
            try show()
            let frame = fallback.frame
            let kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            await waitUntil { keyboard.kinds.count == 8 }
            #expect(keyboard.source.kind == .kwin)
            #expect(keyboard.takeKinds() == Transition.hide + Transition.show)
            let hide = keyboard.infos.suffix(8).prefix(4)
            #expect(hide.allSatisfy { $0.frameBegin == frame && $0.animationDuration == 0 })
            #expect(hide.allSatisfy { $0.frameEnd?.minY == $0.screenBounds?.maxY && $0.frameEnd?.size == frame.size })
            #expect(keyboard.pool.keyboard.isOnScreen)
            withExtendedLifetime(kwin) {}
        }

        /// The *hide* of the fallback is posted before the *show* of the keyboard of the desktop.
        @Test func anObserverThatStopsTheSourceDuringTheExchangeIsFollowed() async throws {
            try await startWithoutDesktopKeyboard()
            try show()
            let token = keyboard.pool.observe([.willHide]) { _ in keyboard.source.stop() }
            let kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            await waitUntil { keyboard.source.status == .stopped }
            #expect(keyboard.takeKinds() == [.willChangeFrame, .willHide])
            withExtendedLifetime((kwin, token)) {}
        }

        @Test func anObserverThatRestartsTheSourceDuringTheExchangeIsFollowed() async throws {
            try await startWithoutDesktopKeyboard()
            try show()
            var (starts, openGates) = (0, -1)
            let token = keyboard.pool.observe([.willHide]) { _ in
                starts += 1
                guard starts == 1 else { return }
                try? keyboard.start()
                // The task runs before the bus answers.
                Task { openGates = keyboard.source.sessions.filter(\.gate.isOpen).count }
            }
            let kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            await waitUntil { keyboard.source.kind == .kwin && keyboard.kinds.count >= 6 }
            #expect(keyboard.takeKinds() == [.willChangeFrame, .willHide] + Transition.show)
            #expect(openGates == 0, "the source has not chosen a keyboard yet")
            withExtendedLifetime((kwin, token)) {}
        }

        @Test func aShownKeyboardIsPreferredToAHiddenOneThatRanBefore() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address)
            try keyboard.start()
            await waitUntil { keyboard.source.kind == .kwin }
            kwin.kill()
            await waitUntil { keyboard.source.kind == nil }
            try show()
            let again = try FakeKeyboard(.kwin, on: bus.address)
            await waitUntil { keyboard.source.candidates.contains { $0.kind == .kwin && $0.status == .available } }
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address, isVisible: true)
            await waitUntil { keyboard.kinds.count == 8 }
            #expect(keyboard.takeKinds() == Transition.hide + Transition.show)
            #expect(keyboard.source.kind == .osk0)
            withExtendedLifetime((again, squeekboard)) {}
        }

        @Test func itReturnsWhenTheKeyboardOfTheDesktopEnds() async throws {
            let kwin = try FakeKeyboard(.kwin, on: bus.address, isVisible: true)
            try keyboard.start()
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            kwin.kill()
            await waitUntil { keyboard.source.kind == nil }
            #expect(keyboard.source.status == .available)
            #expect(keyboard.takeKinds() == Transition.hide)
            try show()
        }

        @Test func aStoppedSourceStopsItWithoutEvents() async throws {
            try await startWithoutDesktopKeyboard()
            try show()
            keyboard.source.stop()
            #expect(keyboard.source.status == .stopped)
            #expect(keyboard.takeKinds() == [])
            #expect(throws: KeyboardSourceError.notStarted) { try fallback.requestHide() }
        }

        @Test func aSessionWithoutServicesUsesItImmediately() throws {
            let keyboard = ObservedSource(SystemKeyboard(fallback: fallback, environment: [:]))
            try keyboard.start()
            #expect(keyboard.source.status == .available)
            try keyboard.source.requestShow()
            scheduler.advance(by: .seconds(1))
            #expect(keyboard.takeKinds() == Transition.show)
        }

        @Test func aReleasedSourceStopsIt() throws {
            var source: SystemKeyboard? = SystemKeyboard(fallback: fallback, environment: [:])
            try source?.start(postingTo: NotificationCenter())
            try fallback.requestShow()
            source = nil
            #expect(throws: KeyboardSourceError.notStarted) { try fallback.requestShow() }
        }
    }
#endif

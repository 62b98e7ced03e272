#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Observation
    import Testing

    @testable import LinuxKeyboards

    /// A keyboard with the bus name `sm.puri.OSK0`, which a program on a private bus imitates.
    @MainActor
    @Suite(.serialized)
    struct OSK0KeyboardTests {
        let bus: PrivateBus
        let squeekboard: FakeKeyboard
        let scheduler = ManualScheduler()
        let keyboard: ObservedSource

        private let whole = CGRect(x: 0, y: 0, width: 720, height: 1_440)
        private let reduced = CGRect(x: 0, y: 0, width: 720, height: 1_210)
        private let frame = CGRect(x: 0, y: 1_210, width: 720, height: 230)

        init() throws {
            bus = try PrivateBus()
            squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            keyboard = ObservedSource(
                SystemKeyboard(kinds: [.osk0], scheduler: scheduler, environment: environment),
                scheduler: scheduler
            )
        }

        private func start() async throws {
            try keyboard.start()
            await waitUntil { keyboard.source.status == .available }
        }

        @Test func withoutReportsItHasNoFrames() async throws {
            try await start()
            #expect(keyboard.source.capabilities == [.didEvents, .visibilityRequests])
            try keyboard.source.requestShow()
            await waitUntil { keyboard.kinds.count == 4 }
            try keyboard.source.requestHide()
            await waitUntil { keyboard.kinds.count == 8 }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            #expect(keyboard.infos.allSatisfy { $0.frameEnd == nil && $0.frameBegin == nil })
        }

        /// squeekboard ends together with its compositor.
        @Test func theOutputIsMeasuredAgainAfterTheCompositorHasEnded() async throws {
            let compositor = try FakeCompositor()
            compositor.configure(whole.size, free: whole.size)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address].merging(compositor.environment) { $1 }
            let source = SystemKeyboard(kinds: [.osk0], scheduler: scheduler, environment: environment)
            let keyboard = ObservedSource(source, scheduler: scheduler)
            try keyboard.start()
            await waitUntil { source.status == .available && source.capabilities.contains(.frames) }
            compositor.endConnections()
            await waitUntil { !source.capabilities.contains(.frames) }
            // The source does not wait for a measurement.
            squeekboard.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.infos.last?.frameEnd == nil)
            squeekboard.kill()
            await waitUntil { source.status != .available }
            let next = try FakeKeyboard(.osk0, on: bus.address)
            await waitUntil { source.status == .available && source.capabilities.contains(.frames) }
            next.perform(.show)
            compositor.configure(whole.size, free: reduced.size)
            await waitUntil { keyboard.pool.keyboard.frame == frame }
            withExtendedLifetime(next) {}
        }

        @Test func withReportsItHasFrames() async throws {
            keyboard.source.reportUsableArea(whole)
            try await start()
            #expect(keyboard.source.capabilities == [.frames, .didEvents, .visibilityRequests])
            try keyboard.source.requestShow()
            keyboard.source.reportUsableArea(reduced)
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.pool.keyboard.frame == frame)
        }

        /// When the status changes, its observers read the capabilities again.
        @Test func theFirstReportChangesTheStatusWithTheCapabilities() async throws {
            try await start()
            var statuses: [KeyboardSourceStatus] = []
            let observer = StatusObserver(keyboard.source) { statuses.append($0) }
            keyboard.source.reportUsableArea(.zero)
            keyboard.source.reportUsableArea(whole)
            #expect(statuses == [.connecting, .available])
            keyboard.source.reportUsableArea(reduced)
            #expect(statuses.count == 2)
            withExtendedLifetime(observer) {}
        }

        @Test func aSourceThatStartsWhileTheKeyboardIsShownKnowsItsFrame() async throws {
            keyboard.source.reportUsableArea(whole)
            try await start()
            try keyboard.source.requestShow()
            keyboard.source.reportUsableArea(reduced)
            await waitUntil { keyboard.kinds.count == 4 }
            keyboard.source.stop()
            _ = keyboard.takeKinds()
            try await start()
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.last?.frameEnd == frame)
        }

        @Test func aKeyboardThatEndsHides() async throws {
            keyboard.source.reportUsableArea(whole)
            try await start()
            keyboard.source.reportUsableArea(reduced)
            squeekboard.perform(.show)
            await waitUntil { keyboard.kinds.count == 4 }
            squeekboard.kill()
            await waitUntil { keyboard.source.status == .unavailable(.notRunning(keyboard: "squeekboard or stevia")) }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            #expect(keyboard.pool.keyboard.phase == .hidden)
        }

        /// A panel of 40 points is no part of the keyboard.
        @Test(arguments: [false, true])
        func anAreaThatShrankBeforeTheStartIsWhole(restarts: Bool) async throws {
            keyboard.source.reportUsableArea(whole)
            let area = CGRect(x: 0, y: 0, width: 720, height: 1_400)
            if !restarts { keyboard.source.reportUsableArea(area) }
            try await start()
            if restarts {
                keyboard.source.reportUsableArea(area)
                try await start()
            }
            scheduler.advance(by: .seconds(2))
            squeekboard.perform(.show)
            keyboard.source.reportUsableArea(CGRect(x: 0, y: 0, width: 720, height: 1_170))
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.pool.keyboard.frame == CGRect(x: 0, y: 1_170, width: 720, height: 230))
        }

        /// The screen turns while the source is stopped and the keyboard is shown.
        @Test func aTurnBeforeTheStartKeepsTheStripOfTheKeyboard() async throws {
            keyboard.source.reportUsableArea(whole)
            keyboard.source.reportUsableArea(CGRect(x: 0, y: 0, width: 1_440, height: 490))
            squeekboard.perform(.show)
            try await start()
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.infos.last?.frameEnd == CGRect(x: 0, y: 490, width: 1_440, height: 230))
        }

        /// An observer restarts the source when the status changes to `connecting`.
        @Test func aRestartDuringTheFirstReportIsConnecting() async throws {
            try await start()
            let source = keyboard.source
            var isFirst = true
            let observer = StatusObserver(source) { _ in
                guard isFirst else { return }
                isFirst = false
                try? source.start(postingTo: NotificationCenter())
            }
            source.reportUsableArea(whole)
            #expect(source.status == .connecting)
            await waitUntil { source.status == .available }
            withExtendedLifetime(observer) {}
        }

        @Test(arguments: [false, true])
        func itConforms(reportsArea: Bool) async throws {
            let bus = try PrivateBus()
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            let source = SystemKeyboard(kinds: [.osk0], scheduler: scheduler, environment: environment)
            if reportsArea { source.reportUsableArea(whole) }
            let squeekboard = try FakeKeyboard(.osk0, on: bus.address) { [whole, reduced] isKeyboardVisible in
                Task { @MainActor in
                    if reportsArea { source.reportUsableArea(isKeyboardVisible ? reduced : whole) }
                }
            }
            let findings = try await SourceConformance(
                of: source,
                show: { squeekboard.perform(.show) },
                hide: { squeekboard.perform(.hide) },
                settle: { await squeekboard.settle(source, scheduler) { source.connections.bus } }
            ).findings()
            #expect(findings.map(\.description) == [])
        }
    }

    /// Calls a closure with each status of a source, also if only its kind has changed.
    @MainActor
    final class StatusObserver {
        private let source: SystemKeyboard
        private let onChange: (KeyboardSourceStatus) -> Void

        init(_ source: SystemKeyboard, onChange: @escaping (KeyboardSourceStatus) -> Void) {
            self.source = source
            self.onChange = onChange
            observe()
        }

        private func observe() {
            withObservationTracking {
                _ = source.status
            } onChange: { [weak self] in
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.observe()
                    self.onChange(self.source.status)
                }
            }
        }
    }
#endif

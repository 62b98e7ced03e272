#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// A keyboard with the bus name `sm.puri.OSK0`, as a program on a private bus.
    @MainActor
    @Suite(.timeLimit(.minutes(2)))
    struct OSK0KeyboardTests {
        let bus: PrivateBus
        let squeekboard: FakeKeyboard
        let scheduler = ManualScheduler()
        let keyboard: ObservedSource<OSK0Keyboard>

        private let whole = CGRect(x: 0, y: 0, width: 720, height: 1_440)
        private let reduced = CGRect(x: 0, y: 0, width: 720, height: 1_210)
        private let frame = CGRect(x: 0, y: 1_210, width: 720, height: 230)

        init() throws {
            bus = try PrivateBus()
            squeekboard = try FakeKeyboard(.osk0, on: bus.address)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            keyboard = ObservedSource(
                OSK0Keyboard(scheduler: scheduler, environment: environment),
                scheduler: scheduler
            )
        }

        private func start() async throws {
            try keyboard.start()
            await keyboard.wait { keyboard.source.status == .available }
        }

        @Test func withoutReportsItHasNoFrames() async throws {
            try await start()
            #expect(keyboard.source.capabilities == [.didEvents, .visibilityRequests])
            try keyboard.source.requestShow()
            await keyboard.wait { keyboard.kinds.count == 4 }
            try keyboard.source.requestHide()
            await keyboard.wait { keyboard.kinds.count == 8 }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            #expect(keyboard.infos.allSatisfy { $0.frameEnd == nil && $0.frameBegin == nil })
        }

        @Test func withReportsItHasFrames() async throws {
            keyboard.source.reportUsableArea(whole)
            try await start()
            #expect(keyboard.source.capabilities == [.frames, .didEvents, .visibilityRequests])
            try keyboard.source.requestShow()
            keyboard.source.reportUsableArea(reduced)
            await keyboard.wait { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.pool.keyboard.frame == frame)
        }

        /// Observers of the status read the capabilities again.
        @Test func theFirstReportChangesTheStatusWithTheCapabilities() async throws {
            try await start()
            var statuses: [KeyboardSourceStatus] = []
            keyboard.source.session.onStatusChange = { statuses.append(keyboard.source.status) }
            keyboard.source.reportUsableArea(.zero)
            keyboard.source.reportUsableArea(whole)
            #expect(statuses == [.connecting, .available])
            keyboard.source.reportUsableArea(reduced)
            #expect(statuses.count == 2)
        }

        @Test func aSourceThatStartsWhileTheKeyboardIsShownKnowsItsFrame() async throws {
            keyboard.source.reportUsableArea(whole)
            try await start()
            try keyboard.source.requestShow()
            keyboard.source.reportUsableArea(reduced)
            await keyboard.wait { keyboard.kinds.count == 4 }
            keyboard.source.stop()
            _ = keyboard.takeKinds()
            try await start()
            await keyboard.wait { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.last?.frameEnd == frame)
        }

        @Test func aKeyboardThatEndsHides() async throws {
            keyboard.source.reportUsableArea(whole)
            try await start()
            keyboard.source.reportUsableArea(reduced)
            squeekboard.perform(.show)
            await keyboard.wait { keyboard.kinds.count == 4 }
            squeekboard.kill()
            await keyboard.wait { keyboard.source.status == .unavailable(.notRunning(keyboard: "squeekboard")) }
            #expect(keyboard.takeKinds() == Transition.show + Transition.hide)
            #expect(keyboard.pool.keyboard.phase == .hidden)
        }

        @Test(arguments: [false, true])
        func itConforms(reportsArea: Bool) async throws {
            let bus = try PrivateBus()
            let source = OSK0Keyboard(scheduler: scheduler, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
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
                settle: { await squeekboard.settle(source, scheduler) { source.session.session?.bus } },
                scheduler: scheduler,
                screenSize: whole.size
            ).findings()
            #expect(findings.map(\.description) == [])
        }
    }
#endif

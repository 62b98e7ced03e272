#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Testing

    @testable import LinuxKeyboards

    /// Onboard as a client of a Wayland compositor, without an X window.
    @MainActor
    struct NativeOnboardTests {
        private let bus: PrivateBus
        private let onboard: FakeKeyboard
        private let compositor: FakeCompositor
        private let scheduler = ManualScheduler()
        private let keyboard: ObservedSource

        private let whole = CGSize(width: 1_280, height: 800)
        private let reduced = CGSize(width: 1_280, height: 595)

        init() async throws {
            bus = try PrivateBus()
            onboard = try FakeKeyboard(.onboard, on: bus.address)
            compositor = try FakeCompositor()
            compositor.configure(whole, free: whole)
            let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address].merging(compositor.environment) { $1 }
            let source = SystemKeyboard(scheduler: scheduler, environment: environment)
            keyboard = ObservedSource(source, scheduler: scheduler)
            try keyboard.start()
            await waitUntil { source.kind == .onboard && source.status == .available }
            #expect(source.capabilities == [.frames, .didEvents, .visibilityRequests])
            await waitUntil { compositor.isMeasured("wl_output") }
        }

        @Test func aDockedOnboardIsFollowedAndNeverAskedToHide() async throws {
            onboard.perform(.show)
            compositor.configure(whole, free: reduced)
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.pool.keyboard.frame == CGRect(x: 0, y: 595, width: 1_280, height: 205))
            // Onboard would never return after a request to hide.
            try keyboard.source.requestHide()
            try keyboard.source.requestShow()
            await onboard.settle(keyboard.source, scheduler) { keyboard.source.connections.bus }
            onboard.perform(.hide)
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.hide)
            scheduler.advance(by: .seconds(2))
            #expect(keyboard.takeKinds() == [])
        }

        @Test func aFloatingOnboardHasNoFrameAndFollowsRequests() async throws {
            try keyboard.source.requestShow()
            await waitUntil { scheduler.waitingCount > 0 && onboard.isIdle }
            await waitUntil {
                scheduler.advance(by: .milliseconds(100))
                return keyboard.kinds.count == 4
            }
            #expect(keyboard.takeKinds() == Transition.show)
            #expect(keyboard.infos.allSatisfy { $0.frameEnd == nil })
            try keyboard.source.requestHide()
            await waitUntil { keyboard.kinds.count == 4 }
            #expect(keyboard.takeKinds() == Transition.hide)
        }
    }
#endif

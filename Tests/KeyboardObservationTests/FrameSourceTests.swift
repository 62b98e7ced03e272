import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Sources of frames that belong to a window: late, silent, doubled, and replaced while the keyboard moves.
@MainActor
struct FrameSourceTests {
    /// A source whose ticks the test decides.
    @MainActor
    private final class WindowClock: KeyboardFrameSource {
        private(set) var requests: [@MainActor () -> Void] = []
        private(set) var requestCount = 0
        var ticksOnRequest = false

        func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
            requestCount += 1
            requests.append(action)
            if ticksOnRequest { action() }
            // Cancelling it has no effect.
            return KeyboardScheduledAction {}
        }

        func tick() {
            let due = requests
            requests = []
            for action in due { action() }
        }
    }

    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let clock = WindowClock()
    private let pool: KeyboardObserverPool
    private let guide: KeyboardLayoutGuide
    private let keyboard: SimulatedKeyboard

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = CGRect(x: 0, y: 0, width: 393, height: 852)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
        keyboard.start(postingTo: center)
    }

    @Test func theSchedulerTicksIfTheSourceDoesNot() {
        pool.frameSource = clock
        keyboard.show(.letters)
        scheduler.advance(by: .milliseconds(99))
        #expect(guide.bottomInset == 0)
        scheduler.advance(by: .milliseconds(1))
        #expect(guide.bottomInset > 100)
        // After a missed frame the scheduler ticks at the usual rate.
        let inset = guide.bottomInset
        scheduler.advance(by: .milliseconds(17))
        #expect(guide.bottomInset > inset)
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
    }

    @Test func aSourceThatResumesTicksReplacesTheScheduler() {
        pool.frameSource = clock
        keyboard.show(.letters)
        scheduler.advance(by: .milliseconds(150))
        clock.tick()
        let inset = guide.bottomInset
        scheduler.advance(by: .milliseconds(60))
        #expect(guide.bottomInset == inset)
        clock.tick()
        #expect(guide.bottomInset > inset)
    }

    @Test func aSourceThatIgnoresCancellationIsRequestedOncePerFrame() {
        pool.frameSource = clock
        keyboard.show(.letters)
        for frame in 1...14 {
            #expect(clock.requestCount == frame)
            scheduler.advance(by: .milliseconds(16))
            let due = clock.requests
            clock.tick()
            // Each request ticks twice.
            for action in due { action() }
        }
        #expect(clock.requestCount == 15)
    }

    @Test func aSourceThatTicksInsideItsRequestDoesNotRecurse() {
        clock.ticksOnRequest = true
        pool.frameSource = clock
        keyboard.show(.letters)
        #expect(clock.requestCount == 1)
        scheduler.advance(by: .seconds(3))
        #expect(guide.bottomInset == 291)
    }

    @Test func aSourceCanBeSetAndRemovedDuringATransition() {
        keyboard.show(.letters)
        scheduler.advance(by: .milliseconds(50))
        let inset = guide.bottomInset
        #expect(inset > 0)
        pool.frameSource = clock
        #expect(clock.requestCount == 1)
        scheduler.advance(by: .milliseconds(40))
        #expect(guide.bottomInset == inset)
        clock.tick()
        #expect(guide.bottomInset > inset)
        pool.frameSource = nil
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
        clock.tick()
        #expect(clock.requestCount == 2)
    }

    @Test func theSharedPoolAcceptsASource() {
        KeyboardObserverPool.shared.frameSource = clock
        #expect(KeyboardObserverPool.shared.frameSource != nil)
        KeyboardObserverPool.shared.frameSource = nil
    }

    @Test func noFrameIsRequestedAtRest() {
        pool.frameSource = clock
        keyboard.show(.letters)
        for _ in 0..<100 {
            scheduler.advance(by: .milliseconds(16))
            clock.tick()
        }
        let count = clock.requestCount
        scheduler.advance(by: .seconds(10))
        clock.tick()
        #expect(clock.requestCount == count)
        #expect(guide.bottomInset == 291)
    }
}

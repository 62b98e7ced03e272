import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Frame sources that are late, silent or doubled, and sources that are replaced during a transition.
@MainActor
struct FrameSourceTests {
    private let center = NotificationCenter()
    private let scheduler = ManualScheduler()
    private let source = ManualFrameSource()
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
        pool.frameSource = source
        keyboard.show(.letters)
        scheduler.advance(by: .milliseconds(99))
        #expect(guide.bottomInset == 0)
        scheduler.advance(by: .milliseconds(1))
        #expect(guide.bottomInset > 100)
        // After the source has missed a frame, the scheduler ticks at the usual rate.
        let inset = guide.bottomInset
        scheduler.advance(by: .milliseconds(17))
        #expect(guide.bottomInset > inset)
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
    }

    @Test func aSourceThatResumesTicksReplacesTheScheduler() {
        pool.frameSource = source
        keyboard.show(.letters)
        scheduler.advance(by: .milliseconds(150))
        source.tick()
        let inset = guide.bottomInset
        scheduler.advance(by: .milliseconds(60))
        #expect(guide.bottomInset == inset)
        source.tick()
        #expect(guide.bottomInset > inset)
    }

    @Test func aSourceThatIgnoresCancellationIsRequestedOncePerFrame() {
        pool.frameSource = source
        keyboard.show(.letters)
        for frame in 1...14 {
            #expect(source.requestCount == frame)
            scheduler.advance(by: .milliseconds(16))
            let due = source.requests
            source.tick()
            // This call runs each request a second time.
            for action in due { action() }
        }
        #expect(source.requestCount == 15)
    }

    @Test func aSourceThatTicksInsideItsRequestDoesNotRecurse() {
        source.ticksOnRequest = true
        pool.frameSource = source
        keyboard.show(.letters)
        #expect(source.requestCount == 1)
        scheduler.advance(by: .seconds(3))
        #expect(guide.bottomInset == 291)
    }

    @Test func aSourceCanBeSetAndRemovedDuringATransition() {
        keyboard.show(.letters)
        scheduler.advance(by: .milliseconds(50))
        let inset = guide.bottomInset
        #expect(inset > 0)
        pool.frameSource = source
        #expect(source.requestCount == 1)
        scheduler.advance(by: .milliseconds(40))
        #expect(guide.bottomInset == inset)
        source.tick()
        #expect(guide.bottomInset > inset)
        pool.frameSource = nil
        scheduler.advance(by: .seconds(2))
        #expect(guide.bottomInset == 291)
        source.tick()
        #expect(source.requestCount == 2)
    }

    @Test func aTickCancelsTheOtherRequest() {
        pool.frameSource = source
        keyboard.show(.letters)
        let waitingCount = scheduler.waitingCount
        for _ in 0..<5 {
            scheduler.advance(by: .milliseconds(16))
            source.tick()
            #expect(scheduler.waitingCount == waitingCount)
        }
        // The source does not tick during this time, so the scheduler ticks.
        scheduler.advance(by: .milliseconds(100))
        #expect(source.actions.dropLast().allSatisfy { !$0.isWaiting })
        scheduler.advance(by: .seconds(2))
        #expect(source.actions.allSatisfy { !$0.isWaiting })
    }

    @Test func aDeallocatedPoolCancelsItsRequests() {
        let (center, scheduler) = (NotificationCenter(), ManualScheduler())
        var pool: KeyboardObserverPool? = KeyboardObserverPool(center: center, scheduler: scheduler)
        var guide = pool.map { KeyboardLayoutGuide(pool: $0) }
        pool?.frameSource = source
        keyboard.start(postingTo: center)
        keyboard.show(.letters)
        #expect(guide != nil && source.actions.contains { $0.isWaiting })
        (guide, pool) = (nil, nil)
        #expect(source.actions.allSatisfy { !$0.isWaiting })
        #expect(scheduler.waitingCount == 0)
    }

    @Test func aRequestDuringTheCancellationOfAnotherOneIsKept() {
        var late: KeyboardLayoutGuide?
        source.onFirstRelease = { [pool] in late = KeyboardLayoutGuide(pool: pool) }
        pool.frameSource = source
        keyboard.show(.letters)
        scheduler.advance(by: .seconds(2))
        #expect(late != nil)
        #expect(scheduler.waitingCount == 0)
        #expect(guide.bottomInset == 291)
        source.onFirstRelease = nil
    }
}

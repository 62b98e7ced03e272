import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct Guarantee6SweepingTests {
    let scheduler = ManualScheduler()
    let fixture: Fixture

    init() {
        fixture = Fixture(scheduler: scheduler, sweepInterval: .seconds(10))
    }

    /// Leaves orphans.
    ///
    /// All screens exist until the last screen has subscribed, so no subscription can remove one of them.
    private func leaveOrphans(_ count: Int) {
        let screens = (0..<count).map { _ in RawScreen("orphan", fixture.log) }
        for screen in screens { fixture.pool.add(screen) }
        #expect(fixture.pool.orphanCount == 0)
        withExtendedLifetime(screens) {}
    }

    @Test func orphansAreCountedSeparately() {
        let retained = (0..<3).map { fixture.screen("\($0)") }
        let token = fixture.pool.observe { _ in }
        let iterator = fixture.pool.events.makeAsyncIterator()
        leaveOrphans(5)
        #expect(fixture.pool.count == 5, "three screens, a closure and an iteration")
        #expect(fixture.pool.orphanCount == 5)
        withExtendedLifetime((retained, token, iterator)) {}
    }

    @Test func aSweepRemovesAllOrphansAndKeepsTheOrder() {
        let a = fixture.screen("a")
        leaveOrphans(5_000)
        let b = fixture.screen("b")
        let orphans = fixture.pool.orphanCount
        #expect(fixture.pool.sweep() == orphans)
        #expect(fixture.pool.orphanCount == 0)
        #expect(fixture.pool.sweep() == 0)
        fixture.post(.willShow)
        #expect(fixture.log.calls == ["a willShow", "b willShow"])
        withExtendedLifetime((a, b)) {}
    }

    @Test(arguments: [true, false])
    func aSweepContinuesAfterTheRemovalOfTheEntryThatItWouldExamineNext(byTick: Bool) {
        var orphans = ["a", "b", "c", "d"].map(fixture.screen)
        #expect(orphans.count == 4)
        // This subscription examines the four other entries. The sweep would therefore examine the entry of `e` next.
        let e = fixture.screen("e")
        fixture.pool.remove(e)
        orphans = []
        #expect(fixture.pool.orphanCount == 4)
        if byTick { scheduler.advance(by: .seconds(10)) } else { fixture.pool.sweep() }
        #expect(fixture.pool.orphanCount == 0, "the sweep stopped at the place of the removed entry")
    }

    @Test func eachSubscriptionChangeRemovesAtMostFourOrphans() {
        // The screen is created before the orphans. A later screen could have the address of an orphan, and its
        // subscription would then replace the entry of the orphan.
        let screen = RawScreen("a", fixture.log)
        leaveOrphans(1_000)
        var orphans = 1_000
        var changes = 0
        while orphans > 0, changes < 1_000 {
            if changes.isMultiple(of: 2) { fixture.pool.add(screen) } else { fixture.pool.remove(screen) }
            changes += 1
            let left = fixture.pool.orphanCount
            #expect(left <= orphans && left >= orphans - 4)
            orphans = left
        }
        #expect(orphans == 0)
        #expect(changes >= 250)
    }

    @Test func subscriptionsAloneKeepTheOrphansFew() {
        KeyboardObserverPool.$current.withValue(fixture.pool) {
            for _ in 0..<10_000 {
                _ = SelfSubscribingScreen()
                #expect(fixture.pool.orphanCount <= 4)
            }
        }
    }

    @Test func eachEventRemovesABoundedNumberOfOrphans() {
        leaveOrphans(2_500)
        let a = fixture.screen("a")
        var orphans = fixture.pool.orphanCount
        while orphans > 0 {
            fixture.post(.willShow)
            let left = fixture.pool.orphanCount
            #expect(left == max(orphans - 1_024, 0))
            orphans = left
        }
        #expect(fixture.log.calls.allSatisfy { $0 == "a willShow" })
        withExtendedLifetime(a) {}
    }

    @Test func anEventThatLateScreensPrecedeRemovesABoundedNumberOfOrphans() {
        fixture.pool.listen()
        fixture.post(.willShow)
        leaveOrphans(2_500)
        let late = CommonScreen(fixture.log)
        fixture.pool.add(late)
        let orphans = fixture.pool.orphanCount
        fixture.post(.didShow)
        #expect(fixture.pool.orphanCount == orphans - 1_024)
        withExtendedLifetime(late) {}
    }

    @Test func eachTickRemovesABoundedNumberOfOrphans() {
        leaveOrphans(2_500)
        for left in [1_476, 452, 0] {
            scheduler.advance(by: .seconds(10))
            #expect(fixture.pool.orphanCount == left)
        }
    }

    @Test func ticksFindOrphansAmongManySubscribedScreens() {
        let retained = (0..<20_000).map { _ in RawScreen("a", fixture.log) }
        for screen in retained { fixture.pool.add(screen) }
        leaveOrphans(100)
        for _ in 0..<3 { scheduler.advance(by: .seconds(10)) }
        #expect(fixture.pool.orphanCount == 0)
        #expect(fixture.pool.count == 20_000)
        withExtendedLifetime(retained) {}
    }

    @Test func aTickExaminesABoundedNumberOfEntries() {
        // Every 200th of the 20,000 screens is deallocated. A tick examines 8,192 entries, and at most 41 of them are
        // orphans.
        var retained = (0..<20_000).map { _ in RawScreen("a", fixture.log) }
        for screen in retained { fixture.pool.add(screen) }
        retained = retained.enumerated().filter { !$0.offset.isMultiple(of: 200) }.map(\.element)
        #expect(fixture.pool.orphanCount == 100)
        scheduler.advance(by: .seconds(10))
        #expect((59...60).contains(fixture.pool.orphanCount))
        withExtendedLifetime(retained) {}
    }

    @Test func anEmptiedPoolSchedulesNoTick() {
        leaveOrphans(3)
        fixture.post(.willShow)
        #expect(fixture.pool.orphanCount == 0 && scheduler.waitingCount == 0)
        leaveOrphans(3)
        fixture.pool.sweep()
        #expect(scheduler.waitingCount == 0)
    }

    @Test func anInvalidSweepIntervalDoesNotOccupyTheScheduler() {
        for interval in [Duration.zero, .seconds(-1)] {
            let pool = KeyboardObserverPool(center: NotificationCenter(), scheduler: scheduler, sweepInterval: interval)
            let screen = RawScreen("a", fixture.log)
            pool.add(screen)
            scheduler.advance(by: .milliseconds(3))
            #expect(scheduler.waitingCount == 1)
        }
    }

    @Test func ticksAreScheduledOnlyWhileThePoolHasEntries() {
        #expect(scheduler.waitingCount == 0)
        let screen = fixture.screen("a")
        #expect(scheduler.waitingCount == 1)
        for _ in 0..<5 { scheduler.advance(by: .seconds(10)) }
        #expect(scheduler.waitingCount == 1, "one tick is scheduled at a time")
        fixture.pool.remove(screen)
        #expect(scheduler.waitingCount == 0)
        var token: KeyboardObservationToken? = fixture.pool.observe { _ in }
        #expect(scheduler.waitingCount == 1 && token != nil)
        token = nil
        #expect(scheduler.waitingCount == 0)
        leaveOrphans(1)
        #expect(scheduler.waitingCount == 1)
        scheduler.advance(by: .seconds(10))
        #expect(scheduler.waitingCount == 0, "the tick removed the last entry")
    }

    @Test func aTickDoesNotRetainItsPool() {
        weak var remaining: KeyboardObserverPool?
        let screen = RawScreen("a", fixture.log)
        do {
            let pool = KeyboardObserverPool(center: NotificationCenter(), scheduler: scheduler)
            remaining = pool
            pool.add(screen)
            #expect(scheduler.waitingCount == 1)
        }
        #expect(remaining == nil)
        #expect(scheduler.waitingCount == 0)
    }

    @Test func aSweepCountsWhatItRemovesForATokenCancelledOffTheMainActor() async {
        let token = fixture.pool.observe { _ in }
        leaveOrphans(10)
        let orphans = fixture.pool.orphanCount
        DispatchQueue.global().sync { token.cancel() }
        #expect(fixture.pool.sweep() == orphans + 1)
        #expect(fixture.pool.orphanCount == 0)
    }
}

import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct ManualSchedulerTests {
    let scheduler = ManualScheduler()

    @Test func timePassesOnlyWhenAdvanced() {
        var ran = false
        scheduler.schedule(after: .zero) { ran = true }
        #expect(scheduler.now == .zero && !ran)
        scheduler.advance(by: .zero)
        #expect(scheduler.now == .zero && ran)
        scheduler.advance(by: .seconds(3))
        #expect(scheduler.now == .seconds(3))
        scheduler.advance(by: .seconds(-1))
        #expect(scheduler.now == .seconds(3))
    }

    @Test func actionsScheduledByActionsRunInTheSameAdvance() {
        var times: [Duration] = []
        var waiting: KeyboardScheduledAction?
        func tick() {
            times.append(scheduler.now)
            waiting = scheduler.schedule(after: .seconds(1)) { tick() }
        }
        waiting = scheduler.schedule(after: .seconds(1)) { tick() }
        scheduler.advance(by: .seconds(3))
        #expect(times == [.seconds(1), .seconds(2), .seconds(3)])
        #expect(scheduler.waitingCount == 1)
        // The action and the scheduler retain each other.
        waiting?.cancel()
    }

    @Test func anActionMayAdvanceTheTime() {
        var log: [String] = []
        scheduler.schedule(after: .seconds(1)) { [scheduler] in
            log.append("outer")
            scheduler.advance(by: .seconds(5))
            log.append("outer done at \(scheduler.now)")
        }
        scheduler.schedule(after: .seconds(2)) { log.append("inner") }
        scheduler.advance(by: .seconds(3))
        #expect(log == ["outer", "inner", "outer done at 6.0 seconds"])
        #expect(scheduler.now == .seconds(6))
    }

    @Test func aCancelledActionIsReleasedAndDoesNotRun() {
        final class Held {}
        weak var remaining: Held?
        func schedule() -> KeyboardScheduledAction {
            let held = Held()
            remaining = held
            return scheduler.schedule(after: .seconds(1)) { Issue.record("\(held) ran") }
        }
        let action = schedule()
        #expect(scheduler.waitingCount == 1 && remaining != nil)
        action.cancel()
        #expect(scheduler.waitingCount == 0 && remaining == nil)
        scheduler.advance(by: .seconds(2))
        action.cancel()
    }

    @Test(arguments: 1...20)
    func anyMixOfDelaysRunsSorted(seed: Int) throws {
        struct Scheduled: Equatable {
            var delay: Int
            var number: Int
        }
        var ran: [Scheduled] = []
        var expected: [Scheduled] = []
        var random = SeededRandom(seed: UInt64(seed))
        for number in 0..<200 {
            // Several actions share each delay.
            let scheduled = Scheduled(delay: Int.random(in: 0..<50, using: &random), number: number)
            let action = scheduler.schedule(after: .milliseconds(scheduled.delay)) { [scheduler] in
                ran.append(scheduled)
                #expect(scheduler.now == .milliseconds(scheduled.delay))
            }
            if Int.random(in: 0..<4, using: &random) == 0 { action.cancel() } else { expected.append(scheduled) }
        }
        expected.sort { ($0.delay, $0.number) < ($1.delay, $1.number) }
        #expect(try scheduler.runToEnd() == expected.count, "seed \(seed)")
        // The time of the scheduler never decreases, so it cannot show a wrong order. The test therefore compares the
        // actions.
        #expect(ran == expected, "seed \(seed): actions ran out of order, or equal times last in first out")
    }

    @Test func extremeDurationsDoNotTrap() {
        var ran = 0
        for delay in [Duration.seconds(1e20), .seconds(Int64.max), .seconds(-1e20)] {
            scheduler.schedule(after: delay) { ran += 1 }
        }
        for _ in 0..<100 { scheduler.advance(by: .seconds(1e20)) }
        scheduler.advance(by: .seconds(-1e20))
        #expect(ran == 3)
    }

    @Test func runToEndThrowsIfActionsStillWaitAtItsLimit() throws {
        var waiting: KeyboardScheduledAction?
        func again() { waiting = scheduler.schedule(after: .seconds(1)) { again() } }
        again()
        #expect(throws: ManualScheduler.EndNotReached.self) { try scheduler.runToEnd(limit: 50) }
        #expect(scheduler.now == .seconds(50))
        waiting?.cancel()
        #expect(try scheduler.runToEnd(limit: 0) == 0)
    }

    @Test func anActionThatSchedulesItselfWithoutADelayEndsTheProcess() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            let scheduler = ManualScheduler()
            @MainActor func again() { scheduler.schedule(after: .zero) { again() } }
            again()
            scheduler.advance(by: .seconds(1))
        }
    }

    /// In a billion seconds, a sweep each 30 seconds would run 33 million times.
    ///
    /// The scheduler therefore skips most of the sweeps.
    @Test(arguments: [false, true])
    func simulatedTimeSkipsWhatOnlyRepeats(runsToEnd: Bool) throws {
        final class Owner {}
        let clock = CountingScheduler(scheduler)
        let pool = KeyboardObserverPool(center: NotificationCenter(), scheduler: clock)
        let owner = Owner()
        let token = pool.observe(for: owner) { _, _ in }
        var times: [Duration] = []
        scheduler.schedule(after: .seconds(500_000_000)) { [scheduler] in times.append(scheduler.now) }
        if runsToEnd {
            #expect(try scheduler.runToEnd() == 1)
            #expect(scheduler.now == .seconds(500_000_000), "the sweep alone waits")
        } else {
            scheduler.advance(by: .seconds(1_000_000_000))
            #expect(scheduler.now == .seconds(1_000_000_000))
        }
        #expect(times == [.seconds(500_000_000)])
        #expect(clock.count > 100 && clock.count < 3_000)
        #expect(scheduler.waitingCount == 1)
        withExtendedLifetime((owner, token)) {}
    }

    @Test func theSweepGoesOnAfterSkippedTime() {
        final class Owner {}
        let pool = KeyboardObserverPool(center: NotificationCenter(), scheduler: scheduler)
        var owners = (0..<1_000).map { _ in Owner() }
        let tokens = owners.map { owner in pool.observe(for: owner) { _, _ in } }
        scheduler.advance(by: .seconds(100_000_000))
        owners.removeAll()
        scheduler.advance(by: .seconds(1_000))
        #expect(pool.orphanCount == 0)
        withExtendedLifetime(tokens) {}
    }
}

/// A scheduler that counts the actions that are scheduled.
@MainActor
private final class CountingScheduler: KeyboardScheduler {
    private(set) var count = 0
    private let scheduler: ManualScheduler

    init(_ scheduler: ManualScheduler) {
        self.scheduler = scheduler
    }

    var now: Duration { scheduler.now }

    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        count += 1
        return scheduler.schedule(after: delay, action)
    }
}

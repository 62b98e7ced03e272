import KeyboardObservation
import Testing

@MainActor
struct MainQueueSchedulerTests {
    let scheduler = MainQueueScheduler.shared

    @Test func actionsRunInOrderOfTime() async {
        let log = Log()
        await withCheckedContinuation { continuation in
            // The times are equal or an hour apart, so a pause of the machine cannot change their order.
            let inAnHour = scheduler.schedule(after: .seconds(3_600)) { log.entries.append("in an hour") }
            for name in ["first", "second", "third"] {
                scheduler.schedule(after: .milliseconds(1)) { log.entries.append(name) }
            }
            scheduler.schedule(after: .milliseconds(1)) {
                inAnHour.cancel()
                continuation.resume()
            }
            #expect(log.entries.isEmpty, "no action runs before schedule returns")
        }
        #expect(log.entries == ["first", "second", "third"])
    }

    @Test func aCancelledActionIsReleasedAndDoesNotRun() async {
        let log = Log()
        weak var remaining: Log?
        let cancelled: KeyboardScheduledAction
        do {
            let held = Log()
            remaining = held
            cancelled = scheduler.schedule(after: .zero) { held.entries.append("never") }
        }
        #expect(remaining != nil && cancelled.isWaiting)
        cancelled.cancel()
        cancelled.cancel()
        #expect(remaining == nil && !cancelled.isWaiting)
        await withCheckedContinuation { continuation in
            scheduler.schedule(after: .zero) {
                log.entries.append("ran")
                continuation.resume()
            }
        }
        #expect(log.entries == ["ran"])
    }

    @Test func extremeDelaysDoNotTrap() async {
        let delays = [Duration.seconds(Int64.max), .seconds(1e20), .seconds(-1e20)]
        let far = delays.map { scheduler.schedule(after: $0) {} }
        await withCheckedContinuation { continuation in
            scheduler.schedule(after: .seconds(-5)) { continuation.resume() }
        }
        #expect(far.map(\.isWaiting) == [true, true, false])
        for action in far { action.cancel() }
    }

    @Test func timeNeverDecreases() {
        let times = (0..<1_000).map { _ in scheduler.now }
        #expect(times == times.sorted())
    }

    private final class Log {
        var entries: [String] = []
    }
}

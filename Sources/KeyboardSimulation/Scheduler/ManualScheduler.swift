public import KeyboardObservation

/// A scheduler whose time stands still until a test advances it.
///
/// What is due runs inside `advance(by:)`, at once, on the main actor and in the order of its time. A passing test has
/// proved that the code under test waits on nothing else: no sleep, no clock.
@MainActor
public final class ManualScheduler: KeyboardScheduler {
    private var queue = ScheduledActionQueue()

    /// The time that has passed since the scheduler was made.
    public private(set) var now: Duration = .zero

    /// Makes a scheduler that stands at zero.
    public init() {}

    /// How many actions wait: scheduled, and neither run nor cancelled. O(n).
    public var waitingCount: Int {
        queue.waitingCount
    }

    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        let scheduled = KeyboardScheduledAction(action)
        queue.insert(scheduled, at: now + delay.asDelay)
        return scheduled
    }

    /// Lets time pass, and runs what falls due, including what the actions themselves schedule for this span. In each
    /// action `now` is its own time. A duration that is not positive lets no time pass, and runs what is due already;
    /// none lets more than 31 years pass.
    public func advance(by duration: Duration) {
        let end = now + duration.asDelay
        while let due = queue.popFirst(upTo: end) {
            now = max(now, due.time)
            due.action.run()
        }
        now = max(now, end)
    }

    /// Lets time pass until nothing waits any more.
    ///
    /// - Parameter limit: after how many actions to stop all the same; an action that schedules itself anew would
    ///   never end.
    /// - Returns: how many actions ran.
    @discardableResult
    public func runToEnd(limit: Int = 10_000) -> Int {
        var count = 0
        while count < limit, let next = queue.nextTime(), let due = queue.popFirst(upTo: next) {
            now = max(now, due.time)
            due.action.run()
            count += 1
        }
        return count
    }
}

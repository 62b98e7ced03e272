public import KeyboardObservation

/// A scheduler with a time that only a test advances.
///
/// Due actions run inside ``advance(by:)``, on the main actor, in the order of their times. A passing test proves that
/// the tested code does not depend on another source of time.
@MainActor
public final class ManualScheduler: KeyboardScheduler {
    private var queue = ScheduledActionQueue()

    /// The time since the creation of the scheduler.
    public private(set) var now: Duration = .zero

    /// Creates a scheduler with the time zero.
    public init() {}

    /// The number of actions that have neither run nor been cancelled.
    ///
    /// The property costs O(n).
    public var waitingCount: Int {
        queue.waitingCount
    }

    /// Schedules an action after a delay.
    ///
    /// A negative delay is replaced with zero.
    ///
    /// - Returns: The scheduled action, which can be cancelled.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        let scheduled = KeyboardScheduledAction(action)
        queue.insert(scheduled, at: now + delay.asDelay)
        return scheduled
    }

    /// Advances the time and runs the actions that become due, including those that the actions schedule.
    ///
    /// In each action, ``now`` is the time of the action. If the duration is not positive, only the actions that are
    /// already due run. The longest duration is 31 years.
    public func advance(by duration: Duration) {
        let end = now + duration.asDelay
        while let due = queue.popFirst(upTo: end) {
            now = max(now, due.time)
            due.action.run()
        }
        now = max(now, end)
    }

    /// Advances the time until no action waits.
    ///
    /// - Parameter limit: The maximum number of actions. The limit ends a run in which an action schedules itself
    ///   again.
    /// - Returns: The number of actions that ran.
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

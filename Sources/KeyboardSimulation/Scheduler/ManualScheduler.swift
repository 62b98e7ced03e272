public import KeyboardObservation

/// A scheduler with a clock that only a test advances.
///
/// Due actions run inside ``advance(by:)``, on the main actor, in the order of their times. A passing test proves that
/// the tested code does not depend on another source of time.
@MainActor
public final class ManualScheduler: KeyboardScheduler {
    private var queue = ScheduledActionQueue()
    /// The largest number of housekeeping actions that run in a row.
    private static let mostHousekeeping = 1_000
    /// The number of housekeeping actions that have run since the last action of another kind.
    ///
    /// Each call that advances the time resets the number to 0.
    private var housekeepingCount = 0
    /// The current time.
    ///
    /// Each event reads the time. Because the property is private, the compiler can prove that no two accesses of the
    /// property overlap.
    private var time = Duration.zero
    /// The number of actions other than housekeeping that have run in ``advance(by:)``.
    private(set) var actionCount = 0
    /// For each recording on this scheduler, a closure that returns whether the recording has events left.
    private var recordings: [() -> Bool] = []

    /// The time since the creation of the scheduler.
    public var now: Duration {
        time
    }

    /// Creates a scheduler with a time of 0.
    public init() {}

    /// The number of actions that have neither run nor been cancelled.
    ///
    /// The property takes O(n) time.
    package var waitingCount: Int {
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

    /// Advances the time and runs the actions that become due, including actions that these actions schedule.
    ///
    /// While an action runs, ``now`` is the time of this action. If the duration is not positive, only the actions that
    /// are already due run. The longest duration is 31 years.
    ///
    /// The periodic sweep of a pool can be the only scheduled action. After 1,000 sweeps in a row, the method skips to
    /// the next action of another kind. If no other action is due, the method skips to the end of the duration.
    ///
    /// If 1,000,000 actions run while the time stands still, the method traps. Without the trap, an action that
    /// schedules itself again without a delay would run forever.
    public func advance(by duration: Duration) {
        let isEnd = advance(by: duration, limit: 1_000_000)
        precondition(isEnd, "An action of a ManualScheduler schedules itself again without a delay.")
    }

    /// Advances the time, as ``advance(by:)`` does, but stops before more than `limit` actions run at one time.
    ///
    /// - Returns: Whether the end of the duration was reached.
    func advance(by duration: Duration, limit: Int) -> Bool {
        let end = now + duration.asDelay
        var count = 0
        housekeepingCount = 0
        while let due = queue.popFirst(upTo: end) {
            let dueTime = timeToRun(due, upTo: end)
            count = dueTime > now ? 0 : count + 1
            guard count < limit else { return false }
            time = max(time, dueTime)
            if !due.action.isHousekeeping { actionCount += 1 }
            due.action.run()
        }
        time = max(time, end)
        return true
    }

    /// Returns the time at which an action of the queue runs.
    ///
    /// After 1,000 housekeeping actions in a row, the next housekeeping action is postponed. It runs when the next
    /// action of another kind is due, but not later than `end`.
    private func timeToRun(_ due: (time: Duration, action: KeyboardScheduledAction), upTo end: Duration) -> Duration {
        housekeepingCount = due.action.isHousekeeping ? housekeepingCount + 1 : 0
        return housekeepingCount > Self.mostHousekeeping ? min(queue.nextTimeOfWork() ?? end, end) : due.time
    }

    /// Whether an action other than housekeeping is waiting.
    var hasWork: Bool {
        queue.nextTimeOfWork() != nil
    }

    /// Adds a recording, which plays on this scheduler until the closure returns `false`.
    func addRecording(isPlaying: @escaping () -> Bool) {
        recordings.removeAll { !$0() }
        recordings.append(isPlaying)
    }

    /// Whether a recording has events left.
    var isPlaying: Bool {
        recordings.contains { $0() }
    }

    /// Removes all actions without running them.
    func removeAll() {
        queue = ScheduledActionQueue()
    }

    /// Advances the time until no action other than housekeeping waits.
    ///
    /// The periodic sweep of a pool is housekeeping. Housekeeping that becomes due in the meantime also runs. The
    /// method does not wait for housekeeping, and does not count it.
    ///
    /// - Parameter limit: The maximum number of actions, not counting housekeeping.
    /// - Returns: The number of actions that ran, not counting housekeeping.
    /// - Throws: ``EndNotReached`` if actions still wait after `limit` actions have run. A possible reason is an action
    ///   that schedules itself again and again.
    @discardableResult
    package func runToEnd(limit: Int = 10_000) throws(EndNotReached) -> Int {
        var count = 0
        housekeepingCount = 0
        while let next = queue.nextTimeOfWork() {
            guard count < limit else { throw EndNotReached(count: count, time: now) }
            guard let due = queue.popFirst(upTo: next) else { break }
            time = max(time, timeToRun(due, upTo: next))
            if !due.action.isHousekeeping { count += 1 }
            due.action.run()
        }
        return count
    }

    /// The error that ``runToEnd(limit:)`` throws if actions still wait after the maximum number of actions has run.
    package struct EndNotReached: Error, Hashable, CustomStringConvertible {
        /// The number of actions that ran.
        package var count: Int

        /// The time of the scheduler after these actions.
        package var time: Duration

        /// The error as a sentence.
        package var description: String {
            "the scheduler still has waiting actions after \(count) actions, at \(time)"
        }
    }
}

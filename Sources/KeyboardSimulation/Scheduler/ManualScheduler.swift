public import KeyboardObservation

/// A scheduler with a clock that a test advances.
///
/// Due actions run inside ``advance(by:)``, on the main actor, in the order of their times. The clock does not depend
/// on real time, and does not advance by itself.
@MainActor
public final class ManualScheduler: KeyboardScheduler {
    private var queue = ScheduledActionQueue()
    /// The maximum number of consecutive housekeeping actions that run at their scheduled times.
    private static let mostHousekeeping = 1_000
    /// The number of housekeeping actions that have run in succession.
    ///
    /// Each call of ``advance(by:)`` or ``runToEnd(limit:)`` first sets `housekeepingCount` to 0, and then runs
    /// actions.
    private var housekeepingCount = 0
    /// The current time.
    ///
    /// The property `time` is read at each event. The property is private, so that the compiler can check exclusive
    /// access at compile time.
    private var time = Duration.zero
    /// One closure for each recording that plays on this scheduler.
    ///
    /// Each closure returns whether its recording still plays.
    private var recordings: [() -> Bool] = []

    /// The time since the scheduler was created.
    public var now: Duration {
        time
    }

    /// Creates a scheduler with a time of 0.
    public init() {}

    /// The number of waiting actions.
    ///
    /// The property takes O(n) time, where n is the number of scheduled actions.
    package var waitingCount: Int {
        queue.waitingCount
    }

    /// Schedules an action after a delay.
    ///
    /// The scheduler replaces a negative delay with 0.
    ///
    /// - Returns: The scheduled action, which can be cancelled.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        let scheduled = KeyboardScheduledAction(action)
        queue.insert(scheduled, at: now + delay.asDelay)
        return scheduled
    }

    /// Advances the time, and runs the actions that become due.
    ///
    /// While an action runs, ``now`` is the time of this action. If an action schedules a new action that becomes due
    /// within the duration, the method also runs the new action. If the duration is 0 or negative, the method runs the
    /// actions that are already due. The longest duration is 31 years.
    ///
    /// A pool schedules periodic housekeeping actions. After 1,000 consecutive housekeeping actions, the method skips
    /// to the next action that is not housekeeping. If no such action is due within the duration, the method skips to
    /// the end of the duration.
    ///
    /// If an action schedules itself again without a delay, the time does not advance. ``advance(by:)`` traps after
    /// 1,000,000 actions with the same time.
    public func advance(by duration: Duration) {
        let end = now + duration.asDelay
        var count = 0
        housekeepingCount = 0
        while let due = queue.popFirst(upTo: end) {
            let dueTime = timeToRun(due, upTo: end)
            count = dueTime > now ? 0 : count + 1
            guard count < 1_000_000 else {
                preconditionFailure("An action of a ManualScheduler schedules itself again without a delay.")
            }
            time = max(time, dueTime)
            due.action.run()
        }
        time = max(time, end)
    }

    /// Returns the time at which a due action runs.
    ///
    /// After 1,000 consecutive housekeeping actions, the scheduler postpones the next housekeeping action. The
    /// postponed action runs at the time of the next action that is not housekeeping. If `end` is earlier, the
    /// postponed action runs at `end`.
    private func timeToRun(_ due: (time: Duration, action: KeyboardScheduledAction), upTo end: Duration) -> Duration {
        housekeepingCount = due.action.isHousekeeping ? housekeepingCount + 1 : 0
        return housekeepingCount > Self.mostHousekeeping ? min(queue.nextTimeOfWork() ?? end, end) : due.time
    }

    /// Whether the scheduler has a waiting action that is not housekeeping.
    var hasWork: Bool {
        queue.nextTimeOfWork() != nil
    }

    /// Adds a recording that plays on this scheduler.
    ///
    /// The closure returns `false` after the recording has ended.
    func addRecording(isPlaying: @escaping () -> Bool) {
        recordings.removeAll { !$0() }
        recordings.append(isPlaying)
    }

    /// Whether a recording still plays.
    var isPlaying: Bool {
        recordings.contains { $0() }
    }

    /// Removes all actions without running them.
    func removeAll() {
        queue = ScheduledActionQueue()
    }

    /// Advances the time until only housekeeping actions wait.
    ///
    /// For example, a pool schedules periodic housekeeping. The method runs the housekeeping actions that become due
    /// before the last action of another kind, but does not count them.
    ///
    /// - Parameter limit: The maximum number of actions that the method runs, excluding housekeeping actions.
    /// - Returns: The number of actions that ran, excluding housekeeping actions.
    /// - Throws: ``EndNotReached`` if actions still wait after `limit` actions have run. For example, an action can
    ///   schedule itself again and again.
    @discardableResult
    package func runToEnd(limit: Int = 10_000) throws(EndNotReached) -> Int {
        var count = 0
        housekeepingCount = 0
        while let next = queue.nextTimeOfWork() {
            guard count < limit else { throw EndNotReached() }
            guard let due = queue.popFirst(upTo: next) else { break }
            time = max(time, timeToRun(due, upTo: next))
            if !due.action.isHousekeeping { count += 1 }
            due.action.run()
        }
        return count
    }

    package struct EndNotReached: Error {}
}

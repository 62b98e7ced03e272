public import KeyboardObservation

/// A scheduler with a clock that a test advances.
///
/// With this scheduler, a test does not have to sleep. Due actions run inside ``advance(by:)``, on the main actor, in
/// the order of their times. The time does not advance by itself.
@MainActor
public final class ManualScheduler: KeyboardScheduler {
    private var queue = ScheduledActionQueue()
    private static let mostHousekeeping = 1_000
    private var housekeepingCount = 0
    /// A pool reads the time for each event, so a read must be fast.
    ///
    /// The property is private, so Swift needs no run-time check of exclusive access.
    private var time = Duration.zero
    private var recordings: [() -> Bool] = []

    /// The time since the scheduler was created.
    public var now: Duration {
        time
    }

    /// Creates a scheduler with a time of 0.
    public init() {}

    /// The property is computed in O(n) for n scheduled actions.
    package var waitingCount: Int {
        queue.waitingCount
    }

    /// Schedules an action after a delay.
    ///
    /// A negative delay is replaced with 0.
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
    /// While an action runs, ``now`` is the time of the action. If an action schedules another action that becomes due
    /// within the duration, the other action runs too. If the duration is 0 or less, the method runs only the actions
    /// that are already due. The longest duration is 31 years.
    ///
    /// A pool schedules periodic actions, which remove the entries of deallocated observers. After 1,000 consecutive
    /// periodic actions, the time skips to the next action that is not periodic. If an action schedules itself again
    /// and again without a delay, the call traps after 1,000,000 actions.
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

    private func timeToRun(_ due: (time: Duration, action: KeyboardScheduledAction), upTo end: Duration) -> Duration {
        housekeepingCount = due.action.isHousekeeping ? housekeepingCount + 1 : 0
        return housekeepingCount > Self.mostHousekeeping ? min(queue.nextTimeOfWork() ?? end, end) : due.time
    }

    /// Whether any action waits, not counting the periodic actions of a pool.
    var hasWork: Bool {
        queue.nextTimeOfWork() != nil
    }

    func addRecording(isPlaying: @escaping () -> Bool) {
        recordings.removeAll { !$0() }
        recordings.append(isPlaying)
    }

    var isPlaying: Bool {
        recordings.contains { $0() }
    }

    func removeAll() {
        queue = ScheduledActionQueue()
    }

    /// Advances the time until all actions have run, except the periodic actions of a pool.
    ///
    /// Periodic actions count neither toward `limit` nor toward the result.
    ///
    /// - Throws: ``EndNotReached`` if actions still wait after `limit` actions.
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

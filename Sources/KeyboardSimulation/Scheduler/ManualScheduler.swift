public import KeyboardObservation

/// A scheduler with a clock that a test advances.
///
/// Use it in a test, so that no test sleeps: due actions run inside ``advance(by:)``, on the main actor, in the order
/// of their times. The time does not advance by itself.
@MainActor
public final class ManualScheduler: KeyboardScheduler {
    private var queue = ScheduledActionQueue()
    private static let mostHousekeeping = 1_000
    /// How many have run in succession.
    private var housekeepingCount = 0
    /// Read at each event, and private, so that exclusive access is checked at compile time.
    private var time = Duration.zero
    /// Whether each recording still plays.
    private var recordings: [() -> Bool] = []

    /// The time since the scheduler was created.
    public var now: Duration {
        time
    }

    /// Creates a scheduler with a time of 0.
    public init() {}

    /// The number of waiting actions, in O(n).
    package var waitingCount: Int {
        queue.waitingCount
    }

    /// Schedules an action after a delay.
    ///
    /// A negative delay counts as 0.
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
    /// While an action runs, ``now`` is its time. An action that it schedules within the duration runs too. With a
    /// duration of 0 or less, only what is already due runs. The longest duration is 31 years.
    ///
    /// After 1,000 consecutive periodic actions, such as the sweeps of a pool, the time skips to the next other action.
    /// After 1,000,000 actions at one time, one of which schedules itself again without a delay, the call traps.
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

    /// After too many periodic actions, the next periodic action is postponed to the next other action, or to `end`.
    private func timeToRun(_ due: (time: Duration, action: KeyboardScheduledAction), upTo end: Duration) -> Duration {
        housekeepingCount = due.action.isHousekeeping ? housekeepingCount + 1 : 0
        return housekeepingCount > Self.mostHousekeeping ? min(queue.nextTimeOfWork() ?? end, end) : due.time
    }

    /// Whether an action waits that is not periodic.
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

    /// Advances the time until only periodic actions wait, such as the sweep of a pool.
    ///
    /// - Parameter limit: The maximum number of other actions.
    /// - Returns: The number of other actions that ran.
    /// - Throws: ``EndNotReached`` if more wait, for example because one schedules itself again and again.
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

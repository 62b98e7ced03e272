/// The clock and the timer of a pool and of a simulated keyboard.
///
/// Every delay of the library waits on a scheduler, so a test with a scheduler of its own controls the time. The
/// default is ``MainQueueScheduler``. The time of `ManualScheduler`, of `KeyboardSimulation`, advances only on request.
@MainActor
public protocol KeyboardScheduler {
    /// The time since the scheduler's origin, which never decreases.
    var now: Duration { get }

    /// Runs `action` once on the main actor, no earlier than `delay` from now, and never before this call returns.
    ///
    /// Actions run in the order of their times, and those of one time in the order in which they were scheduled.
    /// A delay of 0 or less runs the action as soon as possible. A delay of more than 31 years counts as 31 years.
    ///
    /// - Returns: the scheduled action, which can be cancelled. Releasing it cancels nothing.
    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

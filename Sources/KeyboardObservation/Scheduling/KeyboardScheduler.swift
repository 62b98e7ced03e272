/// The clock and the timer of a pool and of a simulated keyboard.
///
/// The library uses a scheduler for each of its delays. The default is ``MainQueueScheduler``. A test can use another
/// scheduler to control the time. For example, the time of `ManualScheduler` in `KeyboardSimulation` advances only on
/// request.
@MainActor
public protocol KeyboardScheduler: Sendable {
    /// The time since the scheduler's origin; the time never decreases.
    var now: Duration { get }

    /// Runs `action` once on the main actor, after a delay.
    ///
    /// The action runs after this call has returned, and no earlier than `delay` from now.
    ///
    /// Actions run in the order of their times. Actions with equal times run in the order in which they were scheduled.
    /// An action with a delay of 0 or less runs as soon as possible. A delay of more than 31 years is reduced to 31
    /// years.
    ///
    /// - Returns: The scheduled action, which can be cancelled. Releasing the returned object does not cancel the
    ///   action.
    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

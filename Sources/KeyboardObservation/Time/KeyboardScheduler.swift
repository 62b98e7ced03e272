/// The clock and the timer of a pool or of a simulated keyboard.
///
/// A pool or a simulated keyboard uses one scheduler for all of its delays. The default scheduler is
/// ``MainQueueScheduler``. To control the time, a test can use a different scheduler, such as `ManualScheduler` in
/// `KeyboardSimulation`.
@MainActor
public protocol KeyboardScheduler: Sendable {
    /// The scheduler's current time, as a duration since a fixed origin.
    ///
    /// The time never decreases.
    var now: Duration { get }

    /// Runs `action` once on the main actor, after a delay.
    ///
    /// The action runs after this call has returned, and no earlier than `delay` from now.
    ///
    /// Actions run in the order in which they become due. If several actions become due at the same time, they run in
    /// the order in which they were scheduled. An action with a delay of 0 or less runs as soon as possible. A delay of
    /// more than 31 years is reduced to 31 years.
    ///
    /// - Returns: The scheduled action, which can be cancelled. If you release the returned object, the action still
    ///   runs.
    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

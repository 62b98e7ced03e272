/// Where time comes from. Everything that waits, here and in the simulation, waits on one of these; so a test that
/// brings its own decides when time passes.
///
/// ``MainQueueScheduler`` is the default. `ManualScheduler` of `KeyboardSimulation` stands still until it is advanced.
@MainActor
public protocol KeyboardScheduler {
    /// The time since an origin of the scheduler's own. It never goes back.
    var now: Duration { get }

    /// Runs `action` once on the main actor, no earlier than `delay` from now, and never before this call returns.
    ///
    /// Actions run in the order of their times, and those of one time in the order in which they were scheduled.
    /// A delay that is not positive means as soon as possible, and none is longer than 31 years.
    ///
    /// - Returns: what takes the action back. It may be ignored: dropping it cancels nothing.
    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction
}

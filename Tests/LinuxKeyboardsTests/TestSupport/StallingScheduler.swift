import KeyboardObservation

/// A scheduler that imitates a main queue that stalls.
///
/// The actions that become due during a stall run at the end of the stall.
@MainActor
final class StallingScheduler: KeyboardScheduler {
    private(set) var now = Duration.zero
    private var queue = ScheduledActionQueue()

    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        let scheduled = KeyboardScheduledAction(action)
        queue.insert(scheduled, at: now + delay)
        return scheduled
    }

    func stall(for duration: Duration) {
        now += duration
        while let due = queue.popFirst(upTo: now) { due.action.run() }
    }
}

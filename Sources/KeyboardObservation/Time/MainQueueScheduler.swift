import Dispatch

/// The default scheduler, which uses real time and the main queue.
///
/// In an app with GLib's event loop or a custom `poll` loop, actions run when the loop drains the main queue. See
/// ``MainQueueLoop``.
@MainActor
public final class MainQueueScheduler: KeyboardScheduler {
    /// The only instance.
    public static let shared = MainQueueScheduler()

    private var queue = ScheduledActionQueue()
    private let timer = DispatchSource.makeTimerSource(queue: .main)
    private var wakeTime: Duration?

    private init() {
        timer.setEventHandler { @Sendable [weak self] in
            // The main actor may have a custom executor, which does not run on the main queue.
            guard MainActorCheck.isOnMainActor else {
                Task { @MainActor in self?.runDueActions() }
                return
            }
            MainActor.assumeIsolated { self?.runDueActions() }
        }
        timer.activate()
    }

    /// The time since the system started.
    ///
    /// `now` does not include the time during which the system was suspended.
    public var now: Duration {
        .nanoseconds(DispatchTime.now().uptimeNanoseconds)
    }

    /// Runs `action` once on the main queue, no earlier than `delay` from now.
    ///
    /// - Returns: The scheduled action, which can be cancelled. If you release the returned object, the action still
    ///   runs.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        let scheduled = KeyboardScheduledAction(action)
        let time = now + delay.asDelay
        queue.insert(scheduled, at: time)
        if wakeTime.map({ time < $0 }) ?? true { wake(at: time) }
        return scheduled
    }

    private func runDueActions() {
        wakeTime = nil
        let start = now
        while let due = queue.popFirst(upTo: start) {
            due.action.run()
        }
        if let next = queue.nextTime() { wake(at: next) }
    }

    private func wake(at time: Duration) {
        wakeTime = time
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: time.wholeNanoseconds))
    }
}

extension Duration {
    /// The duration must not be negative.
    fileprivate var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}

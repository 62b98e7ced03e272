import Synchronization

/// An action that waits on a ``KeyboardScheduler`` and can be cancelled.
///
/// The closure is released after it has run, or when the action is cancelled. Releasing this object does not cancel the
/// action.
public final class KeyboardScheduledAction: Sendable {
    /// A structure that contains only the closure.
    ///
    /// Without this structure, every access to the mutex would wrap the closure in two more functions. Without this
    /// structure, even a read would wrap the closure.
    private struct Action {
        let run: @MainActor () -> Void
    }

    private let action: Mutex<Action?>
    private let housekeeping = Atomic(false)

    /// Wraps the closure that was passed to a scheduler.
    ///
    /// Only the implementation of a scheduler calls this method.
    public init(_ action: @escaping @MainActor () -> Void) {
        self.action = Mutex(Action(run: action))
    }

    /// Whether the action has neither run nor been cancelled.
    ///
    /// The property can be read on any thread.
    public var isWaiting: Bool {
        action.withLock { $0 != nil }
    }

    /// Whether the action is periodic housekeeping of the library, such as the sweep of a pool.
    ///
    /// Some schedulers run until no action waits. Such a scheduler ignores housekeeping actions.
    package var isHousekeeping: Bool {
        housekeeping.load(ordering: .relaxed)
    }

    package func markAsHousekeeping() {
        housekeeping.store(true, ordering: .relaxed)
    }

    /// Cancels the action.
    ///
    /// If the action has already run, the call has no effect. The method can be called on any thread.
    public func cancel() {
        _ = take()
    }

    /// Runs the action if it has neither run nor been cancelled.
    ///
    /// Only the implementation of a scheduler calls this method.
    @MainActor
    public func run() {
        take()?.run()
    }

    /// Removes and returns the closure.
    ///
    /// The closure is removed while the lock is held. The caller runs and releases the closure without the lock.
    private func take() -> Action? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

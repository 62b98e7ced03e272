import Synchronization

/// An action that waits on a ``KeyboardScheduler`` and can be cancelled.
///
/// The closure is released when it has run, and when it is cancelled. Releasing this object does not cancel the action.
public final class KeyboardScheduledAction: Sendable {
    /// A closure in a structure.
    ///
    /// A mutex of a closure would wrap the closure in two more functions at each access, even at an access that only
    /// reads it.
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

    /// Whether the action still waits to run.
    ///
    /// The property may be read on any thread.
    public var isWaiting: Bool {
        action.withLock { $0 != nil }
    }

    /// Whether the action is periodic housekeeping of the library, such as the sweep of a pool.
    ///
    /// A scheduler that runs until nothing waits does not wait for housekeeping.
    package var isHousekeeping: Bool {
        housekeeping.load(ordering: .relaxed)
    }

    package func markAsHousekeeping() {
        housekeeping.store(true, ordering: .relaxed)
    }

    /// Cancels the action.
    ///
    /// The call has no effect if the action has run. The method may be called on any thread.
    public func cancel() {
        _ = take()
    }

    /// Runs the action, unless it has run or been cancelled.
    ///
    /// Only the implementation of a scheduler calls this method.
    @MainActor
    public func run() {
        take()?.run()
    }

    /// Removes and returns the closure.
    ///
    /// The closure is removed while the lock is held, and is called and released after the lock is released.
    private func take() -> Action? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

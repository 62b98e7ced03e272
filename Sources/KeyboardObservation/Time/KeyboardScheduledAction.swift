import Synchronization

/// An action that waits on a ``KeyboardScheduler`` and can be cancelled.
///
/// The action releases its closure after the closure has run, or when the action is cancelled. If you release a
/// scheduled action, the action still runs.
public final class KeyboardScheduledAction: Sendable {
    // Without this structure, each access to the mutex would wrap the closure in two more functions.
    private struct Action {
        let run: @MainActor () -> Void
    }

    private let action: Mutex<Action?>
    private let housekeeping = Atomic(false)

    /// Wraps the closure that was passed to a scheduler.
    ///
    /// Only the implementation of a scheduler calls this initializer.
    public init(_ action: @escaping @MainActor () -> Void) {
        self.action = Mutex(Action(run: action))
    }

    package var isWaiting: Bool {
        action.withLock { $0 != nil }
    }

    /// Whether the action is a periodic sweep of a pool.
    ///
    /// `ManualScheduler.runToEnd(limit:)` ends when only sweeps are left.
    package var isHousekeeping: Bool {
        housekeeping.load(ordering: .relaxed)
    }

    package func markAsHousekeeping() {
        housekeeping.store(true, ordering: .relaxed)
    }

    /// Cancels the action.
    ///
    /// If the action has already run, the call has no effect. You can call `cancel()` on any thread.
    public func cancel() {
        _ = take()
    }

    /// Runs the action if it is still waiting.
    ///
    /// Only the implementation of a scheduler calls this method.
    @MainActor
    public func run() {
        take()?.run()
    }

    /// Removes and returns the action, so that the caller can run and release the closure without holding the lock.
    private func take() -> Action? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

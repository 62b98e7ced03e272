import Synchronization

/// An action that waits on a ``KeyboardScheduler``, and the means to take it back.
///
/// The action is freed when it has run and when it is cancelled.
public final class KeyboardScheduledAction: Sendable {
    private let action: Mutex<(@MainActor () -> Void)?>

    /// Wraps the action that a scheduler was given. For those who write a scheduler.
    public init(_ action: @escaping @MainActor () -> Void) {
        self.action = Mutex(action)
    }

    /// Whether the action has neither run nor been cancelled.
    public var isWaiting: Bool {
        action.withLock { $0 != nil }
    }

    /// Takes the action back. Nothing happens where it has run already. Callable from any thread.
    public func cancel() {
        _ = take()
    }

    /// Runs the action, the first time that this is called and never after ``cancel()``. For those who write a
    /// scheduler.
    @MainActor
    public func run() {
        take()?()
    }

    /// The action leaves under the lock and is called or freed outside it.
    private func take() -> (@MainActor () -> Void)? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}

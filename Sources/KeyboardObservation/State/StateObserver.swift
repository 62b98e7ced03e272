import Synchronization

/// A closure that hears what the keyboard is. Its owner, a token or an iteration, keeps it; the pool knows it weakly.
final class StateObserver: Sendable {
    private let handle: @MainActor (KeyboardState) -> Void
    private let last: Mutex<KeyboardState?>
    private let isCancelled = Atomic(false)
    private let startsWithCurrent: Bool

    /// - Parameter startsWithCurrent: whether the state at the subscription is told as well.
    init(startingWithCurrent: Bool, _ handle: @escaping @MainActor (KeyboardState) -> Void) {
        startsWithCurrent = startingWithCurrent
        last = Mutex(nil)
        self.handle = handle
    }

    @MainActor
    func join(with state: KeyboardState) {
        if startsWithCurrent {
            receive(state)
        } else {
            last.withLock { $0 = state.settled }
        }
    }

    /// Tells the state, unless it was told last. That a move has ended by time is no news of its own.
    @MainActor
    func receive(_ state: KeyboardState) {
        guard !isCancelled.load(ordering: .relaxed) else { return }
        let isNews = last.withLock { last in
            defer { last = state.settled }
            return last != state.settled
        }
        if isNews { handle(state) }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}

extension KeyboardState {
    /// Without the move under way.
    fileprivate var settled: KeyboardState {
        var state = self
        state.transition = nil
        return state
    }
}

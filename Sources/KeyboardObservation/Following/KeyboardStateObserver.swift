import Synchronization

/// A closure that is called with the state of the keyboard. Its token or iteration owns it; the pool holds it weakly.
final class KeyboardStateObserver: CancellableObserver {
    private let handle: @MainActor (KeyboardState) -> Void
    private let last: Mutex<KeyboardState?>
    private let cancellation = Atomic(false)
    private let startsWithCurrent: Bool

    /// - Parameter startsWithCurrent: whether the closure is called at the subscription as well.
    init(startingWithCurrent: Bool, _ handle: @escaping @MainActor (KeyboardState) -> Void) {
        startsWithCurrent = startingWithCurrent
        last = Mutex(nil)
        self.handle = handle
    }

    @MainActor
    func subscribe(with state: KeyboardState) {
        if startsWithCurrent {
            receive(state)
        } else {
            last.withLock { $0 = state.withoutTransition }
        }
    }

    /// Calls the closure, unless only the transition differs from the last call.
    @MainActor
    func receive(_ state: KeyboardState) {
        guard !isCancelled else { return }
        let isNew = last.withLock { last in
            defer { last = state.withoutTransition }
            return last != state.withoutTransition
        }
        if isNew { handle(state) }
    }

    var isCancelled: Bool {
        cancellation.load(ordering: .relaxed)
    }

    func cancel() {
        cancellation.store(true, ordering: .relaxed)
    }
}

extension KeyboardState {
    fileprivate var withoutTransition: KeyboardState {
        var state = self
        state.transition = nil
        return state
    }
}

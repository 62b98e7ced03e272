import Synchronization

/// An observer that calls a closure with the state of the keyboard.
///
/// A token owns the observer, and the pool holds the observer weakly.
final class KeyboardStateObserver: CancellableObserver {
    private let handle: @MainActor (KeyboardState) -> Void
    @MainActor private var last: KeyboardState?
    private let cancellation = Atomic(false)
    private let startsWithCurrent: Bool

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - startingWithCurrent: Whether ``subscribe(with:)`` calls the closure with the current state.
    ///   - handle: The closure.
    init(startingWithCurrent: Bool, _ handle: @escaping @MainActor (KeyboardState) -> Void) {
        startsWithCurrent = startingWithCurrent
        self.handle = handle
    }

    /// Stores the current state, and calls the closure if `startingWithCurrent` is `true`.
    @MainActor
    func subscribe(with state: KeyboardState) {
        if startsWithCurrent {
            receive(state)
        } else {
            last = state.withoutTransition
        }
    }

    /// Calls the closure if the state has changed.
    ///
    /// The observer ignores changes of the state's `transition`.
    @MainActor
    func receive(_ state: KeyboardState) {
        let new = state.withoutTransition
        guard !isCancelled, new != last else { return }
        last = new
        handle(state)
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

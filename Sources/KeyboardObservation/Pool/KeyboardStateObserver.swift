import Synchronization

/// Calls a closure with each new state of the keyboard.
///
/// A token owns the observer, and the pool holds the observer weakly.
final class KeyboardStateObserver: CancellableObserver {
    let startsWithCurrent: Bool
    private let handle: @MainActor (KeyboardState) -> Void
    @MainActor private var last: KeyboardState?
    private let cancellation = Atomic(false)

    init(startingWithCurrent: Bool, _ handle: @escaping @MainActor (KeyboardState) -> Void) {
        startsWithCurrent = startingWithCurrent
        self.handle = handle
    }

    /// Calls the closure if the state has changed; its `transition` does not count.
    @MainActor
    func receive(_ state: KeyboardState, isFirst: Bool = false) {
        var new = state
        new.transition = nil
        guard !isCancelled, new != last else { return }
        last = new
        if !isFirst || startsWithCurrent { handle(state) }
    }

    var isCancelled: Bool {
        cancellation.load(ordering: .relaxed)
    }

    func cancel() {
        cancellation.store(true, ordering: .relaxed)
    }
}

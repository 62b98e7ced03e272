import Synchronization

/// A token owns the observer, and the pool holds the observer weakly.
final class KeyboardStateObserver: CancellableObserver {
    private let startsWithCurrent: Bool
    private let handle: @MainActor (KeyboardState) -> Void
    @MainActor private var last: KeyboardState?
    private let cancellation = Atomic(false)

    init(startingWithCurrent: Bool, _ handle: @escaping @MainActor (KeyboardState) -> Void) {
        startsWithCurrent = startingWithCurrent
        self.handle = handle
    }

    var isCancelled: Bool {
        cancellation.load(ordering: .relaxed)
    }

    func cancel() {
        cancellation.store(true, ordering: .relaxed)
    }
}

extension KeyboardStateObserver: KeyboardFollower {
    var isEnded: Bool { isCancelled }

    func follow(_ keyboards: [KeyboardSnapshot]) -> Bool? {
        let state = keyboards[keyboards.index(followedOn: nil)].state
        var new = state
        new.transition = nil
        guard !isCancelled, new != last else { return false }
        let isFirst = last == nil
        last = new
        if !isFirst || startsWithCurrent { handle(state) }
        return false
    }
}

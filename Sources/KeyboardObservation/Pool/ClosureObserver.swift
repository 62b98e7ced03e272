import Synchronization

/// A closure that listens. Its token owns it; the pool holds it weakly, as it holds a screen.
final class ClosureObserver: Sendable {
    private let kinds: KindSet
    private let handle: @MainActor (KeyboardEvent) -> Void
    private let isOwnerGone: @MainActor () -> Bool
    private let isCancelled = Atomic(false)

    init(
        _ kinds: Set<KeyboardEvent.Kind>,
        isOwnerGone: @escaping @MainActor () -> Bool = { false },
        handle: @escaping @MainActor (KeyboardEvent) -> Void
    ) {
        self.kinds = KindSet(kinds)
        self.isOwnerGone = isOwnerGone
        self.handle = handle
    }

    /// Whether nothing will ever be handled again: cancelled, or the owner is gone.
    @MainActor
    var isOver: Bool {
        isCancelled.load(ordering: .relaxed) || isOwnerGone()
    }

    @MainActor
    func receive(_ event: KeyboardEvent) {
        if kinds.contains(event.kind) { handle(event) }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}

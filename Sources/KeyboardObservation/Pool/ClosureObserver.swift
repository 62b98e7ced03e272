import Synchronization

/// A closure that listens. Its token owns it; the pool holds it weakly, as it holds a screen.
final class ClosureObserver: Sendable {
    private let kinds: UInt8
    private let handle: @MainActor (KeyboardEvent) -> Void
    private let isOwnerGone: @MainActor () -> Bool
    private let isCancelled = Atomic(false)

    init(
        _ kinds: Set<KeyboardEvent.Kind>,
        isOwnerGone: @escaping @MainActor () -> Bool = { false },
        handle: @escaping @MainActor (KeyboardEvent) -> Void
    ) {
        self.kinds = kinds.reduce(0) { $0 | $1.bit }
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
        if kinds & event.kind.bit != 0 { handle(event) }
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }
}

extension KeyboardEvent.Kind {
    fileprivate var bit: UInt8 {
        switch self {
        case .willShow: 1
        case .didShow: 2
        case .willHide: 4
        case .didHide: 8
        case .willChangeFrame: 16
        case .didChangeFrame: 32
        }
    }
}

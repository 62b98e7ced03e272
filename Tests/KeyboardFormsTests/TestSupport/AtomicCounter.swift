import Synchronization

/// A counter for any thread.
final class AtomicCounter: Sendable {
    private let count = Atomic(0)

    var value: Int {
        count.load(ordering: .sequentiallyConsistent)
    }

    func add() {
        count.add(1, ordering: .sequentiallyConsistent)
    }
}

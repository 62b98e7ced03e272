import Synchronization

/// How many events one sequence and all its copies have dropped.
final class DropCounter: Sendable {
    private let dropped = Atomic(0)

    var count: Int {
        dropped.load(ordering: .relaxed)
    }

    func increment() {
        dropped.add(1, ordering: .relaxed)
    }
}

import Synchronization

/// By which fields tell their order that they died, on whatever thread that is.
final class DeathNotice: Sendable {
    private let hasDeaths = Atomic(false)
    private let isWatched = Atomic(false)

    /// Says whether somebody edits in the order, so that what can be reached is on screen.
    func setWatched(_ isWatched: Bool) {
        self.isWatched.store(isWatched, ordering: .relaxed)
    }

    /// - Returns: whether the order should look at once.
    func tellDeath() -> Bool {
        let isFirst = !hasDeaths.exchange(true, ordering: .releasing)
        return isFirst && isWatched.load(ordering: .relaxed)
    }

    var isPending: Bool {
        hasDeaths.load(ordering: .acquiring)
    }

    /// Whether any died since this was asked last.
    func take() -> Bool {
        isPending && hasDeaths.exchange(false, ordering: .acquiring)
    }
}

/// The pools that have been used, so that a screen can leave all that it joined.
@MainActor
enum JoinedPools {
    private struct Reference {
        weak var pool: KeyboardObserverPool?
    }

    private static var references: [Reference] = []

    static func add(_ pool: KeyboardObserverPool) {
        // So that pools which come and go leave nothing behind.
        references.removeAll { $0.pool == nil }
        references.append(Reference(pool: pool))
    }

    static func remove(_ observer: some KeyboardObservable) {
        for reference in references {
            reference.pool?.remove(observer)
        }
    }
}

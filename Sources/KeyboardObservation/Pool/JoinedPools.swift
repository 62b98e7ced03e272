/// The pools that have been used, so that a screen can leave all that it joined.
@MainActor
package enum JoinedPools {
    private struct Reference {
        weak var pool: KeyboardObserverPool?
    }

    private static var references: [Reference] = []

    /// How many pools are remembered. For tests and diagnosis.
    package static var count: Int {
        references.count
    }

    static func add(_ pool: KeyboardObserverPool) {
        // Pools which come and go leave nothing behind. One may go right here, so what is held meanwhile is let go
        // after the access.
        let living = references.compactMap(\.pool)
        references = (living + [pool]).map { Reference(pool: $0) }
    }

    static func remove(_ observer: some KeyboardObservable) {
        for pool in references.compactMap(\.pool) {
            pool.remove(observer)
        }
    }
}

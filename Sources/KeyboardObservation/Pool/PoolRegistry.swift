/// The pools that have been used, so that a screen can unsubscribe from all of them.
@MainActor
package enum PoolRegistry {
    private struct Entry {
        weak var pool: KeyboardObserverPool?
    }

    private static var entries: [Entry] = []
    private static var countAfterPurge = 0

    /// How many entries there are, those of deallocated pools included. For tests.
    package static var count: Int {
        entries.count
    }

    /// The pools that are alive.
    static var pools: [KeyboardObserverPool] {
        entries.compactMap(\.pool)
    }

    /// Adds a pool. O(1), amortised.
    static func add(_ pool: KeyboardObserverPool) {
        if entries.count >= 2 * countAfterPurge + 16 {
            // A reference that is released here may be the last one, so it outlives the access to the entries.
            let pools = pools
            entries = pools.map { Entry(pool: $0) }
            countAfterPurge = entries.count
        }
        entries.append(Entry(pool: pool))
    }
}

/// The list of pools that have been used.
///
/// A screen reads the list to unsubscribe from all pools.
@MainActor
package enum PoolRegistry {
    private struct Entry {
        weak var pool: KeyboardObserverPool?
    }

    private static var entries: [Entry] = []
    private static var countAfterPurge = 0

    /// The number of entries, including the entries of deallocated pools, for tests.
    package static var count: Int {
        entries.count
    }

    /// The live pools.
    static var pools: [KeyboardObserverPool] {
        entries.compactMap(\.pool)
    }

    /// Adds a pool, which is held weakly, in O(1), amortised.
    static func add(_ pool: KeyboardObserverPool) {
        if entries.count >= 2 * countAfterPurge + 16 {
            // The references are released after the access to the entries, because each of them may be the last
            // reference.
            let pools = pools
            entries = pools.map { Entry(pool: $0) }
            countAfterPurge = entries.count
        }
        entries.append(Entry(pool: pool))
    }
}

/// A list of pools that have been used.
///
/// A screen reads the shared list to unsubscribe from all pools.
@MainActor
package final class PoolRegistry {
    /// The list that every pool is added to.
    static let shared = PoolRegistry()

    private struct Entry {
        weak var pool: KeyboardObserverPool?
    }

    private var entries: [Entry] = []
    private var countAfterPurge = 0

    package init() {}

    /// The number of entries, including the entries of deallocated pools, for tests.
    package var count: Int {
        entries.count
    }

    /// The live pools.
    package var pools: [KeyboardObserverPool] {
        entries.compactMap(\.pool)
    }

    /// Adds a pool, which is held weakly, in O(1), amortised.
    package func add(_ pool: KeyboardObserverPool) {
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

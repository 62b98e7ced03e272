/// A list that holds objects weakly, in the order in which they were added.
///
/// While the list reads an object, the list holds a strong reference to the object. Meanwhile, all other owners can
/// release the object. In that case, the object is deallocated when the list releases the strong reference. The
/// `deinit` of the object can change the list. Therefore the list releases no strong reference while the list accesses
/// its entries.
@MainActor
package final class WeakList<Object: AnyObject> {
    private struct Entry {
        weak let object: Object?
    }

    private var entries: [Entry] = []
    private var countAfterPurge = 0

    package init() {}

    var isEmpty: Bool {
        entries.isEmpty
    }

    /// The number of entries, including the entries of deallocated objects.
    package var entryCount: Int {
        entries.count
    }

    /// Returns the live objects, and removes the entries of deallocated objects.
    package func live() -> [Object] {
        let before = entries
        let live = before.compactMap { $0.object }
        if live.count < before.count {
            entries = live.map { Entry(object: $0) } + entries.dropFirst(before.count)
            countAfterPurge = entries.count
        }
        return live
    }

    /// Appends an object.
    ///
    /// The cost is O(1), amortised.
    package func append(_ object: Object) {
        if entries.count >= 2 * countAfterPurge + 16 {
            _ = live()
            countAfterPurge = entries.count
        }
        entries.append(Entry(object: object))
    }
}

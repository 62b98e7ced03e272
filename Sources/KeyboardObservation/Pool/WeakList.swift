/// A list that holds objects weakly, in the order in which they were added.
///
/// While the list reads an object, the owners of the object can release it. If the list then released the object, the
/// `deinit` of the object could change the list. So the list releases no object while it accesses its entries.
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
        let live = entries.compactMap { $0.object }
        if live.count < entries.count {
            entries = live.map { Entry(object: $0) }
            countAfterPurge = entries.count
        }
        return live
    }

    /// Appends an object, in amortised O(1).
    package func append(_ object: Object) {
        if entries.count >= 2 * countAfterPurge + 16 {
            _ = live()
            countAfterPurge = entries.count
        }
        entries.append(Entry(object: object))
    }
}

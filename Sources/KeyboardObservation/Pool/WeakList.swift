/// No object is released during an access to `entries`, because an object's `deinit` can change the list.
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

    package func live() -> [Object] {
        let live = entries.compactMap { $0.object }
        if live.count < entries.count {
            entries = live.map { Entry(object: $0) }
            countAfterPurge = entries.count
        }
        return live
    }

    package func append(_ object: Object) {
        if entries.count >= 2 * countAfterPurge + 16 {
            _ = live()
            countAfterPurge = entries.count
        }
        entries.append(Entry(object: object))
    }
}

/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// The observer is not called again.
    func cancel()
}

/// Observers in subscription order, held weakly.
///
/// A strong reference that is taken here may be the last one, and its `deinit` may change the list: so no reference is
/// released inside an access to the entries.
@MainActor
final class WeakObserverList<Observer: CancellableObserver> {
    private struct Entry {
        weak let observer: Observer?
    }

    private var entries: [Entry] = []
    private var countAfterPurge = 0

    var isEmpty: Bool {
        entries.isEmpty
    }

    /// The observers that are alive. Removes the others.
    func live() -> [Observer] {
        let before = entries
        let live = before.compactMap(\.observer)
        if live.count < before.count {
            entries = live.map { Entry(observer: $0) } + entries.dropFirst(before.count)
            countAfterPurge = entries.count
        }
        return live
    }

    /// O(1), amortised.
    func append(_ observer: Observer) {
        if entries.count >= 2 * countAfterPurge + 16 {
            _ = live()
            countAfterPurge = entries.count
        }
        entries.append(Entry(observer: observer))
    }
}

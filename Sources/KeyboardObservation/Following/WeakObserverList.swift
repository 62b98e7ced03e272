/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// Ends the calls of the observer; callable on any thread.
    func cancel()
}

/// Observers in subscription order, held weakly.
///
/// A strong reference taken here may be the last one, and the observer's `deinit` may change the list. So no reference
/// is released during an access to the entries.
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

    /// Returns the live observers, and removes the entries of the others.
    func live() -> [Observer] {
        let before = entries
        let live = before.compactMap(\.observer)
        if live.count < before.count {
            entries = live.map { Entry(observer: $0) } + entries.dropFirst(before.count)
            countAfterPurge = entries.count
        }
        return live
    }

    /// Appends an observer in O(1), amortised.
    func append(_ observer: Observer) {
        if entries.count >= 2 * countAfterPurge + 16 {
            _ = live()
            countAfterPurge = entries.count
        }
        entries.append(Entry(observer: observer))
    }
}

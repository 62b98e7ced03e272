/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// Stops all further calls of the observer.
    ///
    /// This method may be called on any thread.
    func cancel()
}

/// Observers in subscription order, held weakly.
///
/// A strong reference taken here may be the last reference, and the observer's `deinit` may change the list. Therefore
/// no reference is released during an access to the entries.
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

    /// The number of entries, including the entries of deallocated observers.
    var entryCount: Int {
        entries.count
    }

    /// Returns the live observers, and removes the entries of deallocated observers.
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

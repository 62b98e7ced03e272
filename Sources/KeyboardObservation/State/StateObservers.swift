/// Who hears the keyboard's state, in the order in which they joined. Weak on all; no reference ends inside an access,
/// as in ``KeyboardFollowers``.
@MainActor
final class StateObservers {
    private struct Entry {
        weak let observer: StateObserver?
    }

    private var entries: [Entry] = []
    private var purgedCount = 0

    var isEmpty: Bool {
        entries.isEmpty
    }

    /// Those who are there now.
    func living() -> [StateObserver] {
        let before = entries
        let living = before.compactMap(\.observer)
        if living.count < before.count {
            entries = living.map { Entry(observer: $0) } + entries.dropFirst(before.count)
            purgedCount = entries.count
        }
        return living
    }

    /// O(1), amortised.
    func append(_ observer: StateObserver) {
        if entries.count >= 2 * purgedCount + 16 {
            _ = living()
            purgedCount = entries.count
        }
        entries.append(Entry(observer: observer))
    }
}

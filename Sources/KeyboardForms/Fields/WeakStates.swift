/// A set of weakly held states.
///
/// Deallocated states are removed whenever the number of entries has doubled.
struct WeakStates: Sendable {
    private struct Entry: Sendable {
        weak let state: FormElementState?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries after the last removal of deallocated states.
    private var countAfterPurge = 0

    var states: some Collection<FormElementState> {
        entries.values.lazy.compactMap(\.state)
    }

    /// Inserts a state, in amortized O(1).
    mutating func insert(_ state: FormElementState) {
        if entries.count >= 2 * countAfterPurge + 16 {
            entries = entries.filter { $0.value.state != nil }
            countAfterPurge = entries.count
        }
        entries[ObjectIdentifier(state)] = Entry(state: state)
    }
}

/// Weak references to the fields of a keyboard, with the oldest field first.
@MainActor
struct SimulatedFields {
    private struct Entry {
        weak var field: SimulatedTextField?
    }

    private var entries: [Entry] = []
    private var countAfterPurge = 0

    var live: [SimulatedTextField] {
        entries.compactMap(\.field)
    }

    /// Appends a field.
    ///
    /// The cost is O(1), amortised.
    mutating func append(_ field: SimulatedTextField) {
        if entries.count >= 2 * countAfterPurge + 16 {
            entries.removeAll { $0.field == nil }
            countAfterPurge = entries.count
        }
        entries.append(Entry(field: field))
    }
}

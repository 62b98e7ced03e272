/// A list of weakly held elements.
///
/// Deallocated elements are removed whenever the number of entries has doubled.
@MainActor
struct WeakElementList {
    private struct Entry {
        weak let element: (any FormElement)?
    }

    private var entries: [Entry] = []
    /// The number of entries after the last removal of deallocated elements.
    private var countAfterPurge = 0

    init() {}

    init(_ elements: [any FormElement]) {
        entries = elements.map(Entry.init)
    }

    var elements: [any FormElement] {
        entries.compactMap(\.element)
    }

    /// Whether the list contains entries of deallocated elements.
    var hasDeallocatedElements: Bool {
        entries.contains { $0.element == nil }
    }

    /// Appends an element, in amortized O(1).
    mutating func append(_ element: any FormElement) {
        if entries.count >= 2 * countAfterPurge + 16 {
            entries.removeAll { $0.element == nil }
            countAfterPurge = entries.count
        }
        entries.append(Entry(element: element))
    }

    /// Inserts an element before another element, in O(n).
    ///
    /// If `other` is not in the list, the element is appended.
    mutating func insert(_ element: any FormElement, before other: any FormElement) {
        append(element)
        if let index = entries.firstIndex(where: { $0.element === other }) {
            entries.insert(entries.removeLast(), at: index)
        }
    }

    /// Removes an element, in O(n).
    mutating func remove(_ element: any FormElement) {
        entries.removeAll { $0.element == nil || $0.element === element }
    }
}

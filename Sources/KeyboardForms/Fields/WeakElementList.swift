struct WeakElementList {
    private struct Entry {
        weak let element: (any FormElement)?
    }

    private var entries: [Entry] = []

    init(_ elements: [any FormElement] = []) {
        entries = elements.map(Entry.init)
    }

    var elements: [any FormElement] {
        // A loop over the array would copy each entry and its weak reference.
        let entries = entries.span
        var elements: [any FormElement] = []
        elements.reserveCapacity(entries.count)
        for index in entries.indices {
            if let element = entries[index].element { elements.append(element) }
        }
        return elements
    }

    var isEmpty: Bool {
        entries.allSatisfy { $0.element == nil }
    }

    var hasDeallocatedElements: Bool {
        entries.contains { $0.element == nil }
    }

    /// Returns `false` if the element was already in the list.
    mutating func insert(_ element: any FormElement, before other: (any FormElement)? = nil) -> Bool {
        // This copy omits deallocated elements.
        var elements = elements
        guard !elements.contains(where: { $0 === element }) else { return false }
        let index = other.flatMap { other in elements.firstIndex { $0 === other } }
        elements.insert(element, at: index ?? elements.endIndex)
        self = WeakElementList(elements)
        return true
    }

    mutating func remove(_ element: any FormElement) {
        entries.removeAll { $0.element == nil || $0.element === element }
    }
}

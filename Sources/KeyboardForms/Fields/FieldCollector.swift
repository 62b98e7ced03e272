@MainActor
struct FieldCollector {
    struct Entry {
        let field: any FormField
        let isInHiddenContainer: Bool
        /// The number of the innermost focus group; 0 outside all groups.
        let group: Int
    }

    private(set) var fields: [Entry] = []
    private(set) var containers: [any FormContainer] = []

    init(_ elements: [any FormElement]) {
        var visited: Set<ObjectIdentifier> = []
        fields.reserveCapacity(elements.count)
        visited.reserveCapacity(elements.count)
        // Recursion into deeply nested containers would overflow the thread's stack.
        var steps = elements.reversed().map { (element: $0, isHidden: false, group: 0) }
        while let (element, isHidden, group) = steps.popLast() {
            guard visited.insert(ObjectIdentifier(element)).inserted else { continue }
            if let field = element as? any FormField {
                fields.append(Entry(field: field, isInHiddenContainer: isHidden, group: group))
            } else if let container = element as? any FormContainer {
                containers.append(container)
                let isHidden = isHidden || container.isHidden
                let group = container.isFocusGroup ? containers.count : group
                steps += container.formElements.reversed().map { ($0, isHidden, group) }
            }
        }
    }
}

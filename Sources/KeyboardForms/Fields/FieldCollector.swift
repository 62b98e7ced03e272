/// Collects the fields of an order: added fields, fields in containers, and linked fields.
///
/// The collector can reach an element on several paths. An element is hidden if a container around it is hidden. An
/// element belongs to the innermost group around it. Therefore the collector first collects each element once.
/// Afterwards the collector marks the elements of hidden containers as hidden, and assigns elements to groups. The cost
/// is O(n) for n elements. Each hidden container and each group adds a cost of O(n).
@MainActor
struct FieldCollector {
    /// A field or a container, with the properties that the containers around it determine.
    struct Node {
        /// The field; `nil` for a container.
        let field: (any FormField)?
        /// The indices of the elements in a container.
        fileprivate var children: [Int] = []
        fileprivate var isGroup = false
        /// Whether a container around the element is hidden.
        fileprivate(set) var isHidden = false
        /// The number of the innermost group around the element; 0 if there is none.
        ///
        /// If a container is a focus group, its group has a negative number. A group that
        /// ``FocusOrder/keepFocus(within:)`` created has a positive number.
        fileprivate(set) var group = 0
    }

    private(set) var nodes: [Node] = []
    private(set) var containers: [any FormContainer] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// - Parameters:
    ///   - elements: The elements that the app added.
    ///   - groups: The groups that ``FocusOrder/keepFocus(within:)`` created.
    ///   - followsLinks: Whether the collector follows the links of the fields, and collects the linked fields.
    init(_ elements: [any FormElement], groups: [WeakElementList], followsLinks: Bool) {
        nodes.reserveCapacity(elements.count)
        indices.reserveCapacity(elements.count)
        for element in elements { collect(element, followsLinks: followsLinks) }
        if !containers.isEmpty { applyContainers() }
        for (number, group) in groups.enumerated() {
            for index in group.elements.compactMap({ indices[ObjectIdentifier($0)] }) {
                nodes[index].group = number + 1
            }
        }
    }

    /// Collects an element, all elements inside it, and the fields that its links lead to.
    ///
    /// The method uses its own stack, because containers can be nested deeper than a thread's stack allows.
    private mutating func collect(_ element: any FormElement, followsLinks: Bool) {
        var steps = visit(element, in: nil, followsLinks: followsLinks)
        while let (next, parent) = steps.popLast() {
            steps += visit(next, in: parent, followsLinks: followsLinks)
        }
    }

    /// Returns the elements of a container in reverse order, or the target of a field's link.
    ///
    /// The method also visits a field with a destroyed widget. The link of such a field can lead to further fields.
    private mutating func visit(
        _ element: any FormElement,
        in parent: Int?,
        followsLinks: Bool
    ) -> [(element: any FormElement, parent: Int?)] {
        let (id, new) = (ObjectIdentifier(element), nodes.count)
        let known = indices[id]
        if let parent { nodes[parent].children.append(known ?? new) }
        guard known == nil else { return [] }
        indices[id] = new
        if let field = element as? any FormField {
            nodes.append(Node(field: field))
            guard followsLinks, let target = field.formState[link: .next].target else { return [] }
            return [(target, nil)]
        }
        guard let container = element as? any FormContainer else { return [] }
        nodes.append(Node(field: nil, isGroup: container.isFocusGroup, isHidden: container.isHidden))
        containers.append(container)
        return container.formElements.reversed().map { ($0, new) }
    }

    /// Marks the elements of hidden containers as hidden, and assigns elements to groups.
    private mutating func applyContainers() {
        for index in nodes.indices.filter({ nodes[$0].isHidden }) {
            for child in descendants(of: index) { nodes[child].isHidden = true }
        }
        let groups = nodes.indices.filter { nodes[$0].isGroup }.map { (index: $0, elements: descendants(of: $0)) }
        // Inner groups come first. An inner group has fewer elements than the group around it.
        for group in groups.sorted(by: { $0.elements.count < $1.elements.count }) {
            for child in group.elements where nodes[child].group == 0 { nodes[child].group = -1 - group.index }
        }
    }

    private func descendants(of index: Int) -> Set<Int> {
        var (found, steps): (Set<Int>, [Int]) = ([], nodes[index].children)
        while let child = steps.popLast() {
            if found.insert(child).inserted { steps += nodes[child].children }
        }
        return found
    }
}

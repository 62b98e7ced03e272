/// Collects the fields of an order: added fields, fields in containers, and linked fields.
///
/// The collector can reach an element several times, for example through two containers. Therefore the collector works
/// in two steps:
///
/// - The collector collects each element once.
/// - The collector marks the elements of hidden containers as hidden, and assigns elements to focus groups. If groups
///   are nested, an element belongs to the innermost group.
///
/// The cost is O(n) for n elements. Each hidden container and each group adds a cost of O(n).
@MainActor
struct FieldCollector {
    /// A collected field or container.
    struct Node {
        /// The field; `nil` for a container.
        let field: (any FormField)?
        /// The indices of this container's elements in `nodes`.
        fileprivate var children: [Int] = []
        fileprivate var isGroup = false
        /// Whether the element is a hidden container, or is inside a hidden container.
        fileprivate(set) var isHidden = false
        /// The identifier of the element's focus group; 0 if the element has no group.
        ///
        /// The identifier of a container's group is negative. The identifier of a group from
        /// ``FocusOrder/keepFocus(within:)`` is positive.
        fileprivate(set) var group = 0
    }

    private(set) var nodes: [Node] = []
    private(set) var containers: [any FormContainer] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// - Parameters:
    ///   - elements: The elements that the app added.
    ///   - groups: The groups that ``FocusOrder/keepFocus(within:)`` created.
    ///   - followsLinks: Whether the collector also collects linked fields.
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

    /// Collects an element, the elements inside it, and the linked fields.
    ///
    /// The method is not recursive, because recursion into deeply nested containers would overflow the thread's stack.
    private mutating func collect(_ element: any FormElement, followsLinks: Bool) {
        var steps = visit(element, in: nil, followsLinks: followsLinks)
        while let (next, parent) = steps.popLast() {
            steps += visit(next, in: parent, followsLinks: followsLinks)
        }
    }

    /// Collects one element, and returns the next elements.
    ///
    /// For a container, the method returns the container's elements in reverse order. For a field, the method returns
    /// the linked field.
    ///
    /// The method visits a field even if its widget was destroyed, because the field's link can lead to further fields.
    private mutating func visit(
        _ element: any FormElement,
        in parent: Int?,
        followsLinks: Bool
    ) -> [(element: any FormElement, parent: Int?)] {
        let (id, new) = (ObjectIdentifier(element), nodes.count)
        defer { if let parent, let index = indices[id] { nodes[parent].children.append(index) } }
        guard indices[id] == nil else { return [] }
        if let field = element as? any FormField {
            indices[id] = new
            nodes.append(Node(field: field))
            guard followsLinks, let target = field.formState[link: .next].target else { return [] }
            return [(target, nil)]
        }
        // An element that is neither a field nor a container has no node, and therefore no index.
        guard let container = element as? any FormContainer else { return [] }
        indices[id] = new
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
        // An inner group has fewer elements than the group around it. Therefore the loop visits the inner group first.
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

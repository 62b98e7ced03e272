/// Collects the fields of an order: added fields, fields in containers, and linked fields.
///
/// An element may be reached on several paths. It is hidden if one of the containers around it is hidden, and belongs
/// to the group of the innermost group around it. Therefore the elements are collected first, each once, and then what
/// containers determine is passed down. The cost is O(n) for n elements.
@MainActor
struct FieldCollector {
    /// A field or a container, and what the containers around it determine.
    struct Node {
        /// The field; `nil` for a container.
        let field: (any FormField)?
        /// The indices of the elements of a container.
        fileprivate var children: [Int] = []
        fileprivate var isGroup = false
        /// Whether a container around the element is hidden.
        fileprivate(set) var isHidden = false
        /// The group of the innermost group around the element; 0 if there is none.
        ///
        /// Groups of containers have negative numbers. Groups of ``FocusOrder/keepFocus(within:)`` have positive
        /// numbers.
        fileprivate(set) var group = 0
    }

    private(set) var nodes: [Node] = []
    private(set) var containers: [any FormContainer] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    /// - Parameters:
    ///   - elements: The elements that the app added.
    ///   - groups: The groups of ``FocusOrder/keepFocus(within:)``.
    ///   - followsLinks: Whether the fields lead to those that they are linked to.
    init(_ elements: [any FormElement], groups: [WeakElementList], followsLinks: Bool) {
        nodes.reserveCapacity(elements.count)
        indices.reserveCapacity(elements.count)
        for element in elements { collect(element, followsLinks: followsLinks) }
        if !containers.isEmpty {
            hideElementsOfHiddenContainers()
            assignGroups()
        }
        for (number, group) in groups.enumerated() {
            for index in group.elements.compactMap({ indices[ObjectIdentifier($0)] }) {
                nodes[index].group = number + 1
            }
        }
    }

    /// Collects an element, and what it leads to.
    ///
    /// The method uses its own stack, because containers may be nested deeper than a thread's stack allows.
    private mutating func collect(_ element: any FormElement, followsLinks: Bool) {
        var steps = visit(element, in: nil, followsLinks: followsLinks)
        while let (next, parent) = steps.popLast() {
            steps += visit(next, in: parent, followsLinks: followsLinks)
        }
    }

    /// Returns the elements of a container or the target of a link, the last one first.
    ///
    /// A field without its widget is visited too, because its link may lead to further fields.
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

    private mutating func hideElementsOfHiddenContainers() {
        var hidden = nodes.indices.filter { nodes[$0].isHidden }
        while let index = hidden.popLast() {
            for child in nodes[index].children where !nodes[child].isHidden {
                nodes[child].isHidden = true
                hidden.append(child)
            }
        }
    }

    private mutating func assignGroups() {
        guard nodes.contains(where: \.isGroup) else { return }
        for index in innermostFirst() where nodes[index].isGroup {
            var inside = [index]
            while let container = inside.popLast() {
                for child in nodes[container].children where nodes[child].group == 0 {
                    nodes[child].group = -1 - index
                    inside.append(child)
                }
            }
        }
    }

    /// Returns the indices of the elements, each after the elements in it.
    private func innermostFirst() -> [Int] {
        var (result, steps) = ([Int](), [(index: Int, isLeaving: Bool)]())
        var isVisited = nodes.map { _ in false }
        for root in nodes.indices {
            steps.append((root, false))
            while let (index, isLeaving) = steps.popLast() {
                if isLeaving { result.append(index) }
                if isLeaving || isVisited[index] { continue }
                isVisited[index] = true
                steps.append((index, true))
                steps += nodes[index].children.map { ($0, false) }
            }
        }
        return result
    }
}

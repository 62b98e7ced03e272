/// Collects the fields of an order: added fields, fields in containers, and linked fields.
///
/// An element may be reached on several paths. It is hidden if one of the containers around it is hidden, and belongs
/// to the group of the innermost group around it. Therefore the elements are collected first, each once, and then what
/// containers determine is passed down. The cost is O(n) for n elements.
@MainActor
struct FieldCollector {
    private struct Node {
        let element: any FormElement
        /// The indices of the elements of a container.
        var children: [Int] = []
        var isHidden = false
        var isGroup = false
        /// The group of the innermost group around the element; 0 if there is none.
        ///
        /// Groups of containers have negative numbers. Groups of ``FocusOrder/keepFocus(within:)`` have positive
        /// numbers.
        var group = 0
    }

    private struct Step {
        let element: any FormElement
        let parent: Int?
    }

    private(set) var records: [FocusableFields.Record] = []
    private(set) var containers: [any FormContainer] = []
    private var nodes: [Node] = []
    private var indices: [ObjectIdentifier: Int] = [:]

    init(_ elements: [any FormElement], of order: any FormOrder, followsLinks: Bool) {
        collect(elements, followsLinks: followsLinks)
        hideElementsOfHiddenContainers()
        assignGroups()
        records = nodes.compactMap { node in
            guard let field = node.element as? any FormField, !field.formState.isDetached else { return nil }
            return FocusableFields.Record(
                field: field,
                group: field.formState.membership(in: order)?.group ?? node.group,
                isHiddenByContainer: node.isHidden,
                frame: field.formState.frame.ifFinite
            )
        }
    }

    /// A field without its widget is collected too, because its link may lead to further fields.
    ///
    /// The method uses its own stack, because containers may be nested deeper than a thread's stack allows.
    private mutating func collect(_ elements: [any FormElement], followsLinks: Bool) {
        var steps = elements.reversed().map { Step(element: $0, parent: nil) }
        while let step = steps.popLast() {
            let known = indices[ObjectIdentifier(step.element)]
            let index = known ?? nodes.count
            if let parent = step.parent { nodes[parent].children.append(index) }
            guard known == nil else { continue }
            indices[ObjectIdentifier(step.element)] = index
            nodes.append(Node(element: step.element))
            if let container = step.element as? any FormContainer {
                containers.append(container)
                nodes[index].isHidden = container.isHidden
                nodes[index].isGroup = container.isFocusGroup
                steps += container.formElements.reversed().map { Step(element: $0, parent: index) }
            } else if followsLinks, let field = step.element as? any FormField,
                let next = field.formState[link: .next].target
            {
                steps.append(Step(element: next, parent: nil))
            }
        }
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

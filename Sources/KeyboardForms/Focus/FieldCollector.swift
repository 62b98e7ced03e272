/// Collects the fields of an order: added fields, fields in containers, and linked fields.
@MainActor
struct FieldCollector {
    private struct Step {
        let element: any FormElement
        let group: Int
        let isHidden: Bool
    }

    private(set) var records: [FocusableFields.Record] = []
    private(set) var containers: [any FormContainer] = []
    private let order: any FormOrder
    private let followsLinks: Bool
    private var visited: Set<ObjectIdentifier> = []
    /// The number of container groups.
    ///
    /// Container groups have negative numbers. Groups of ``FocusOrder/keepFocus(within:)`` have positive numbers.
    private var containerGroupCount = 0

    init(_ elements: [any FormElement], of order: any FormOrder, followsLinks: Bool) {
        self.order = order
        self.followsLinks = followsLinks
        collect(elements)
    }

    /// The method uses its own stack, because containers may be nested deeper than a thread's stack allows.
    private mutating func collect(_ elements: [any FormElement]) {
        var steps = elements.reversed().map { Step(element: $0, group: 0, isHidden: false) }
        while let step = steps.popLast() {
            guard visited.insert(ObjectIdentifier(step.element)).inserted else {
                assignToContainer(step)
                continue
            }
            if let container = step.element as? any FormContainer {
                containers.append(container)
                if container.isFocusGroup { containerGroupCount -= 1 }
                let group = container.isFocusGroup ? containerGroupCount : step.group
                let isHidden = step.isHidden || container.isHidden
                steps += container.formElements.reversed().map { Step(element: $0, group: group, isHidden: isHidden) }
            } else if let field = step.element as? any FormField {
                records.append(record(field, step))
                if followsLinks, let next = field.formState[link: .next].target {
                    steps.append(Step(element: next, group: 0, isHidden: false))
                }
            }
        }
    }

    /// Assigns a field that was collected before to its container.
    ///
    /// A field that the app also added directly still belongs to its container.
    private mutating func assignToContainer(_ step: Step) {
        guard step.group != 0 || step.isHidden, let field = step.element as? any FormField,
            let index = records.firstIndex(where: { $0.field === field })
        else { return }
        records[index] = record(field, step)
    }

    private func record(_ field: any FormField, _ step: Step) -> FocusableFields.Record {
        FocusableFields.Record(
            field: field,
            group: field.formState.membership(in: order)?.group ?? step.group,
            isHiddenByContainer: step.isHidden,
            frame: field.frame
        )
    }
}

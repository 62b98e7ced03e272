/// Collects the fields of an order: those that were added, those that stand in containers, those that are linked.
@MainActor
struct FormWalk {
    private struct Step {
        let element: any FormElement
        let group: Int
        let isHidden: Bool
    }

    private(set) var places: [FieldPlaces.Place] = []
    private(set) var containers: [any FormContainer] = []
    private let order: FocusOrder
    private var visited: Set<ObjectIdentifier> = []
    /// Groups of containers count downwards, those of ``FocusOrder/keepFocus(within:)`` upwards.
    private var containerGroupCount = 0

    init(_ order: FocusOrder) {
        self.order = order
    }

    /// With a stack of its own: containers may be nested deeper than a thread's stack reaches.
    mutating func run() {
        var steps = order.elements.reversed().compactMap { weak in
            weak.element.map { Step(element: $0, group: 0, isHidden: false) }
        }
        while let step = steps.popLast() {
            guard visited.insert(ObjectIdentifier(step.element)).inserted else {
                moveIntoContainer(step)
                continue
            }
            if let container = step.element as? any FormContainer {
                containers.append(container)
                if container.isFocusGroup { containerGroupCount -= 1 }
                let group = container.isFocusGroup ? containerGroupCount : step.group
                let isHidden = step.isHidden || container.isHidden
                steps += container.formElements.reversed().map { Step(element: $0, group: group, isHidden: isHidden) }
            } else if let field = step.element as? any FormField {
                places.append(place(field, step))
                if order.followsLinks, let next = field.formNode.next.target {
                    steps.append(Step(element: next, group: 0, isHidden: false))
                }
            }
        }
    }

    /// A field that was added by itself as well belongs to its container all the same.
    private mutating func moveIntoContainer(_ step: Step) {
        guard step.group != 0 || step.isHidden, let field = step.element as? any FormField,
            let index = places.firstIndex(where: { $0.field === field })
        else { return }
        places[index] = place(field, step)
    }

    private func place(_ field: any FormField, _ step: Step) -> FieldPlaces.Place {
        FieldPlaces.Place(
            field: field,
            group: field.formNode.membership(in: order)?.group ?? step.group,
            isHiddenByContainer: step.isHidden,
            frame: field.frame
        )
    }
}

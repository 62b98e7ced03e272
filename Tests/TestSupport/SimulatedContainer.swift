package import KeyboardForms
import KeyboardSimulation

/// A container without a window, for fields and other containers.
@MainActor
package final class SimulatedContainer: FormContainer {
    /// The state that forms keep for this container.
    package let formState = FormElementState()

    /// The elements of the container, in order.
    ///
    /// The container retains its elements.
    package var formElements: [any FormElement] {
        didSet {
            for case let container as SimulatedContainer in oldValue where container.parent === self {
                container.parent = nil
            }
            for element in formElements { adopt(element) }
            containerDidChange()
        }
    }

    /// Whether the container is hidden.
    package var isHidden = false {
        didSet { if isHidden != oldValue { reportVisibility() } }
    }

    /// Whether the focus stays in the container, as in a sheet or a dialog.
    package var isFocusGroup: Bool {
        didSet { if isFocusGroup != oldValue { containerDidChange() } }
    }

    private weak var parent: SimulatedContainer?

    /// Creates a container with these fields and containers.
    package init(_ elements: [any FormElement] = [], isFocusGroup: Bool = false) {
        formElements = elements
        self.isFocusGroup = isFocusGroup
        for element in elements { adopt(element) }
    }

    /// Whether this container or one of its ancestors is hidden.
    private var isHiddenWithAncestors: Bool {
        var visited: Set<ObjectIdentifier> = []
        var container: SimulatedContainer? = self
        while let here = container, visited.insert(ObjectIdentifier(here)).inserted {
            if here.isHidden { return true }
            container = here.parent
        }
        return false
    }

    /// Reports that the visibility of the container has changed.
    ///
    /// The method also reports that each field in the container has changed. If a focus order contains the fields but
    /// not the container, the focus order receives only the reports of the fields.
    private func reportVisibility() {
        containerDidChange()
        var elements = formElements
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        while let element = elements.popLast() {
            guard visited.insert(ObjectIdentifier(element)).inserted else { continue }
            (element as? any FormField)?.fieldDidChange()
            elements += (element as? any FormContainer)?.formElements ?? []
        }
    }

    private func adopt(_ element: any FormElement) {
        (element as? SimulatedContainer)?.parent = self
        guard let field = element as? SimulatedTextField else { return }
        field.formState.providers.isHiddenByAncestor = { [weak self, weak field] in
            guard let self, formElements.contains(where: { $0 === field }) else { return false }
            return isHiddenWithAncestors
        }
    }
}

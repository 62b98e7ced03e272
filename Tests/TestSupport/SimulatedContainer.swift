package import KeyboardForms

/// A container without a window, for fields and other containers.
@MainActor
package final class SimulatedContainer: FormContainer {
    /// The state that forms keep for this container.
    package let formState = FieldState()

    /// The elements of the container, in order.
    ///
    /// The container retains its elements.
    package var formElements: [any FormElement] {
        didSet { containerDidChange() }
    }

    /// Whether the container is hidden.
    package var isHidden = false {
        didSet { if isHidden != oldValue { containerDidChange() } }
    }

    /// Whether the focus stays in the container, as in a sheet or a dialog.
    package var isFocusGroup: Bool {
        didSet { if isFocusGroup != oldValue { containerDidChange() } }
    }

    /// Creates a container with these fields and containers.
    package init(_ elements: [any FormElement] = [], isFocusGroup: Bool = false) {
        formElements = elements
        self.isFocusGroup = isFocusGroup
    }
}

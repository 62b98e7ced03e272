/// A field of a form, or a container of fields.
@MainActor
public protocol FormElement: AnyObject {
    /// The state of the element in its forms.
    ///
    /// An element declares the property in one line, `let formState = FieldState()`.
    var formState: FieldState { get }

    /// Whether the element itself is hidden or transparent.
    var isHidden: Bool { get }
}

/// A container of fields and of other containers.
///
/// The requirements have no default implementations, so that a subclass can override all of them. A ``FocusOrder``
/// holds its containers weakly.
@MainActor
public protocol FormContainer: FormElement {
    /// The fields and containers in this container, in the sequence in which the focus visits them.
    ///
    /// A ``FocusOrder`` reads the elements again after ``containerDidChange()``.
    var formElements: [any FormElement] { get }

    /// Whether the container keeps the focus among its own fields.
    ///
    /// If `isFocusGroup` is `true`, a move to the next or previous field does not enter or leave the container.
    ///
    /// For example, a sheet or a dialog returns `true`.
    var isFocusGroup: Bool { get }
}

extension FormContainer {
    /// Reports that ``formElements``, ``FormElement/isHidden`` or ``isFocusGroup`` has changed.
    ///
    /// The container calls this method. Each ``FocusOrder`` of the container then reads all fields again. The cost is
    /// O(n).
    public func containerDidChange() {
        formState.reportChange()
    }
}

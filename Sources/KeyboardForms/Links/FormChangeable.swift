/// A field that the app links to other fields.
///
/// ```swift
/// nameField.nextForm = mailField
/// [nameField, mailField, notesView].registerNextForm()
/// ```
///
/// A widget that is a ``FormField`` adopts the protocol without further code. Return moves the focus along the links, in
/// multi-line fields as well. Without a next field, return closes the keyboard. Links are weak. Hidden, disabled and
/// refusing fields are skipped. A cycle of links ends where it began.
@MainActor
public protocol FormChangeable: FormField {}

extension FormChangeable {
    /// The field that follows this one, held weakly.
    ///
    /// Return in this field moves the focus to it. `nil` also if the linked field is a ``FormField`` only.
    public var nextForm: (any FormChangeable)? {
        get { formState[link: .next].target as? any FormChangeable }
        set { setLink(.next, to: newValue) }
    }

    /// The field that precedes this one, held weakly.
    ///
    /// `nil` also if the linked field is a ``FormField`` only.
    public var previousForm: (any FormChangeable)? {
        get { formState[link: .previous].target as? any FormChangeable }
        set { setLink(.previous, to: newValue) }
    }

    /// Moves the focus to the next field, or closes the keyboard if there is none.
    ///
    /// - Returns: Whether another field has the focus now.
    @discardableResult
    public func changeToNextForm() -> Bool {
        moveFocusAlongLinks(.next)
    }

    /// Moves the focus to the previous field, or closes the keyboard if there is none.
    ///
    /// - Returns: Whether another field has the focus now.
    @discardableResult
    public func changeToPreviousForm() -> Bool {
        moveFocusAlongLinks(.previous)
    }

    /// Sets ``FormField/returnKeyType``.
    public func setReturnKeyType(_ type: ReturnKeyType) {
        returnKeyType = type
    }

    private func setLink(_ direction: FocusDirection, to target: (any FormField)?) {
        formState[link: direction] = FormLink(target: target, isSet: target != nil)
        for order in formState.orders { order.linksChanged() }
    }
}

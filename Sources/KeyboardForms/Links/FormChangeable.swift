/// A field that the app links to other fields.
///
/// ```swift
/// nameField.nextForm = mailField
/// [nameField, mailField, notesView].registerNextForm()
/// ```
///
/// A ``FormField`` adopts `FormChangeable` without further code. The return key moves the focus along the links, even
/// in multi-line fields. If there is no next field, the return key closes the keyboard. There is one exception: in a
/// multi-line field that is only the target of another field's `nextForm`, the return key inserts a line break. Links
/// are weak. The focus skips hidden fields, disabled fields and fields that refuse the focus. If the links form a
/// cycle, a move visits each field at most once.
@MainActor
public protocol FormChangeable: FormField {}

extension FormChangeable {
    /// The field that follows this field, held weakly.
    ///
    /// The return key of this field moves the focus to the next field. The property is `nil` if there is no link, or if
    /// the linked field does not conform to ``FormChangeable``.
    public var nextForm: (any FormChangeable)? {
        get { formState[link: .next].target as? any FormChangeable }
        set { reportLinks(of: formState.setLink(.next, to: newValue, isRegistered: false)) }
    }

    /// The field that precedes this field, held weakly.
    ///
    /// The property is `nil` if there is no link, or if the linked field does not conform to ``FormChangeable``.
    public var previousForm: (any FormChangeable)? {
        get { formState[link: .previous].target as? any FormChangeable }
        set { reportLinks(of: formState.setLink(.previous, to: newValue, isRegistered: false)) }
    }

    /// Moves the focus to the next field, or closes the keyboard if there is no next field.
    ///
    /// - Returns: Whether the focus has moved to another field.
    @discardableResult
    public func changeToNextForm() -> Bool {
        moveFocusAlongLinks(.next, closesKeyboard: true) == .moved
    }

    /// Moves the focus to the previous field, or closes the keyboard if there is no previous field.
    ///
    /// - Returns: Whether the focus has moved to another field.
    @discardableResult
    public func changeToPreviousForm() -> Bool {
        moveFocusAlongLinks(.previous, closesKeyboard: true) == .moved
    }

    /// Sets ``FormElementState/returnKeyType``, the label of the return key.
    public func setReturnKeyType(_ type: ReturnKeyType) {
        formState.returnKeyType = type
    }
}

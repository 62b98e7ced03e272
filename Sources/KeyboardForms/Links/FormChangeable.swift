/// A field that the app links to other fields.
///
/// ```swift
/// nameField.nextForm = mailField
/// [nameField, mailField, notesView].registerNextForm()
/// ```
///
/// A ``FormField`` adopts `FormChangeable` without further code. A field has one link in each direction. A link may
/// skip fields. Links may form a ring, and two fields may have the same next field. Links are weak.
///
/// The return key moves the focus to the next field, even in multi-line fields and in fields of a ``FocusOrder``. The
/// bar above the keyboard still moves the focus in the sequence of the ``FocusOrder``. The focus skips hidden fields,
/// disabled fields and fields that refuse the focus. The focus visits each field of a ring at most once.
///
/// In a multi-line field without links, the return key inserts a line break, even in a ``FocusOrder``. A single-line
/// field without a next field leaves the return key to its ``FocusOrder``. A multi-line field that has only a previous
/// field does the same. Without a ``FocusOrder``, the return key closes the keyboard.
@MainActor
public protocol FormChangeable: FormField {}

extension FormChangeable {
    /// The field that follows this field, held weakly.
    ///
    /// The return key of this field moves the focus to the next field. The property is `nil` if there is no link, or if
    /// the linked field does not conform to ``FormChangeable``.
    ///
    /// When the next field is deallocated, the label of this field's return key can change. If the fields were linked
    /// in both directions, this field reports the new label in the next turn of the main actor. If the next field had
    /// no link back to this field, this field reports the new label at the next call of ``FormField/fieldDidChange()``.
    public var nextForm: (any FormChangeable)? {
        get { formState.nextForm as? any FormChangeable }
        set { formState.nextForm = newValue }
    }

    /// The field that precedes this field, held weakly.
    ///
    /// The property is `nil` if there is no link, or if the linked field does not conform to ``FormChangeable``.
    public var previousForm: (any FormChangeable)? {
        get { formState.previousForm as? any FormChangeable }
        set { formState.previousForm = newValue }
    }

    /// Moves the focus to the next field, or closes the keyboard if there is no next field.
    ///
    /// - Returns: Whether the focus has moved to another field.
    @discardableResult
    public func changeToNextForm() -> Bool {
        changeForm(.next)
    }

    /// Moves the focus to the previous field, or closes the keyboard if there is no previous field.
    ///
    /// - Returns: Whether the focus has moved to another field.
    @discardableResult
    public func changeToPreviousForm() -> Bool {
        changeForm(.previous)
    }

    /// Sets ``FieldState/returnKeyType``, the label of the return key.
    public func setReturnKeyType(_ type: ReturnKeyType) {
        formState.returnKeyType = type
    }
}

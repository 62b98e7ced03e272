/// A field that is linked to others by hand.
///
/// ```swift
/// nameField.nextForm = mailField              // one by one, or
/// [nameField, mailField, notesView].registerNextForm()
/// ```
///
/// A widget that is a ``FormField`` adopts it with nothing more to write. Return moves on along the links, in
/// multi-line fields as well; with no next one the keyboard closes. Links are weak. Fields that are hidden, disabled
/// or refuse are passed, and a cycle ends where it began.
@MainActor
public protocol FormChangeable: FormField {}

extension FormChangeable {
    /// The field that comes after this one. Weak. Setting it links this field: return follows it.
    public var nextForm: (any FormChangeable)? {
        get { formNode.next.target as? any FormChangeable }
        set {
            formNode.next = FormLink(target: newValue, isSet: newValue != nil)
            for order in formNode.orders where order.followsLinks { order.structureDidChange() }
        }
    }

    /// The field that comes before this one. Weak.
    public var previousForm: (any FormChangeable)? {
        get { formNode.previous.target as? any FormChangeable }
        set {
            formNode.previous = FormLink(target: newValue, isSet: newValue != nil)
            for order in formNode.orders where order.followsLinks { order.structureDidChange() }
        }
    }

    /// Gives the focus to the next field; without one the keyboard closes.
    ///
    /// - Returns: whether another field has the focus now.
    @discardableResult
    public func changeToNextForm() -> Bool {
        followLink(.next)
    }

    /// Gives the focus to the previous field; without one the keyboard closes.
    ///
    /// - Returns: whether another field has the focus now.
    @discardableResult
    public func changeToPreviousForm() -> Bool {
        followLink(.previous)
    }

    /// Sets ``FormField/returnKeyType``, under the name that users of the first FormChangeable know.
    public func setReturnKeyType(_ type: ReturnKeyType) {
        returnKeyType = type
    }
}

/// The value behind a field's text, as the field uses it.
@MainActor
package protocol FieldInput: AnyObject {
    /// The value as the field shows it while it does not have the focus.
    var displayText: String { get }

    /// Returns the reason that a commit would refuse the text, or that the latest text was refused.
    ///
    /// - Parameter text: The text of the field.
    /// - Returns: The reason, or `nil`.
    func inputError(of text: String) -> ValueInputError?

    /// Sets the error of the value, and keeps the text, unless the text is valid now.
    func showInputError(_ error: ValueInputError)

    /// Shows the value of the model if it has changed.
    func followModel()

    /// Another value was connected to the field.
    func fieldDidReplaceValue()

    /// The field has taken the focus.
    ///
    /// - Parameter isMove: Whether a move of a form, and not a click, gave the focus to the field.
    func editingDidBegin(byMove isMove: Bool)

    /// The field has lost the focus.
    func editingDidEnd()

    /// The field's text may have changed.
    func textDidChange()

    /// Sets the value from the text.
    ///
    /// - Returns: Whether the text was valid or unchanged.
    @discardableResult
    func commit() -> Bool

    /// Abandons the typed text.
    ///
    /// - Returns: Whether there was a typed text or a value to abandon.
    func cancel() -> Bool
}

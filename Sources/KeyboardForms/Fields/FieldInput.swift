/// The calls that a field makes to the value behind its text.
@MainActor
package protocol FieldInput: AnyObject {
    /// The text that the field shows while it does not have the focus.
    var displayText: String { get }

    /// Returns the reason why a commit would refuse the field's text.
    ///
    /// After a refusal, the field can show the value instead of the refused text. The method still returns the reason
    /// for the refusal.
    ///
    /// - Parameter text: The text of the field.
    /// - Returns: The reason, or `nil`.
    func inputError(of text: String) -> ValueInputError?

    /// Shows an error of the value, and keeps the field's text.
    ///
    /// If the text was corrected in the meantime, the method has no effect.
    func showInputError(_ error: ValueInputError)

    /// Reads the model, and shows the model's value if the value has changed.
    func followModel()

    /// Called when another value was connected to the field.
    func fieldDidReplaceValue()

    /// Called when the field has taken the focus.
    ///
    /// - Parameter isMove: `true` if a form moved the focus to the field; `false` after a click.
    func editingDidBegin(byMove isMove: Bool)

    /// Called when the field has lost the focus.
    func editingDidEnd()

    /// Called when the field's text may have changed.
    func textDidChange()

    /// Sets the value from the text.
    ///
    /// - Returns: Whether the text was valid or unchanged.
    @discardableResult
    func commit() -> Bool

    /// Abandons the typed text.
    ///
    /// - Returns: Whether the method has abandoned a typed text, or a value that was set by typing.
    func cancel() -> Bool
}

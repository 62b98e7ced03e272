/// Connects the text of a field with a value.
@MainActor
package protocol FieldValue: AnyObject {
    /// Returns the reason why a form cannot submit the field's text.
    ///
    /// For an empty required field, the method returns a reason even if ``commit()`` accepts the empty text.
    ///
    /// If the field has replaced a refused text with the value, the method still returns the reason of the refusal.
    func inputError(of text: String) -> ValueInputError?

    /// Has no effect if a callback has already corrected the text.
    func showInputError(_ error: ValueInputError)

    /// Reads the model, and shows a changed value if a person has not edited the text.
    func followModel()

    /// Called when another ``FieldValue`` has replaced this object in the field, or when the widget was destroyed.
    func fieldDidDisconnect()

    /// After a click, `isMove` is `false`.
    func editingDidBegin(byMove isMove: Bool)

    func editingDidEnd()

    /// Called when the field's text may have changed.
    func textDidChange()

    /// Returns `true` for a valid text and for an unedited text.
    @discardableResult
    func commit() -> Bool

    /// Discards the typed text, and restores the value from before the typing.
    ///
    /// - Returns: Whether the text or the value has changed.
    func cancel() -> Bool
}

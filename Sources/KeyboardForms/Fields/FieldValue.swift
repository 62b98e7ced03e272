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

    /// Reads the model. If the model's value has changed, the field shows the new value. However, if a person has typed
    /// a text that the field has not stored in the model yet, the field keeps this text.
    func followModel()

    /// Called when another ``FieldValue`` has replaced this object in the field, or when the widget was destroyed.
    func fieldDidDisconnect()

    /// `isMove` is `true` if a move has offered the focus to the field, and `false` if, for example, a person has
    /// clicked the field.
    func editingDidBegin(byMove isMove: Bool)

    func editingDidEnd()

    /// Called when the field's text may have changed.
    func textDidChange()

    /// Returns `true` for a valid text and for an unedited text.
    @discardableResult
    func commit() -> Bool

    /// Discards the typed text, and restores the value that the model had before a person typed.
    ///
    /// - Returns: Whether the text or the value has changed.
    func cancel() -> Bool
}

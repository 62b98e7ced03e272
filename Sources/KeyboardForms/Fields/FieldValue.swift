/// An object that connects the text of a field with a value.
///
/// The field and its orders call the methods of the protocol, for example when the text or the focus of the field
/// changes.
@MainActor
package protocol FieldValue: AnyObject {
    /// Returns the reason why a form cannot submit the field's text.
    ///
    /// For an empty required field, the method returns a reason even if ``commit()`` accepts the empty text.
    ///
    /// If the field has replaced a refused text with the value, the method still returns the reason of the refusal.
    ///
    /// - Parameter text: The text of the field.
    /// - Returns: The reason; `nil` if a form can submit the text.
    func inputError(of text: String) -> ValueInputError?

    /// Shows an error in the field, and keeps the field's text.
    ///
    /// If a callback has already corrected the text, the field does not show the error.
    func showInputError(_ error: ValueInputError)

    /// Reads the model, and shows a changed value if a person has not edited the text.
    func followModel()

    /// Called when another ``FieldValue`` has replaced this object in the field, or when the widget was destroyed.
    func fieldDidDisconnect()

    /// Called when the field has taken the focus.
    ///
    /// - Parameter isMove: `true` if a form moved the focus to the field; `false` otherwise, for example after a click.
    func editingDidBegin(byMove isMove: Bool)

    /// Called when the field has lost the focus.
    func editingDidEnd()

    /// Called when the field's text may have changed.
    func textDidChange()

    /// Sets the value from the text.
    ///
    /// - Returns: `true` if the text was valid or was not edited; `false` if the text was refused.
    @discardableResult
    func commit() -> Bool

    /// Discards the typed text.
    ///
    /// If typing has already changed the value, ``cancel()`` restores the earlier value.
    ///
    /// - Returns: Whether ``cancel()`` has discarded a text or restored a value.
    func cancel() -> Bool
}

extension ValueInput {
    /// The current value.
    ///
    /// The property is `nil` if there is no value or if the owner of the value was deallocated.
    public var value: Value? {
        valueSignal.access()
        return model.current
    }

    /// The value as the format displays it.
    ///
    /// The field shows this text while the field does not have the focus. Screen readers read this text. The text is
    /// empty if there is no value.
    public var displayText: String {
        value.map(rules.displayText) ?? ""
    }

    /// The value in plain form, as the field shows it while the field has the focus.
    ///
    /// The text of a number has the decimal separator of the locale, and the digits that the format displays. It has no
    /// grouping separators and no symbols. If the format displays a number in a form that it cannot parse, such as
    /// "1.2K", the text has all digits of the number. Other values are edited as they are displayed.
    public var editingText: String {
        value.map(rules.editingText) ?? ""
    }

    /// The reason for refusing the latest text; `nil` if the text was not refused.
    ///
    /// The next change of the text sets the property to `nil`. If the field has replaced the refused text with the
    /// value, the property is also set to `nil` when a person next begins to edit.
    public var error: ValueInputError? {
        errorSignal.access()
        return latestError
    }

    /// The sentence that describes ``error``.
    ///
    /// The sentence is from ``localizedMessage``. If ``localizedMessage`` is `nil`, the sentence is in English.
    public var errorMessage: String? {
        error.map { localizedMessage?($0) ?? $0.description }
    }

    /// Returns whether the text can become valid if more text is appended; `true` if this is not known.
    package func canBecomeValid(_ text: String) -> Bool {
        rules.canBecomeValid(text)
    }
}

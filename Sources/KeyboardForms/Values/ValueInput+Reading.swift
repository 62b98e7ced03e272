extension ValueInput {
    /// The current value.
    ///
    /// The property is `nil` if there is no value. The property is also `nil` if the owner of the value was
    /// deallocated.
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
    /// The text of a number has the decimal separator of the locale. The text of a number has the digits that the
    /// format displays. The text has no grouping separators and no symbols. A format can display a number in a form
    /// that the format cannot parse, such as "1.2K". For such a format, the text has all digits of the number. Other
    /// values are edited as they are displayed.
    public var editingText: String {
        value.map(rules.editingText) ?? ""
    }

    /// The reason for refusing the latest text; `nil` if the text was not refused.
    ///
    /// The next change of the text sets the property to `nil`. The field may have replaced a refused text with the
    /// value. The next start of editing also sets the error of a replaced text to `nil`.
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

    /// Returns whether the text can become valid if more text is appended.
    ///
    /// If the answer is not known, the result is `true`.
    package func canBecomeValid(_ text: String) -> Bool {
        rules.canBecomeValid(text)
    }
}

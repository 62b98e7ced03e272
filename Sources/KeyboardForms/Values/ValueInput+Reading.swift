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
    /// The field shows this text at rest, and screen readers read it. The text is empty if there is no value.
    public var displayText: String {
        value.map(rules.displayText) ?? ""
    }

    /// The value in plain form, which the field shows while it has the focus.
    ///
    /// The text of a number has the digits that the format displays and the decimal separator of the locale. It has no
    /// grouping separators and no symbols. If the format displays a number in a form that it cannot parse, such as
    /// "1.2K", the text has all digits of the number. Other values are edited as they are displayed.
    public var editingText: String {
        value.map(rules.editingText) ?? ""
    }

    /// The reason that the latest text was refused; `nil` if the text was not refused.
    ///
    /// The next change of the text sets the property to `nil`. If the field has replaced the refused text with the
    /// value, the property is also set to `nil` when editing next begins.
    public var error: ValueInputError? {
        errorSignal.access()
        return latestError
    }

    /// The sentence for ``error``, from ``localizedMessage`` or in English.
    public var errorMessage: String? {
        error.map { localizedMessage?($0) ?? $0.description }
    }

    /// Returns whether an appended text can make the text valid; `true` if this is not known.
    package func canBecomeValid(_ text: String) -> Bool {
        rules.canBecomeValid(text)
    }
}

extension ValueInput {
    /// The current value.
    ///
    /// The property is `nil` if there is no value, or if the owner of the value was deallocated.
    public var value: Value? {
        valueSignal.access()
        return model.current
    }

    /// The formatted text of the value, which the field shows while it does not have the focus.
    ///
    /// Screen readers read this text. The text is empty if there is no value.
    public var displayText: String {
        value.map(rules.displayText) ?? ""
    }

    /// The text of the value, which the field shows while it has the focus.
    ///
    /// A format of numbers (``NumericFormat``) returns the plain form, such as "1250.00". The plain form consists of
    /// the digits of the displayed text and the decimal separator of the locale. The plain form has no grouping
    /// separators and no symbols. Instead of an abbreviation such as "1.2K", the text has all digits of the number.
    ///
    /// In these cases, the text is the ``displayText``:
    ///
    /// - The format is not a ``NumericFormat``.
    /// - The displayed text is not a decimal number, and is not an abbreviation such as "1.2K".
    /// - The format cannot compute the value from the digits of a text, as in a style with the modifier `scale(2)`.
    package var editingText: String {
        value.map(rules.editingText) ?? ""
    }

    /// The reason why the field has refused a text, or `nil`.
    ///
    /// When the text changes, `error` becomes `nil`. In ``ValueInput/Update/live`` mode, a new text that cannot become
    /// valid causes a new error. If the field has replaced the refused text with the value, `error` becomes `nil` when
    /// editing begins again.
    public var error: ValueInputError? {
        errorSignal.access()
        return latestError
    }

    /// The message for ``error``, or `nil` if there is no error.
    ///
    /// The closure ``localizedMessage`` returns the message. If ``localizedMessage`` is `nil`, the message is in
    /// English.
    public var errorMessage: String? {
        error.map { localizedMessage?($0) ?? $0.description }
    }

    /// Returns whether the text can become valid if a person appends characters.
    ///
    /// The result is `true` if the format can check only complete texts.
    package func canBecomeValid(_ text: String) -> Bool {
        rules.canBecomeValid(text)
    }
}

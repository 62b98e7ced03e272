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

    /// The plain form of a number, such as "1250.00" for "€1,250.00", or the ``displayText`` if there is no plain form.
    ///
    /// For a number in scientific notation or in a custom style, the property returns the ``displayText``. The property
    /// also returns the ``displayText`` if the style of the number has a modifier such as `scale(2)`.
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
    /// If the format can check only complete texts, the result is `true`.
    package func canBecomeValid(_ text: String) -> Bool {
        rules.canBecomeValid(text)
    }
}

import KeyboardForms

extension SimulatedKeyboard {
    /// Types the text into the focused field.
    ///
    /// A line break taps the return key.
    ///
    /// Each character is typed into the field that has the focus when the character is typed. If no field has the
    /// focus, or if the focused field is disabled, the character is dropped.
    public func type(_ text: String) {
        for character in text {
            if character.isNewline {
                tapReturn()
            } else if let field = firstResponder, field.isEnabled {
                field.text.append(character)
            }
        }
    }

    /// Taps the return key.
    ///
    /// The focused field's form handles the tap. If no form handles the tap, a multi-line field receives a line break.
    ///
    /// Number pads have no return key. A hardware keyboard always has a return key.
    public func tapReturn() {
        guard let field = firstResponder, field.isEnabled else { return }
        guard hasHardwareKeyboard || field.keyboardType.hasReturnKey else { return }
        if !field.fieldReturnKeyTapped(), field.isMultiLine { field.text.append("\n") }
    }

    /// Deletes the last character of the focused field.
    public func deleteBackward() {
        guard let field = firstResponder, field.isEnabled, !field.text.isEmpty else { return }
        field.text.removeLast()
    }

    /// Pastes the text into the focused field.
    ///
    /// A single-line field receives spaces instead of line breaks.
    public func paste(_ text: String) {
        guard let field = firstResponder, field.isEnabled else { return }
        field.text += field.isMultiLine ? text : String(text.map { $0.isNewline ? " " : $0 })
    }
}

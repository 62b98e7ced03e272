import KeyboardForms

extension SimulatedKeyboard {
    /// A person types: each character goes into the field that has the focus then, and a line break is a tap on return.
    /// Without such a field, or where it is disabled, nothing happens.
    public func type(_ text: String) {
        for character in text {
            if character.isNewline {
                tapReturn()
            } else if let field = firstResponder, field.isEnabled {
                field.text.append(character)
            }
        }
    }

    /// A person taps return: the field's form decides, and a line break goes into a multi-line field where none does.
    /// Pads have no return key; a hardware keyboard has.
    public func tapReturn() {
        guard let field = firstResponder, field.isEnabled else { return }
        guard hasHardwareKeyboard || field.keyboardType.hasReturnKey else { return }
        if !field.fieldReturnKeyTapped(), field.isMultiLine { field.text.append("\n") }
    }

    /// A person deletes the last character of the field that has the focus.
    public func deleteBackward() {
        guard let field = firstResponder, field.isEnabled, !field.text.isEmpty else { return }
        field.text.removeLast()
    }

    /// A person pastes: the text goes in as it is, in single-line fields with spaces for line breaks.
    public func paste(_ text: String) {
        guard let field = firstResponder, field.isEnabled else { return }
        field.text += field.isMultiLine ? text : String(text.map { $0.isNewline ? " " : $0 })
    }
}

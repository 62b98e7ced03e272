import KeyboardForms

extension SimulatedKeyboard {
    /// Types the text into the focused field.
    ///
    /// The first character replaces the field's selection. Each line break in the text counts as a tap on the return
    /// key. If no form handles the tap, a multi-line field receives a line break. Number pads have no return key. A
    /// hardware keyboard always has a return key.
    ///
    /// If a character moves the focus, the keyboard types the next character into the newly focused field. If no field
    /// has the focus, or if the focused field is disabled, the keyboard drops the character.
    public func type(_ text: String) {
        perform(.type(text))
    }
}

// MARK: - The effects of the steps

extension SimulatedKeyboard {
    func insert(_ text: String) {
        for character in text {
            // The previous character may have moved the focus to another field.
            guard let field = focusedField, field.isEnabled else { continue }
            if !character.isNewline {
                field.replaceSelection(with: String(character))
            } else if hasHardwareKeyboard || field.formState.keyboardType.hasReturnKey {
                if !field.fieldReturnKeyTapped(), field.isMultiLine { field.replaceSelection(with: "\n") }
            }
        }
    }

    func insertAtOnce(_ text: String) {
        focusedField?.replaceSelection(with: text)
    }
}

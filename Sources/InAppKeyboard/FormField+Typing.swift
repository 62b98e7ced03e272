import KeyboardForms

extension FormField {
    /// Types a text at the caret, or in place of the selected text.
    ///
    /// A field without a known selection receives the text at its end.
    func type(_ text: String) {
        replace(selection, with: text)
    }

    /// Deletes the selected text or the character before the caret.
    ///
    /// If the character before the caret consists of several letters and combining marks, only its last Unicode scalar
    /// is deleted. Any other character is deleted as a whole.
    func deleteBackward() {
        let range = selection
        guard range.isEmpty else { return replace(range, with: "", isDeletion: true) }
        let textBeforeCaret = String(text.unicodeScalars.prefix(range.lowerBound))
        guard let last = textBeforeCaret.last?.unicodeScalars else { return }
        // An emoji such as "ℹ️" is a letter with the variation selector U+FE0F.
        let isSequence = last.allSatisfy(\.isPartOfWord) && !last.contains("\u{FE0F}")
        replace(range.lowerBound - (isSequence ? 1 : last.count)..<range.lowerBound, with: "", isDeletion: true)
    }

    /// The selected range of Unicode scalars within the text.
    private var selection: Range<Int> {
        let count = text.unicodeScalars.count
        if let field = self as? any ScalarSelectableField { return field.selectedScalarRange.clamped(to: 0..<count) }
        guard let field = self as? any SelectableField else { return count..<count }
        return text.unicodeScalarRange(ofCharacters: field.selectedTextRange)
    }

    /// Replaces a range of Unicode scalars if the field permits it.
    ///
    /// If the field is disabled or an input method composes a text, the text does not change. Otherwise, a deletion is
    /// always permitted.
    private func replace(_ range: Range<Int>, with inserted: String, isDeletion: Bool = false) {
        let input = self as? any SelectableField
        guard isEnabled, input?.hasMarkedText != true else { return }
        let (old, scalars) = (text, text.unicodeScalars)
        let start = String(scalars.prefix(range.lowerBound)) + inserted
        let new = start + String(scalars.dropFirst(range.upperBound))
        guard isDeletion || formState.acceptsInput(new, replacing: old) else { return }
        let oldSelection = input?.selectedTextRange
        text = new
        if let field = self as? any ScalarSelectableField {
            let caret = start.unicodeScalars.count
            if text == new { field.selectedScalarRange = caret..<caret }
        } else if let input, text == new || input.selectedTextRange == oldSelection {
            // The app or a `ValueInput` may already have changed the text again, and may have moved the caret. An
            // inserted mark is a part of the character before it.
            let caret = min(start.count, text.count)
            input.selectedTextRange = caret..<caret
        }
        fieldDidChange()
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a letter, a combining mark or an invisible joiner between letters.
    fileprivate var isPartOfWord: Bool {
        isMark || properties.isAlphabetic || properties.isJoinControl
    }
}

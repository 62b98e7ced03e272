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
    /// If the character before the caret consists of several letters and combining marks, only the last letter or mark
    /// is deleted. Any other character is deleted as a whole.
    func deleteBackward() {
        let range = selection
        guard range.isEmpty else { return replace(range, with: "", isDeletion: true) }
        guard range.lowerBound > 0 else { return }
        let last = text[text.index(text.startIndex, offsetBy: range.lowerBound - 1)]
        let scalars = last.unicodeScalars
        let isSequence = scalars.count > 1 && scalars.allSatisfy { $0.isMark || $0.properties.isAlphabetic }
        let rest = isSequence ? String(String.UnicodeScalarView(scalars.dropLast())) : ""
        replace(range.lowerBound - 1..<range.lowerBound, with: rest, isDeletion: true)
    }

    /// The selected range within the text.
    private var selection: Range<Int> {
        let count = text.count
        guard let input = self as? any TextInputField else { return count..<count }
        return input.selectedTextRange.clamped(to: 0..<count)
    }

    /// Replaces a part of the text if the field permits it.
    ///
    /// A deletion is always permitted. If the field is disabled or an input method composes a text, the text does not
    /// change.
    private func replace(_ range: Range<Int>, with characters: String, isDeletion: Bool = false) {
        let input = self as? any TextInputField
        guard isEnabled, input?.hasMarkedText != true else { return }
        let old = text
        let start = old.prefix(range.lowerBound) + characters
        let new = String(start + old.dropFirst(range.upperBound))
        guard isDeletion || formState.acceptsInput(new, replacing: old) else { return }
        text = new
        // The app or a `ValueInput` may already have changed the text again. A `ValueInput` also sets the caret.
        if let input, text == new {
            // An inserted mark is a part of the character before it.
            let caret = min(start.count, new.count)
            input.selectedTextRange = caret..<caret
        }
        fieldDidChange()
    }
}

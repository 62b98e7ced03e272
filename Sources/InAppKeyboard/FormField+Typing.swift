import Foundation
package import KeyboardForms

/// A field that can replace a range of Unicode scalars in its text.
///
/// GTK can place the caret inside a character, for example between Devanagari letters that form one character. The
/// field's `text` can be a part of the widget's text: the part near the caret.
package protocol ReplacingField: FormField {
    /// The selected range of Unicode scalars within the text.
    var typedRange: Range<Int> { get }
    /// Replaces a range of Unicode scalars, and places the caret after the inserted text.
    func replaceText(in range: Range<Int>, with inserted: String)
}

extension FormField {
    /// If the selection of the field is unknown, the method appends the new text to the field's text.
    func type(_ text: String) {
        replace(selection, with: text)
    }

    /// If the character before the caret consists of letters and combining marks, only its last Unicode scalar is
    /// deleted.
    ///
    /// Every other character, such as an emoji, is deleted as a whole.
    func deleteBackward() {
        let range = selection
        guard range.isEmpty else { return replace(range, with: "") }
        let textBeforeCaret = String(text.unicodeScalars.prefix(range.lowerBound))
        guard let last = textBeforeCaret.last?.unicodeScalars else { return }
        // An emoji such as "ℹ️" consists of a letter and the variation selector U+FE0F.
        let isSequence = last.allSatisfy(\.isPartOfWord) && !last.contains("\u{FE0F}")
        replace(range.lowerBound - (isSequence ? 1 : last.count)..<range.lowerBound, with: "")
    }

    /// The selected range of Unicode scalars within the text.
    private var selection: Range<Int> {
        let count = text.unicodeScalars.count
        if let field = self as? any ReplacingField { return field.typedRange.clamped(to: 0..<count) }
        guard let field = self as? any SelectableField else { return count..<count }
        return text.unicodeScalarRange(ofCharacters: field.selectedTextRange)
    }

    private func replace(_ range: Range<Int>, with input: String) {
        let selectable = self as? any SelectableField
        guard isEnabled, selectable?.hasMarkedText != true else { return }
        let scalars = text.unicodeScalars
        let (head, tail) = (String(scalars.prefix(range.lowerBound)), String(scalars.dropFirst(range.upperBound)))
        guard let accepted = acceptedInput(input, after: head, before: tail) else { return }
        if let field = self as? any ReplacingField {
            field.replaceText(in: range, with: accepted)
            return fieldDidChange()
        }
        let (start, new) = (head + accepted, head + accepted + tail)
        let oldSelection = selectable?.selectedTextRange
        text = new
        if let selectable, text == new || selectable.selectedTextRange == oldSelection {
            // If the app or a `ValueInput` has changed both the text and the caret, the new caret is kept. Otherwise,
            // the caret moves to the end of the inserted text. The caret's position is `start.count`, and not
            // `head.count + accepted.count`, because a combining mark in `accepted` can join the last character of
            // `head`.
            let caret = min(start.count, text.count)
            selectable.selectedTextRange = caret..<caret
        }
        fieldDidChange()
    }

    /// Replaces the space before the caret with a full stop and a space, if the field capitalizes sentences.
    ///
    /// - Returns: Whether the field has accepted the full stop.
    func endSentence() -> Bool {
        let caret = selection
        guard caret.isEmpty, formState.autocapitalizationType == .sentences else { return false }
        let head = String(text.unicodeScalars.prefix(caret.lowerBound).suffix(16))
        guard head.range(of: #"[\p{L}\p{M}\p{N}"”»’')\]}] $"#, options: .regularExpression) != nil else { return false }
        replace(caret.lowerBound - 1..<caret.lowerBound, with: ". ")
        let new = String(text.unicodeScalars.prefix(selection.lowerBound))
        // If the app has refused the full stop, the deleted space is typed again.
        if !new.hasSuffix(" ") { type(" ") }
        return new.hasSuffix(". ")
    }

    var capitalizesNextLetter: Bool {
        // In practice, the last 64 scalars contain the end of the previous sentence.
        let head = String(text.unicodeScalars.prefix(selection.lowerBound).suffix(64))
        let beginning =
            switch formState.autocapitalizationType {
            case .none: "(?!)"
            case .words: #"(^|\s)"#
            case .sentences: #"((^|\n)\s*|[.!?…]["”»’')\]}]*\s+)"#
            }
        return head.range(of: beginning + #"["“„«'‘(\[{¿¡]*$"#, options: .regularExpression) != nil
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool {
        isMark || properties.isAlphabetic || properties.isJoinControl
    }
}

/// A field that reports its selection, and reports whether an input method is composing text.
///
/// If a widget can report its selection and its composition, the widget adopts this protocol in addition to
/// ``FormField``. A subclass can adopt the protocol even if its superclass adopts only ``FormField``.
///
/// When a form moves the focus to the field, the field's ``ValueInput`` selects the text. When the ``ValueInput``
/// replaces the text, the caret stays next to the same digit. While an input method is composing a text, the
/// ``ValueInput`` does not replace the text.
@MainActor
public protocol SelectableField: FormField {
    /// The range of the selected text, counted in characters.
    ///
    /// If no text is selected, the range is empty, and both bounds are the position of the caret. A value input
    /// sets only ranges that are within the current text.
    var selectedTextRange: Range<Int> { get set }

    /// Whether an input method is composing a part of the text.
    ///
    /// The widget calls ``FormField/fieldDidChange()`` after the composition has ended.
    var hasMarkedText: Bool { get }
}

/// GTK counts Unicode scalars, and a ``SelectableField`` counts characters.
extension String {
    /// If the range contains only a part of a character, the result contains the whole character.
    ///
    /// A position beyond the end of the string is treated as the end of the string.
    package func characterRange(ofUnicodeScalars range: Range<Int>) -> Range<Int> {
        let start = position(ofScalar: range.lowerBound, roundedUp: false)
        let end = range.isEmpty ? start : position(ofScalar: range.upperBound, roundedUp: true)
        return start..<Swift.max(start, end)
    }

    /// A position beyond the end of the string is treated as the end of the string.
    package func unicodeScalarRange(ofCharacters range: Range<Int>) -> Range<Int> {
        let start = prefix(Swift.max(range.lowerBound, 0))
        let end = prefix(Swift.max(range.upperBound, 0))
        return start.unicodeScalars.count..<end.unicodeScalars.count
    }

    private func position(ofScalar offset: Int, roundedUp: Bool) -> Int {
        var (characters, scalars) = (0, 0)
        for character in self {
            guard scalars < offset else { break }
            scalars += character.unicodeScalars.count
            if roundedUp || scalars <= offset { characters += 1 }
        }
        return characters
    }
}

/// A field that reports its selection and whether an input method composes a text.
///
/// A widget that can report them adopts the protocol in addition to ``FormField``. A subclass can adopt it, too. A
/// ``ValueInput`` then selects the text when a move gives the focus to the field, keeps the caret at its digit when the
/// text is replaced, and does not replace a text during its composition.
@MainActor
public protocol TextInputField: FormField {
    /// The selected characters of the text, as offsets in characters.
    ///
    /// If nothing is selected, the range is empty, and its bounds are the position of the caret. A value input sets
    /// only ranges of the current text.
    var selectedTextRange: Range<Int> { get set }

    /// Whether an input method composes a part of the text.
    ///
    /// The widget calls ``FormField/fieldDidChange()`` after the composition has ended.
    var hasMarkedText: Bool { get }
}

/// The ranges of a ``TextInputField`` in a toolkit that counts Unicode scalars, as GTK does.
extension String {
    /// Converts a range in Unicode scalars to a range in characters.
    ///
    /// If the range contains a part of a character, the result contains the character. A position beyond the end is the
    /// end. The conversion costs O(n).
    public func characterRange(ofUnicodeScalars range: Range<Int>) -> Range<Int> {
        let start = position(ofScalar: range.lowerBound, roundedUp: false)
        let end = range.isEmpty ? start : position(ofScalar: range.upperBound, roundedUp: true)
        return start..<Swift.max(start, end)
    }

    /// Converts a range in characters to a range in Unicode scalars.
    ///
    /// A position beyond the end is the end. The conversion costs O(n).
    public func unicodeScalarRange(ofCharacters range: Range<Int>) -> Range<Int> {
        let start = prefix(Swift.max(range.lowerBound, 0))
        let end = prefix(Swift.max(range.upperBound, 0))
        return start.unicodeScalars.count..<end.unicodeScalars.count
    }

    /// Returns the number of characters before a Unicode scalar.
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

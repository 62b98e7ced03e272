/// The position of the caret after a field has replaced a text such as "1,250" with "1250".
enum CaretPosition {
    /// Returns the range of the selection in the new text.
    ///
    /// The number of digits after each bound stays the same if the new text has enough digits.
    static func range(_ range: Range<Int>, of text: String, in newText: String) -> Range<Int> {
        let (old, new) = (Array(text), Array(newText))
        // The texts can differ even if their digits are in the same places. For example, a setter may capitalize
        // letters.
        if old.map(\.isDecimalDigit) == new.map(\.isDecimalDigit) { return range.clamped(to: 0..<new.count) }
        let lower = offset(min(max(range.lowerBound, 0), old.count), of: old, in: new)
        guard !range.isEmpty else { return lower..<lower }
        return lower..<max(lower, offset(min(max(range.upperBound, 0), old.count), of: old, in: new))
    }

    private static func offset(_ offset: Int, of old: [Character], in new: [Character]) -> Int {
        let digitsAfter = old[offset...].count(where: \.isDecimalDigit)
        let newDigits = new.indices.filter { new[$0].isDecimalDigit }
        guard digitsAfter <= newDigits.count else { return 0 }
        // A caret directly after a digit stays directly after this digit.
        let index = newDigits.count - digitsAfter
        if index == newDigits.count { return newDigits.last.map { $0 + 1 } ?? new.count }
        let isAfterDigit = offset > 0 && old[offset - 1].isDecimalDigit
        return isAfterDigit && index > 0 ? newDigits[index - 1] + 1 : newDigits[index]
    }
}

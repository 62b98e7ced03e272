extension NumberReader {
    /// Returns the text that a field shows while a person edits a displayed number.
    ///
    /// The text contains only the displayed digits, the decimal separator and "-". The result is `nil` if the displayed
    /// text is not a decimal number, or has an exponent.
    func plainText(of displayText: String) -> String? {
        guard case .number(let displayed) = read(displayText), let affixes = NumberAffixes(displayText) else {
            return nil
        }
        var text = displayed.isBelowZero ? "-" : ""
        for character in displayText.dropFirst(affixes.prefix.count).dropLast(affixes.suffix.count) {
            if character.isDecimalDigit {
                text.append(character)
            } else if let separator = TextNormalization.separator(String(character)) {
                if separator == symbols.decimalCharacter { text += symbols.decimalSeparator }
                guard separator == symbols.decimalCharacter || separator == symbols.groupingSeparator else {
                    return nil
                }
            }
        }
        // The plain text and the displayed text must stand for the same number.
        guard case .number(let plain) = read(text), plain.ascii == displayed.ascii else { return nil }
        return text
    }
}

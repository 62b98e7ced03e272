import Foundation

/// The text before the digits of a number, and the text after the digits.
struct NumberAffixes: Equatable {
    /// The text before the digits, as the format writes it.
    let prefix: String
    let suffix: String

    /// Returns `nil` if the text has no digits.
    init?(_ text: String) {
        guard let first = text.firstIndex(where: \.isDecimalDigit) else { return nil }
        var last = first
        for index in text[first...].indices {
            // A symbol after a space can contain a digit, as in "5 m2". Letters directly after a digit can belong to
            // the number, as in "1.2E3".
            if text[index].isLetter, text[text.index(before: index)].isWhitespace { break }
            if text[index].isDecimalDigit { last = index }
        }
        prefix = String(text[..<first])
        suffix = String(text[text.index(after: last)...])
    }

    /// The symbols in the prefix and the suffix, normalized and without signs.
    ///
    /// Parentheses can mean that a number is negative, or can belong to a symbol, as in "francs CFA (BCEAO)".
    var symbols: [String] {
        [(prefix, "+-( "), (suffix, hasParentheses ? "+-) " : "+- ")].compactMap { text, signs in
            let symbol = TextNormalization.normalized(text)?.trimmingCharacters(in: CharacterSet(charactersIn: signs))
            return symbol?.isEmpty ?? true ? nil : symbol
        }
    }

    var hasParentheses: Bool {
        prefix.contains("(") && suffix.contains(")")
    }

    var hasTrailingSign: Bool {
        TextNormalization.normalized(suffix)?.contains("-") ?? false
    }
}

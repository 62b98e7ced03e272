import Foundation

/// The texts on either side of a number's digits.
struct NumberAffixes: Equatable {
    /// The text before the digits, as the format writes it.
    let prefix: String
    let suffix: String

    /// Returns `nil` if the text has no digits.
    init?(_ text: String) {
        guard let first = text.firstIndex(where: \.isDecimalDigit) else { return nil }
        var last = first
        for index in text[first...].indices {
            // A symbol after a space can contain a digit, as "m2" does. Letters directly after a digit can belong to
            // the number, as in "1.2E3".
            if text[index].isLetter, text[text.index(before: index)].isWhitespace { break }
            if text[index].isDecimalDigit { last = index }
        }
        prefix = String(text[..<first])
        suffix = String(text[text.index(after: last)...])
    }

    /// The normalized prefix and suffix, without signs.
    ///
    /// A symbol can itself contain characters that are also signs, as "francs CFA (BCEAO)" does.
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

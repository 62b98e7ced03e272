import Foundation

/// The texts on either side of a number's digits.
struct NumberAffixes: Equatable {
    /// The text before the digits, as the format writes it.
    let prefix: String
    let suffix: String

    /// Returns `nil` if the text has no digits.
    init?(_ text: String) {
        guard let first = text.firstIndex(where: \.isDecimalDigit),
            let last = text.lastIndex(where: \.isDecimalDigit)
        else { return nil }
        prefix = String(text[..<first])
        suffix = String(text[text.index(after: last)...])
    }

    /// The prefix and the suffix without the sign, normalized.
    var symbols: [String] {
        [prefix, suffix].filter { !$0.isEmpty }.compactMap { TextNormalization.normalized($0) }
            .map { $0.filter { !"+-()".contains($0) }.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    var hasParentheses: Bool {
        prefix.contains("(") && suffix.contains(")")
    }

    var hasTrailingSign: Bool {
        TextNormalization.normalized(suffix)?.contains("-") ?? false
    }
}

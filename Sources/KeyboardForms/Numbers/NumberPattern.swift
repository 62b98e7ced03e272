import Foundation

/// The text around the digits of a number.
struct NumberPattern {
    /// The text before the digits, as the format writes it.
    let prefix: String
    let suffix: String

    /// Creates the pattern of a sample; returns `nil` if the sample has no digits.
    init?(_ sample: String) {
        guard let first = sample.firstIndex(where: \.isDecimalDigit),
            let last = sample.lastIndex(where: \.isDecimalDigit)
        else { return nil }
        prefix = String(sample[..<first])
        suffix = String(sample[sample.index(after: last)...])
    }

    /// The prefix and the suffix without the sign, normalized.
    var affixes: [String] {
        [prefix, suffix].compactMap(NumberText.unified)
            .map { $0.filter { !"+-()".contains($0) }.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    var hasParentheses: Bool {
        prefix.contains("(") && suffix.contains(")")
    }

    var hasTrailingSign: Bool {
        NumberText.unified(suffix)?.contains("-") ?? false
    }
}

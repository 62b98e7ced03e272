import Foundation

/// What a format writes around the digits of a number.
struct NumberPattern {
    /// As the format writes it, with all its spaces and marks.
    let prefix: String
    let suffix: String

    /// `nil` where the sample has no digits.
    init?(_ sample: String) {
        guard let first = sample.firstIndex(where: \.isDecimalDigit),
            let last = sample.lastIndex(where: \.isDecimalDigit)
        else { return nil }
        prefix = String(sample[..<first])
        suffix = String(sample[sample.index(after: last)...])
    }

    /// What is left of prefix and suffix without the sign, unified.
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

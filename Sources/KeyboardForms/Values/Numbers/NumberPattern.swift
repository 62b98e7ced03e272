import Foundation

/// How a format writes a one: what stands around its digits.
struct NumberPattern {
    /// As the format writes it, with all its spaces and marks.
    let prefix: String
    let suffix: String
    /// What stands between the one and its fraction, if anything.
    let separator: String?

    /// `nil` where the sample has no digits.
    init?(_ sample: String) {
        guard let first = sample.firstIndex(where: \.isDecimalDigit),
            let last = sample.lastIndex(where: \.isDecimalDigit)
        else { return nil }
        prefix = String(sample[..<first])
        suffix = String(sample[sample.index(after: last)...])
        let rest = sample[first...last].drop(while: \.isDecimalDigit)
        separator = rest.isEmpty ? nil : String(rest.prefix { !$0.isDecimalDigit })
    }

    /// What is left of prefix and suffix without the sign.
    var affixes: Set<String> {
        let parts = [prefix, suffix].compactMap(NumberText.unified).map { part in
            part.filter { !"+-()".contains($0) }.trimmingCharacters(in: .whitespaces)
        }
        return Set(parts.filter { !$0.isEmpty })
    }

    var hasParentheses: Bool {
        prefix.contains("(") && suffix.contains(")")
    }

    var hasTrailingSign: Bool {
        NumberText.unified(suffix)?.contains("-") ?? false
    }
}

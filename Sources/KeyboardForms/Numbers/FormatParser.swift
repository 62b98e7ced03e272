import Foundation

/// The parser of a format: either the parse strategy of a style or a `NumberFormatter`.
struct FormatParser<Value> {
    enum Standing {
        /// The strategy of a custom style.
        ///
        /// If the strategy throws an error, the format refuses the number. The strategy receives a decimal number with
        /// the format's symbol and without grouping separators.
        case judge
        /// The strategy of a Foundation style.
        ///
        /// The format uses this strategy only if the value cannot be computed from the digits of a text. The strategy
        /// refuses some valid decimal numbers: half of the values of `UInt64`, and numbers with the narrow currency
        /// symbol of the style.
        case interpreter
        /// A `NumberFormatter`; the format uses it only if the `scale` of the format is `nil`.
        case lastResort
    }

    let standing: Standing
    /// Parses the number at the beginning of a text.
    ///
    /// Some parsers ignore the characters after the number. The result is `nil` if the text does not begin with a
    /// number.
    let value: (String) -> Value?
}

extension FormatParser where Value: Numeric & Comparable {
    init<Style: ParseableFormatStyle>(_ style: Style)
    where Style.FormatInput == Value, Style.FormatOutput == String {
        standing = style is any LocalizedNumberStyle ? .interpreter : .judge
        value = { try? style.parseStrategy.parse($0) }
    }

    init(_ formatter: NumberFormatter) {
        let canParse = formatter.canParse
        standing = .lastResort
        value = { canParse ? formatter.number(from: $0).flatMap { ExactValue<Value>.value(of: $0) } : nil }
    }
}

extension NumberFormatter {
    /// Whether the formatter can parse a text without a crash.
    ///
    /// On Linux, a formatter traps if one of its patterns contains a tilde.
    fileprivate var canParse: Bool {
        let patterns = [positivePrefix, positiveSuffix, negativePrefix, negativeSuffix, positiveFormat, negativeFormat]
        return !patterns.contains { $0?.contains { "~≈∼".contains($0) } ?? false }
    }
}

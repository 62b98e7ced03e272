import Foundation

/// The parser that belongs to a format: a style's parse strategy or a `NumberFormatter`.
struct FormatParser<Value> {
    enum Standing {
        /// The strategy of a custom style.
        ///
        /// If the strategy throws for a text, the text is refused.
        case judge
        /// The strategy of Foundation's styles, for texts that are not decimal numbers.
        ///
        /// The strategy is not used for decimal numbers, because it refuses half of the values of UInt64. The strategy
        /// also refuses the narrow currency symbols of its own style.
        case interpreter
        /// A `NumberFormatter`. The formatter is used only if the format has no scale.
        case lastResort
    }

    let standing: Standing
    /// Parses the beginning of a text, as Foundation's parsers do.
    ///
    /// Returns `nil` if the text does not begin with a number.
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
    /// Whether the formatter can parse.
    ///
    /// On Linux, Foundation traps if a pattern contains a tilde.
    fileprivate var canParse: Bool {
        let patterns = [positivePrefix, positiveSuffix, negativePrefix, negativeSuffix, positiveFormat, negativeFormat]
        return !patterns.contains { $0?.contains { "~≈∼".contains($0) } ?? false }
    }
}

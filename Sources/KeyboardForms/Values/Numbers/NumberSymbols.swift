import Foundation

/// How numbers are written in one format: found out by letting it write a few.
struct NumberSymbols {
    /// What may stand between groups of digits, unified.
    private(set) var groupingSeparators: Set<Character> = []
    /// What may stand before the fraction, unified.
    private(set) var decimalSeparators: Set<Character> = []
    /// What is written before the fraction, as the format writes it.
    private(set) var decimalSeparator = "."
    /// How many digits the groups have, from the last one on: 3 and 2 in India, 3 and 3 elsewhere.
    private(set) var groupSizes: (last: Int, others: Int) = (3, 3)
    /// What stands beside the digits apart from the sign, unified: a currency, a percent sign.
    private(set) var affixes: Set<String> = []
    /// Whether negative numbers stand in parentheses.
    private(set) var hasParentheses = false
    /// Whether the sign of negative numbers comes after them.
    private(set) var hasTrailingSign = false

    init(locale: Locale) {
        let style = Decimal.FormatStyle(locale: locale)
        readSeparators(of: style.format(1_234_567_890 + Decimal(5) / 10), digitCount: 10)
    }

    /// Learns from how the format writes a number whose digits are known.
    ///
    /// - Parameter digitCount: how many digits come before the fraction.
    mutating func readSeparators(of sample: String, digitCount: Int) {
        var digits = 0
        var between = ""
        var groups = [0]
        for character in sample {
            guard character.isDecimalDigit else {
                if digits > 0 { between.append(character) }
                continue
            }
            if !between.isEmpty, digits == digitCount {
                addDecimalSeparator(between)
                break
            }
            if !between.isEmpty, let separator = NumberText.unified(between).flatMap(\.groupingSeparator) {
                groupingSeparators.insert(separator)
                decimalSeparators.remove(separator)
                groups.append(0)
            }
            between = ""
            digits += 1
            groups[groups.count - 1] += 1
        }
        if groups.count > 2 { groupSizes = (groups[groups.count - 1], groups[groups.count - 2]) }
    }

    /// Learns from how the format writes 1 and, where it can, -1.
    mutating func readAffixes(of one: NumberPattern, negative: NumberPattern?) {
        affixes = one.affixes.union(negative?.affixes ?? [])
        hasParentheses = negative?.hasParentheses ?? false
        hasTrailingSign = negative?.hasTrailingSign ?? false
        if let separator = one.separator { addDecimalSeparator(separator) }
    }

    private mutating func addDecimalSeparator(_ separator: String) {
        guard let character = NumberText.unified(separator)?.first else { return }
        decimalSeparator = separator
        decimalSeparators.insert(character)
        groupingSeparators.remove(character)
    }
}

extension String {
    /// A separator that is a space is nothing after its ends were trimmed.
    fileprivate var groupingSeparator: Character? {
        isEmpty ? " " : first
    }
}

extension Character {
    var isDecimalDigit: Bool {
        unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }
}

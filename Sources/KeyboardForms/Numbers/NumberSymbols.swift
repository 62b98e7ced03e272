import Foundation

/// The separators, digits and symbols in the numbers of a format.
///
/// Most formats write the separators of their locale, but some formats write other separators. For example, amounts in
/// Cape Verde have "$" before the fraction. In the locale en_150, Foundation writes "," before the fraction of euros,
/// and "." before the fraction of other numbers.
///
/// With the default `NumberSymbols`, a `NumberReader` parses Swift's descriptions of numbers, such as "-1.5e3".
struct NumberSymbols {
    /// The normalized separator between groups of digits.
    private(set) var groupingSeparator: Character?
    /// The separator before the fraction, as the format writes it.
    private(set) var decimalSeparator = "."
    /// The normalized separator before the fraction.
    private(set) var decimalCharacter: Character? = "."
    /// The digit zero in the script of the format.
    private(set) var zero = TextNormalization.asciiZero
    /// The number of digits in the last group, and in every earlier group.
    ///
    /// The last group has 3 digits. The earlier groups have 2 digits in India, and 3 digits elsewhere.
    private(set) var groupSizes: (last: Int, others: Int) = (3, 3)
    /// The normalized symbols beside the digits, such as a currency symbol or "%", but no signs.
    private(set) var affixes: Set<String> = []
    /// The largest number of symbols beside the digits, such as 2 in "IRR 1,000 Iranian rials".
    private(set) var affixCount = 1
    /// Whether the format writes negative numbers in parentheses.
    private(set) var hasParentheses = false
    /// Whether the format writes the sign of a negative number after the digits.
    private(set) var hasTrailingSign = false
}

extension NumberSymbols {
    /// Normalizes a typed text, or returns `nil` if the text mixes digits of several scripts.
    func normalized(_ text: String) -> String? {
        TextNormalization.normalized(text, ownZero: zero)
    }

    /// Returns whether a character of a normalized text can be the decimal separator.
    ///
    /// If the decimal separator is not an ASCII character, the method also accepts ".", because a keyboard with ASCII
    /// digits has no key for a separator such as "٫". There is one exception: if "." separates groups of digits, the
    /// method does not accept "." as a decimal separator.
    func isDecimalSeparator(_ character: Character) -> Bool {
        character == decimalCharacter
            || character == "." && groupingSeparator != "." && !(decimalCharacter?.isASCII ?? true)
    }

    /// Returns a number in plain form, with the digits and the decimal separator of the format.
    func plainText(_ digits: DecimalDigits) -> String {
        let sign = digits.isBelowZero ? "-" : ""
        return sign + TextNormalization.withDigits(digits.text(decimalSeparator: decimalSeparator), zero: zero)
    }

    init(_ locale: Locale, currencyCode: String? = nil) {
        self.init(decimal: locale.decimalSeparator, grouping: locale.groupingSeparator, currencyCode: currencyCode)
    }

    init(_ formatter: NumberFormatter) {
        switch formatter.numberStyle {
        case .currency, .currencyAccounting, .currencyISOCode, .currencyPlural:
            self.init(
                decimal: formatter.currencyDecimalSeparator,
                grouping: formatter.currencyGroupingSeparator,
                currencyCode: formatter.currencyCode
            )
        default:
            self.init(decimal: formatter.decimalSeparator, grouping: formatter.groupingSeparator, currencyCode: nil)
        }
    }

    private init(decimal: String?, grouping: String?, currencyCode: String?) {
        decimalSeparator = decimal ?? "."
        decimalCharacter = TextNormalization.separator(decimalSeparator)
        groupingSeparator = grouping.flatMap(TextNormalization.separator)
        if groupingSeparator == decimalCharacter { groupingSeparator = nil }
        if let code = currencyCode.flatMap({ TextNormalization.normalized($0) }), !code.isEmpty { affixes = [code] }
    }

    /// Adds the symbols that stand beside the digits of a number.
    mutating func insert(_ number: NumberAffixes) {
        affixes.formUnion(number.symbols)
        affixCount = max(affixCount, number.symbols.count)
    }

    /// Adds the symbols and the signs that stand beside the digits of a negative number.
    mutating func insert(negative number: NumberAffixes) {
        insert(number)
        hasParentheses = number.hasParentheses
        hasTrailingSign = number.hasTrailingSign
    }

    /// Sets `zero` from a number that the format has written.
    ///
    /// The new `zero` is the digit zero in the script of the number.
    mutating func adoptDigits(of sample: String) {
        if let zero = TextNormalization.zero(of: sample) { self.zero = zero }
    }

    /// Sets the separators and the group sizes from a number that the format has written.
    ///
    /// - Parameter sample: The text of a number with several groups of digits, and with a fraction if possible.
    mutating func adoptSeparators(of sample: String) {
        guard var rest = TextNormalization.normalized(sample)?.drop(while: { !$0.isASCIIDigit }) else { return }
        var counts: [Int] = []
        var separators: [Character] = []
        while true {
            let run = rest.prefix(while: \.isASCIIDigit)
            counts.append(run.count)
            rest = rest.dropFirst(run.count)
            guard let separator = rest.first, isSeparator(separator), rest.dropFirst().first?.isASCIIDigit == true
            else { break }
            separators.append(separator)
            rest.removeFirst()
        }
        guard let first = separators.first, let last = separators.last else { return }
        if separators.contains(where: { $0 != last }) {
            // "1,234,567.5"
            adopt(decimal: last)
            adopt(grouping: first, counts.dropLast())
        } else if separators.count > 1 {
            // "1,234,568"
            adopt(grouping: first, counts[...])
        } else if counts[0] > 3 || counts[1] != 3 {
            // "1234567.5", "1.234568E6"
            adopt(decimal: last)
        }
        // A text such as "1.235" is ambiguous: the point can separate groups of digits, or can precede a fraction, as
        // in "1.235E6". An ambiguous text does not change the separators.
    }

    /// Returns whether a character between digits is a separator.
    ///
    /// A separator is punctuation, a currency symbol, a space, or a separator of the locale. A separator of the locale
    /// can be a letter, as in Geez.
    private func isSeparator(_ character: Character) -> Bool {
        character == groupingSeparator || character == decimalCharacter || character.isPunctuationOrSpace
    }

    private mutating func adopt(decimal: Character) {
        guard decimal != decimalCharacter else { return }
        decimalSeparator = String(decimal)
        decimalCharacter = decimal
        if groupingSeparator == decimal { groupingSeparator = nil }
    }

    private mutating func adopt(grouping: Character, _ counts: ArraySlice<Int>) {
        groupingSeparator = grouping
        if decimalCharacter == grouping { decimalCharacter = nil }
        if counts.count > 2, let last = counts.last, let other = counts.dropLast().last { groupSizes = (last, other) }
    }
}

import Foundation

/// The separators, digits and names in the numbers of a format.
///
/// Most formats write the separators of their locale. Amounts in Cape Verde have "$" before the fraction. In the locale
/// en_150, Foundation writes "," before the fraction of euros, and "." before the fraction of other numbers.
///
/// By default, a `NumberSymbols` has the symbols of Swift's descriptions of numbers, such as "-1.5e3".
struct NumberSymbols {
    /// The normalized separator between groups of digits.
    private(set) var groupingSeparator: Character?
    /// The separator before the fraction, as the format writes it.
    private(set) var decimalSeparator = "."
    /// The normalized separator before the fraction.
    private var decimalCharacter: Character? = "."
    /// The digit zero in the script of the format.
    private var zero = TextNormalization.asciiZero
    /// The number of digits in the last group and in every earlier group, such as 3 and 2 in India.
    private(set) var groupSizes: (last: Int, others: Int) = (3, 3)
    /// The normalized texts that can stand beside the digits, in capitals, such as "€", "EUR" or "%".
    private(set) var names: Set<String> = []
    /// Whether the format writes negative numbers in parentheses.
    private(set) var hasParentheses = false
    /// Whether the format writes the sign of a negative number after the digits.
    private(set) var hasTrailingSign = false
}

extension NumberSymbols {
    /// Normalizes a typed text, or returns `nil` if the text mixes digits of incompatible scripts.
    func normalized(_ text: String) -> String? {
        TextNormalization.normalized(text, ownZero: zero)
    }

    /// Replaces the ASCII digits of a text with digits in the script of the format.
    func ownDigits(_ text: String) -> String {
        TextNormalization.withDigits(text, zero: zero)
    }

    /// Returns whether a character of a normalized text can be the decimal separator.
    ///
    /// A keyboard with ASCII digits has no key for a separator such as "٫", so the method also accepts ".". If "."
    /// separates groups, the method does not accept "." as the decimal separator.
    func isDecimalSeparator(_ character: Character) -> Bool {
        character == decimalCharacter
            || character == "." && groupingSeparator != "." && !(decimalCharacter?.isASCII ?? true)
    }

    /// Returns a number in plain form, with the digits and the decimal separator of the format.
    func plainText(_ digits: DecimalDigits) -> String {
        (digits.isBelowZero ? "-" : "") + ownDigits(digits.text(decimalSeparator: decimalSeparator))
    }

    init(_ locale: Locale, currencyCode: String? = nil) {
        self.init(locale.decimalSeparator, locale.groupingSeparator)
        if let currencyCode { names = Self.names(currencyCode, locale) }
    }

    init(_ formatter: NumberFormatter) {
        switch formatter.numberStyle {
        case .currency, .currencyAccounting, .currencyISOCode, .currencyPlural:
            self.init(formatter.currencyDecimalSeparator, formatter.currencyGroupingSeparator)
            names = Self.names(formatter.currencyCode, formatter.locale)
        default: self.init(formatter.decimalSeparator, formatter.groupingSeparator)
        }
    }

    private init(_ decimal: String?, _ grouping: String?) {
        decimalSeparator = decimal ?? "."
        decimalCharacter = TextNormalization.separator(decimalSeparator)
        groupingSeparator = grouping.flatMap(TextNormalization.separator)
        if groupingSeparator == decimalCharacter { groupingSeparator = nil }
    }

    /// Returns the symbol, the narrow symbol and the code of a currency.
    ///
    /// For a foreign currency, the result does not contain any symbol of the locale's own currency.
    private static func names(_ code: String, _ locale: Locale) -> Set<String> {
        func names(_ code: String) -> [String] {
            let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            let texts = [style, style.presentation(.narrow), style.presentation(.isoCode)].map { $0.format(1) }
            return texts.compactMap { NumberReader(symbols: NumberSymbols(locale)).readings($0).first?.names.first }
        }
        let own = locale.currency?.identifier.uppercased()
        return Set(names(code) + [code.uppercased()]).subtracting(own == code.uppercased() ? [] : own.map(names) ?? [])
    }

    /// Learns the symbols from numbers that the format has written.
    ///
    /// - Parameters:
    ///   - large: A number with several groups of digits, and with a fraction if possible.
    ///   - one: The number 1.
    ///   - negativeOne: The number -1.
    mutating func learn(large: String, one: String?, negativeOne: String?) {
        zero = TextNormalization.zero(of: large) ?? zero
        adoptSeparators(of: large)
        if let text = negativeOne.flatMap(normalized), let digit = text.firstIndex(where: \.isASCIIDigit) {
            hasParentheses = text[..<digit].contains("(") && text[digit...].contains(")")
            hasTrailingSign = text[digit...].contains("-")
        }
        for text in [one, negativeOne] {
            names.formUnion(text.flatMap { NumberReader(symbols: self).readings($0).first?.names } ?? [])
        }
    }

    private mutating func adoptSeparators(of sample: String) {
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
        // The method learns nothing from "1.235". The "." can separate groups, or can begin a fraction as in "1.235E6".
    }

    /// Returns whether a character between digits is a separator.
    ///
    /// A separator is a punctuation character, a currency symbol, a space, or a separator of the locale. In Geez, a
    /// separator of the locale can be a letter.
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

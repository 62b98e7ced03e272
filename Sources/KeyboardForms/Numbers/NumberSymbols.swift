import Foundation

/// The symbols of a format, which can differ from the symbols of its locale.
///
/// Amounts in Cape Verde have "$" before the fraction. In the locale en_150, Foundation writes "," before the fraction
/// of euros, and "." before the fraction of other numbers.
///
/// The default symbols are those of Swift's descriptions of numbers, such as "-1.5e3".
struct NumberSymbols {
    private(set) var groupingSeparator: Character?
    /// The text that the format writes before a fraction.
    private(set) var decimalSeparator = "."
    /// The normalized form of `decimalSeparator`.
    private var decimalCharacter: Character? = "."
    /// The digit zero in the script of the format.
    private var zero = TextNormalization.asciiZero
    /// In India, the last group has three digits, and the other groups have two digits.
    private(set) var groupSizes: (last: Int, others: Int) = (3, 3)
    /// The normalized texts beside the digits, in capitals, such as "€", "EUR" or "%".
    private(set) var names: Set<String> = []
    private(set) var hasParentheses = false
    private(set) var hasTrailingSign = false
}

extension NumberSymbols {
    func normalized(_ text: String) -> String? {
        TextNormalization.normalized(text, ownZero: zero)
    }

    func ownDigits(_ text: String) -> String {
        TextNormalization.withDigits(text, zero: zero)
    }

    /// A keyboard with ASCII digits has no key for a separator such as "٫", so "." also separates the fraction.
    func isDecimalSeparator(_ character: Character) -> Bool {
        character == decimalCharacter
            || character == "." && groupingSeparator != "." && !(decimalCharacter?.isASCII ?? true)
    }

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

    /// In a Canadian locale, "$" means Canadian dollars, so US dollars do not have this name.
    private static func names(_ code: String, _ locale: Locale) -> Set<String> {
        func names(_ code: String) -> [String] {
            let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            let texts = [style, style.presentation(.narrow), style.presentation(.isoCode)].map { $0.format(1) }
            return texts.compactMap { NumberReader(symbols: NumberSymbols(locale)).readings($0).first?.names.first }
        }
        let own = locale.currency?.identifier.uppercased()
        return Set(names(code) + [code.uppercased()]).subtracting(own == code.uppercased() ? [] : own.map(names) ?? [])
    }

    /// `large` is the text of a number with several groups of digits and a fraction, or with fewer digits if the type
    /// cannot hold such a number.
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
        // In "1.235", the "." can separate groups, or can begin a fraction as in "1.235E6".
    }

    /// In Geez, a separator of the locale can be a letter.
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

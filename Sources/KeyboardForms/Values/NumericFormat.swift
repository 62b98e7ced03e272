public import Foundation

/// How a numeric value is written and read: by a format style, or by a `NumberFormatter`.
///
/// ```swift
/// NumericFormat.style(.currency(code: "EUR"), locale: locale)
/// NumericFormat.formatter(numberFormatter, locale: locale)
/// ```
public struct NumericFormat<Value: Numeric & Comparable> {
    let string: (Value) -> String
    /// Reads as far as it can, as Foundation's parsers do; `nil` where it cannot at all.
    let value: (String) -> Value?
    let symbols: NumberSymbols
    let one: NumberPattern?
    let negativeOne: NumberPattern?
    /// By which power of ten the text differs from the value, 2 for percent; `nil` where that is something else.
    let scale: Int?

    /// Writes and reads by a format style.
    ///
    /// - Parameters:
    ///   - style: any style that can parse what it formats.
    ///   - locale: whose digits, separators and symbols are meant.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale = .current) -> NumericFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        let style = style.locale(locale)
        return NumericFormat(locale: locale, string: style.format) { try? style.parseStrategy.parse($0) }
    }

    /// Writes and reads by a number formatter. A copy is used: what is changed in it later does not count.
    ///
    /// `Formatter` itself cannot parse on Linux (`objectValue(_:)` is unavailable there), so it takes the one that can.
    /// On Linux that writes no more than 17 significant digits; a `Decimal` keeps all that were typed.
    ///
    /// - Parameters:
    ///   - formatter: how values are written.
    ///   - locale: whose digits, separators and symbols are meant.
    public static func formatter(_ formatter: NumberFormatter, locale: Locale = .current) -> NumericFormat {
        let formatter = formatter.copy() as? NumberFormatter ?? formatter
        formatter.locale = locale
        return NumericFormat(
            locale: locale,
            string: { ExactValue.number($0).flatMap(formatter.string(from:)) ?? "" },
            value: { text in formatter.number(from: text).flatMap { ExactValue(ascii: $0.stringValue)?.value } }
        )
    }

    private init(locale: Locale, string: @escaping (Value) -> String, value: @escaping (String) -> Value?) {
        self.string = string
        self.value = value
        let one = NumberPattern(string(1))
        let negativeOne = ExactValue<Value>.whole(-1).flatMap { NumberPattern(string($0)) }
        var symbols = NumberSymbols(locale: locale)
        if let sample = ExactValue<Value>.whole(1_234_567) { symbols.readSeparators(of: string(sample), digitCount: 7) }
        if let one { symbols.readAffixes(of: one, negative: negativeOne) }
        if case .number(let reading) = NumberReader(symbols: symbols).read(string(1)) {
            scale = reading.powerOfTen
        } else {
            scale = nil
        }
        self.symbols = symbols
        self.one = one
        self.negativeOne = negativeOne
    }
}

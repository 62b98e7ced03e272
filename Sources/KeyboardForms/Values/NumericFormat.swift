public import Foundation

/// How a numeric value is written and read: by a format style, or by a `NumberFormatter`.
///
/// ```swift
/// NumericFormat.style(.currency(code: "EUR"))
/// NumericFormat.formatter(numberFormatter)
/// ```
///
/// Numbers are read to the last digit that the value can hold, in the digits and separators that the format itself
/// writes, or not at all.
public struct NumericFormat<Value: Numeric & Comparable> {
    let string: (Value) -> String
    let parser: NumberParser<Value>
    let symbols: NumberSymbols
    let one: NumberPattern?
    let negativeOne: NumberPattern?
    /// By which power of ten the text differs from the value, 2 for percent; `nil` where that is something else.
    let scale: Int?
    /// What the format itself wants.
    let range: NumericRange<Value>

    /// Writes and reads by a format style.
    ///
    /// A style of one's own may refuse a number: its strategy is asked about each, and what it throws for is not taken.
    /// Foundation's own strategies are asked only where the digits do not tell the value, as with
    /// `rounded(rule:increment:)`: they throw for numbers that they have written themselves.
    ///
    /// - Parameters:
    ///   - style: any style that can parse what it formats.
    ///   - locale: whose digits, separators and symbols are meant; the style's own where `nil`.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> NumericFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        let style = locale.map { style.locale($0) } ?? style
        let isFoundations = style.parseStrategy is any FoundationStrategy
        let parser = NumberParser(standing: isFoundations ? .interpreter : .judge) {
            try? style.parseStrategy.parse($0)
        }
        // A style need not have a locale, or tell it.
        return NumericFormat(string: style.format, parser: parser) { $0.complete(from: locale ?? .current) }
    }

    /// Writes and reads by a number formatter. A copy is used: what is changed in it later does not count.
    ///
    /// Its `minimum` and `maximum` are a range, as far as the value can hold them.
    ///
    /// `Formatter` itself cannot parse on Linux (`objectValue(_:)` is unavailable there), so it takes the one that can.
    /// On Linux that writes no more than 17 significant digits; a `Decimal` keeps all that were typed.
    ///
    /// - Parameters:
    ///   - formatter: how values are written.
    ///   - locale: whose digits, separators and symbols are meant; the formatter's own where `nil`.
    public static func formatter(_ formatter: NumberFormatter, locale: Locale? = nil) -> NumericFormat {
        let formatter = formatter.copy() as? NumberFormatter ?? formatter
        if let locale { formatter.locale = locale }
        let canParse = formatter.canParse
        let parser = NumberParser(standing: .lastResort) { text in
            canParse ? formatter.number(from: text).flatMap { ExactValue<Value>.value(of: $0) } : nil
        }
        let range = NumericRange(
            lowest: formatter.minimum.flatMap { ExactValue<Value>.value(of: $0) },
            highest: formatter.maximum.flatMap { ExactValue<Value>.value(of: $0) }
        )
        return NumericFormat(
            string: { ExactValue.number($0).flatMap(formatter.string(from:)) ?? "" },
            parser: parser,
            range: range
        ) { $0.complete(from: formatter) }
    }

    private init(
        string: @escaping (Value) -> String,
        parser: NumberParser<Value>,
        range: NumericRange<Value> = NumericRange(),
        complete: (inout NumberSymbols) -> Void
    ) {
        self.string = string
        self.parser = parser
        self.range = range
        let samples = NumberSamples(string)
        one = samples.one
        negativeOne = samples.negativeOne
        var symbols = NumberSymbols(samples, plurals: true)
        complete(&symbols)
        scale = symbols.scale(of: samples)
        if scale == nil {
            symbols = NumberSymbols(samples, plurals: false)
            complete(&symbols)
        }
        self.symbols = symbols
    }
}

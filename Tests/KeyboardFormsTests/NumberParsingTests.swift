import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Which texts are numbers, by language.
@MainActor
struct NumberParsingTests {
    private let phone = SimulatedPhone()

    private func read<Value>(_ text: String, _ format: NumericFormat<Value>) -> Value? {
        phone.read(text, format)
    }

    private func decimal(_ text: String, _ locale: String) -> Decimal? {
        read(text, .style(.number, locale: Locale(identifier: locale)))
    }

    @Test(arguments: [
        ("12abc", "en_US"), ("--5", "en_US"), ("12 34", "en_US"), ("1234.5", "de_DE"), ("12.34", "de_DE"),
        ("1,23", "en_US"), ("1,2345", "en_US"), ("1,,234", "en_US"), (",123", "en_US"), ("1.2.3", "en_US"),
        ("1.234,5,6", "de_DE"), ("5-", "en_US"), ("+-5", "en_US"), ("- -5", "en_US"), ("(5)", "en_US"), ("-", "en_US"),
        (".", "en_US"), ("1e", "en_US"), ("1e+", "en_US"), ("e5", "en_US"), ("1e5e5", "en_US"), ("0x10", "en_US"),
        ("12²", "en_US"), ("½", "en_US"), ("Ⅻ", "en_US"), ("十二", "ja_JP"), ("1٢", "en_US"), ("NaN", "en_US"),
        ("∞", "en_US"), ("-∞", "en_US"), ("1 2", "fr_FR"), ("1 2345", "fr_FR"), ("1,23,45", "hi_IN"), ("12€", "en_US"),
        ("12%", "en_US"), ("1\u{0}2", "en_US"), ("1\n2", "en_US"), ("1e400", "en_US"), ("1e-400", "en_US"),
        ("1e99999999999999999999", "en_US"), ("12\u{301}34", "en_US"), ("1.5\u{301}7", "en_US"), ("1️⃣2", "en_US"),
        ("12\u{301}", "en_US"), ("0.500", "de_DE"), ("0,123", "en_US"), ("00,123", "en_US"), ("-0,123", "en_US"),
        ("٠٬١٢٣", "ar_EG"), ("1234,567", "en_US"), ("1234,567.5", "en_US"), ("1234,567,890", "en_US"),
        ("12345,678", "en_US"), ("1234.567", "de_DE"), ("1234 567", "fr_FR"), ("1234,567", "hi_IN"),
        ("123,45,678", "hi_IN"), ("١٢٣٤٬٥٦٧", "ar_EG"), ("1234,567", "ja_JP"),
    ])
    func aTextThatIsNotWhollyANumberIsRefused(text: String, locale: String) {
        #expect(decimal(text, locale) == nil)
    }

    @Test(arguments: [
        ("12", "en_US", "12"), ("1,234.5", "en_US", "1234.5"), ("1234.5", "en_US", "1234.5"), ("+5", "en_US", "5"),
        ("-5", "en_US", "-5"), ("−5", "en_US", "-5"), ("- 5", "en_US", "-5"), (".5", "en_US", "0.5"),
        ("5.", "en_US", "5"), ("007", "en_US", "7"), ("1e3", "en_US", "1000"), ("1.5E-2", "en_US", "0.015"),
        ("\u{FEFF}\t12\u{200B} \n", "en_US", "12"), ("1.234,5", "de_DE", "1234.5"), ("1.234.567", "de_DE", "1234567"),
        ("1 234,5", "fr_FR", "1234.5"), ("1\u{A0}234,5", "fr_FR", "1234.5"), ("1\u{202F}234,5", "fr_FR", "1234.5"),
        ("1\u{2009}234", "fr_FR", "1234"), ("١٢٣٤٫٥", "ar_EG", "1234.5"), ("١٬٢٣٤٫٥", "ar_EG", "1234.5"),
        ("1234", "ar_EG", "1234"), ("\u{61C}-٥", "ar_EG", "-5"), ("12,34,567.5", "hi_IN", "1234567.5"),
        ("1,234,567", "hi_IN", "1234567"), ("१२३", "hi_IN", "123"), ("１２３４．５", "ja_JP", "1234.5"),
        ("１，２３４", "ja_JP", "1234"), ("－５", "ja_JP", "-5"), ("1’234.5", "de_CH", "1234.5"),
        ("1'234.5", "de_CH", "1234.5"), ("−12,5", "sv_SE", "-12.5"), ("-0", "en_US", "0"),
        ("0e500", "en_US", "0"), ("0,500", "de_DE", "0.5"), ("0.123", "en_US", "0.123"),
    ])
    func typedAndPastedNumbersAreParsed(text: String, locale: String, value: String) {
        #expect(decimal(text, locale) == Decimal(string: value))
    }

    @Test(arguments: ["\n", "\t", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func lineBreaksAndTabsAreTrimmedButAreNotGroupingSeparators(space: String) {
        #expect(decimal("12\(space)345", "fr_FR") == nil)
        #expect(decimal("-\(space)5", "fr_FR") == nil)
        #expect(decimal("\(space)12 345\(space)", "fr_FR") == 12_345)
        let euros = NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: Locale(identifier: "fr_FR"))
        #expect(read("12\(space)345 €", euros) == nil)
        #expect(read("5\(space)€", euros) == nil)
        #expect(read("\(space)12 345 €\(space)", euros) == 12_345)
    }

    @Test func theSpacesOfUnicodeAreGroupingSeparators() {
        let spaces = (0...0xFFFF).compactMap(Unicode.Scalar.init)
            .filter { $0.properties.generalCategory == .spaceSeparator }
        #expect(spaces.count > 10)
        for space in spaces {
            #expect(decimal("12\(space)345", "fr_FR") == 12_345, "U+\(String(space.value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("$1,234.50", "en_US", "USD"), ("1234.5", "en_US", "USD"), ("1.234,50 €", "de_DE", "EUR"),
        ("€ 1234,5", "de_DE", "EUR"), ("1 234,50 €", "fr_FR", "EUR"), ("١٬٢٣٤٫٥٠ ج.م.", "ar_EG", "EGP"),
        ("₹1,234.5", "hi_IN", "INR"), ("$ 1,234.5", "ja_JP", "USD"),
    ])
    func currencyAmountsAreParsed(text: String, locale: String, code: String) {
        #expect(read(text, .style(.currency(code: code), locale: Locale(identifier: locale))) == Decimal(1_234.5))
    }

    @Test(arguments: ["￥1,234", "¥ 1234", "1234 ¥", "１２３４円", "1234.0"])
    func yenAreParsed(text: String) {
        let yen = NumericFormat<Decimal>.style(.currency(code: "JPY"), locale: Locale(identifier: "ja_JP"))
        #expect(read(text, yen) == (text.contains("円") ? nil : 1_234))
        #expect(read("12.5", yen) == nil)
        #expect(read("12.5", yen.roundingToDisplayedDigits()) == 12)
    }

    @Test(arguments: ["$5", "5 $", "€5€", "€€5", "5 EUROS", "£5", "€-", "EUROS 5", "€5 EUR", "EUR EUR 5", "5 USD"])
    func aDifferentCurrencyIsRefused(text: String) {
        let format = NumericFormat<Int>.style(.currency(code: "EUR"), locale: Locale(identifier: "en_US"))
        #expect(read(text, format) == nil)
    }

    @Test(arguments: ["5 EUR", "EUR 5", "5EUR", "EUR5", "5 eur", "Eur 5", "5\u{A0}EUR", " 5 EUR\n", "5.00 EUR"])
    func theCodeOfTheCurrencyIsParsed(text: String) {
        let english = Locale(identifier: "en_US")
        #expect(read(text, NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: english)) == 5)
        #expect(read(text, NumericFormat<Double>.style(.currency(code: "EUR"), locale: english)) == 5)
        #expect(read(text, NumericFormat<Int>.style(.currency(code: "EUR"), locale: english)) == 5)
        let dollars = NumericFormat<Decimal>.style(.currency(code: "USD"), locale: english)
        #expect(read(text, dollars) == nil)
        #expect(read(text, NumericFormat<Decimal>.style(.number, locale: english)) == nil)
    }

    @Test(arguments: [CurrencyFormatStyleConfiguration.Presentation.standard, .isoCode, .fullName, .narrow])
    func theCodeIsParsedInEachPresentation(presentation: CurrencyFormatStyleConfiguration.Presentation) {
        for code in ["EUR", "CHF", "JPY", "EGP"] {
            for locale in ["en_US", "de_DE", "ar_EG"] {
                let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: locale))
                    .presentation(presentation)
                #expect(read("1234 \(code)", .style(style)) == 1_234, "\(locale)")
                #expect(read("-\(code) 1234", .style(style.sign(strategy: .accounting))) == -1_234, "\(locale)")
            }
        }
    }

    @Test func aSignIsParsedOnEitherSideOfTheSymbol() {
        let format = NumericFormat<Decimal>.style(.currency(code: "USD"), locale: Locale(identifier: "en_US"))
        #expect(read("-$5", format) == -5)
        #expect(read("$-5", format) == -5)
        #expect(read("($5)", format) == nil)
        let accounting = Decimal.FormatStyle.Currency(code: "USD").sign(strategy: .accounting)
        #expect(read("($5.25)", .style(accounting, locale: Locale(identifier: "en_US"))) == Decimal(-5.25))
    }

    @Test(arguments: [
        ("12.5%", "en_US"), ("12,5 %", "de_DE"), ("12,5\u{202F}%", "fr_FR"), ("١٢٫٥٪", "ar_EG"), ("１２．５％", "ja_JP"),
    ])
    func percentagesAreParsed(text: String, locale: String) {
        #expect(read(text, .style(.percent, locale: Locale(identifier: locale))) == Decimal(0.125))
        #expect(read(text, .style(.percent, locale: Locale(identifier: locale))) == 0.125 as Double?)
    }

    @Test func aNumberThatAnIntegerCannotHoldIsRefused() {
        let english = Locale(identifier: "en_US")
        #expect(read("127", NumericFormat<Int8>.style(.number, locale: english)) == 127)
        #expect(read("128", NumericFormat<Int8>.style(.number, locale: english)) == nil)
        #expect(read("-128", NumericFormat<Int8>.style(.number, locale: english)) == -128)
        #expect(read("-1", NumericFormat<UInt>.style(.number, locale: english)) == nil)
        #expect(read("9223372036854775807", NumericFormat<Int>.style(.number, locale: english)) == .max)
        #expect(read("9223372036854775808", NumericFormat<Int>.style(.number, locale: english)) == nil)
        #expect(read("12.5", NumericFormat<Int>.style(.number, locale: english)) == nil)
        #expect(read("12.0", NumericFormat<Int>.style(.number, locale: english)) == 12)
        #expect(read("9007199254740993", NumericFormat<Int>.style(.number, locale: english)) == 9_007_199_254_740_993)
    }

    @Test func aNumberThatADoubleCannotHoldIsRefused() {
        let english = Locale(identifier: "en_US")
        #expect(read("1e400", NumericFormat<Double>.style(.number, locale: english)) == nil)
        #expect(read("1e-400", NumericFormat<Double>.style(.number, locale: english)) == nil)
        #expect(
            read("1.7976931348623157e308", NumericFormat<Double>.style(.number, locale: english))
                == 1.7976931348623157e308
        )
        #expect(read("1e39", NumericFormat<Float>.style(.number, locale: english)) == nil)
        #expect(read("0.1", NumericFormat<CGFloat>.style(FloatingPointFormatStyle(), locale: english)) == 0.1)
    }

    @Test func aNumberThatADecimalCannotHoldIsNotRounded() {
        let format = NumericFormat<Decimal>.style(.number, locale: Locale(identifier: "en_US"))
        #expect(read("12345678901234567890123456789012345678", format) != nil)
        let long = "1234567890123456789012345678901234567890.5"
        #expect(phone.outcome(long, format).error?.reason == .notRepresentable(text: long))
    }

    @Test func theLargestUnsignedIntegerIsParsed() {
        let format = NumericFormat<UInt64>.style(.number, locale: Locale(identifier: "en_US"))
        #expect(read("18446744073709551615", format) == .max)
        #expect(read("18,446,744,073,709,551,615", format) == .max)
        #expect(read("18446744073709551616", format) == nil)
        #expect(phone.outcome("-1", format).error?.reason == .notANumber(text: "-1", example: "12"))
        #expect(read("-0", format) == 0)
    }

    @Test(arguments: ["SEK", "EGP", "USD", "EUR"])
    func aNarrowSymbolIsParsed(code: String) {
        let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: "en_US")).presentation(.narrow)
        #expect(read(style.format(5), .style(style)) == 5)
        #expect(read(style.format(-5), .style(style)) == -5)
        #expect(read("5", .style(style)) == 5)
    }

    @Test func aStyleKeepsItsOwnLocale() {
        let german = Decimal.FormatStyle(locale: Locale(identifier: "de_DE"))
        #expect(read("1.234,5", .style(german)) == Decimal(1_234.5))
        #expect(read("1234.5", .style(german)) == nil)
        let arabic = IntegerFormatStyle<Int>.Currency(code: "EGP", locale: Locale(identifier: "ar_EG"))
        #expect(read("١٬٢٣٤٫٠٠ ج.م.", .style(arabic)) == 1_234)
        let french = IntegerFormatStyle<Int>(locale: Locale(identifier: "fr_FR"))
        #expect(read("1 234", .style(french)) == 1_234)
        #expect(read("1,234", .style(french)) == nil)
    }

    @Test func aSeparatorThatAStyleDoesNotWriteIsThatOfItsLocale() {
        let german = IntegerFormatStyle<Int>(locale: Locale(identifier: "de_DE"))
        #expect(read("1234,0", .style(german)) == 1_234)
        #expect(read("1.234", .style(german.grouping(.never))) == 1_234)
        #expect(read("1,234", .style(german.grouping(.never))) == nil)
        let small = IntegerFormatStyle<Int8>(locale: Locale(identifier: "de_DE"))
        #expect(read("12,0", .style(small)) == 12)
    }

    @Test func longTextsAreRefusedQuickly() {
        let format = NumericFormat<Decimal>.style(.number, locale: Locale(identifier: "en_US"))
        func isNoNumber(_ text: String) -> Bool {
            guard case .notANumber = phone.outcome(text, format).error?.reason else { return false }
            return true
        }
        #expect(isNoNumber(String(repeating: "It was a dark and stormy night. ", count: 10_000)))
        // If the time grew with the square of the length, the test would not end.
        #expect(isNoNumber("5" + String(repeating: "\u{301}", count: 5_000_000)))
        let digits = String(repeating: "7", count: 10_000)
        #expect(phone.outcome(digits, format).error?.reason == .notRepresentable(text: digits))
    }

    /// A style that refuses odd numbers.
    private struct EvenNumberStyle: ParseableFormatStyle, ParseStrategy {
        func format(_ value: Int) -> String { "#\(value)" }
        var parseStrategy: EvenNumberStyle { self }
        func parse(_ text: String) throws -> Int {
            guard let value = Int(text.trimmingPrefix("#")), value.isMultiple(of: 2) else {
                throw CocoaError(.formatting)
            }
            return value
        }
    }

    @Test func aCustomStyleCanRefuseANumber() {
        #expect(read("#12", .style(EvenNumberStyle())) == 12)
        #expect(read("12", .style(EvenNumberStyle())) == 12)
        #expect(read("-4", .style(EvenNumberStyle())) == -4)
        #expect(read("13", .style(EvenNumberStyle())) == nil)
        #expect(read("#13", .style(EvenNumberStyle())) == nil)
    }

    /// A style for hexadecimal numbers, which the library does not parse itself.
    private struct HexadecimalStyle: ParseableFormatStyle, ParseStrategy {
        func format(_ value: Int) -> String { "0x" + String(value, radix: 16) }
        var parseStrategy: HexadecimalStyle { self }
        func parse(_ text: String) throws -> Int {
            guard let value = Int(text.trimmingPrefix("0x"), radix: 16) else { throw CocoaError(.formatting) }
            return value
        }
    }

    /// A style that ignores a suffix, as Foundation's styles do.
    private struct PrefixParsingStyle: ParseableFormatStyle, ParseStrategy {
        func format(_ value: Int) -> String { "#\(value)" }
        var parseStrategy: PrefixParsingStyle { self }
        func parse(_ text: String) throws -> Int { Int(text.drop { $0 == "#" }.prefix(while: \.isNumber)) ?? 0 }
    }

    /// A style that writes Swift's descriptions in all locales.
    private struct DescriptionStyle: ParseableFormatStyle, ParseStrategy {
        func format(_ value: Double) -> String { "\(value)" }
        var parseStrategy: DescriptionStyle { self }
        func parse(_ text: String) throws -> Double {
            guard let value = Double(text) else { throw CocoaError(.formatting) }
            return value
        }
    }

    @Test(arguments: ["de_DE", "fr_FR", "en_US", "ar_EG"])
    func theSeparatorsThatACustomStyleWritesPrecedeThoseOfALocale(locale: String) {
        let format = NumericFormat.style(DescriptionStyle(), locale: Locale(identifier: locale))
        #expect(read("1.5", format) == 1.5)
        #expect(read("1.500", format) == 1.5)
        #expect(read("1234.5", format) == 1_234.5)
        #expect(read("1,5", format) == nil)
    }

    @Test func aCustomStyleParsesItsOwnTexts() {
        #expect(read("0xff", NumericFormat<Int>.style(HexadecimalStyle())) == 255)
        #expect(read("0xFF", NumericFormat<Int>.style(HexadecimalStyle())) == 255)
        #expect(read("ff", NumericFormat<Int>.style(HexadecimalStyle())) == 255)
        #expect(read("10", NumericFormat<Int>.style(HexadecimalStyle())) == 16)
        #expect(read("1e2", NumericFormat<Int>.style(HexadecimalStyle())) == 0x1e2)
        #expect(read("0xfg", NumericFormat<Int>.style(HexadecimalStyle())) == nil)
        #expect(read("#12", NumericFormat<Int>.style(PrefixParsingStyle())) == 12)
        #expect(read("12", NumericFormat<Int>.style(PrefixParsingStyle())) == 12)
        #expect(read("12abc", NumericFormat<Int>.style(PrefixParsingStyle())) == nil)
    }
}

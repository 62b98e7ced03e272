import Foundation
import KeyboardForms
import Testing

/// The texts that fields of numbers read and refuse.
@MainActor
struct NumberTextTests {
    /// "~" before a format means that the format rounds; a value of `nil` means that the text is refused.
    typealias Row = (format: String, locale: String, typed: String, value: String?)

    private nonisolated static let numbers = """
        number, en_US: 12 = 12 | 1,234.5 = 1234.5 | 1234.5 = 1234.5 | +5 = 5 | -5 = -5 | −5 = -5 | - 5 = -5
            .5 = 0.5 | 5. = 5 | 007 = 7 | 1e3 = 1000 | 1.5E-2 = 0.015 | -0 = 0 | 0e500 = 0 | 0.123 = 0.123
            12345678901234567890123456789012345678 = 12345678901234567890123456789012345678 | 12abc | --5 | 12 34
            1,23 | 1,2345 | 1,,234 | ,123 | 1.2.3 | 5- | +-5 | - -5 | (5) | - | . | 1e | 1e+ | e5 | 1e5e5 | 0x10
            12² | ½ | Ⅻ | 1٢ | NaN | ∞ | -∞ | 12€ | 12% | 1e400 | 1e-400 | 1e99999999999999999999 | 12\u{301}34
            1.5\u{301}7 | 1️⃣2 | 12\u{301} | 0,123 | 00,123 | -0,123 | 1234,567 | 1234,567.5 | 1234,567,890
            12345,678 | 5 USD
        number, de_DE: 1.234,5 = 1234.5 | 1.234.567 = 1234567 | 0,500 = 0.5 | 1234.5 | 12.34 | 1.234,5,6 | 0.500
            1234.567
        number, fr_FR: 1 234,5 = 1234.5 | 1\u{A0}234,5 = 1234.5 | 1\u{202F}234,5 = 1234.5 | 1\u{2009}234 = 1234
            1 2 | 1 2345 | 1234 567
        number, ar_EG: ١٢٣٤٫٥ = 1234.5 | ١٬٢٣٤٫٥ = 1234.5 | 1234 = 1234 | \u{61C}-٥ = -5 | ١٢٣٤٫٥4 = 1234.54
            1٢ = 12 | ١٢.5 = 12.5 | 12.5 = 12.5 | ６٢ = 62 | ٠٬١٢٣ | ١٢٣٤٬٥٦٧ | ٢५ | 1५
        number, hi_IN: 12,34,567.5 = 1234567.5 | 1,234,567 = 1234567 | १२३ = 123 | 1,23,45 | 1234,567 | 123,45,678
        number, ja_JP: １２３４．５ = 1234.5 | １，２３４ = 1234 | －５ = -5 | 5６ = 56 | 十二 | 1234,567 | ５٢
        number, fa_IR: .5 = 0.5
        number, sv_SE: −12,5 = -12.5
        number, de_CH: 1’234.5 = 1234.5 | 1'234.5 = 1234.5
        """

    private nonisolated static let amounts = """
        USD, en_US: $1,234.50 = 1234.5 | 1234.5 = 1234.5 | -$5 = -5 | $-5 = -5 | ($5)
        USD accounting, en_US: ($5.25) = -5.25
        EUR, de_DE: 1.234,50 € = 1234.5 | € 1234,5 = 1234.5
        EUR, fr_FR: 1 234,50 € = 1234.5
        EGP, ar_EG: ١٬٢٣٤٫٥٠ ج.م. = 1234.5
        INR, hi_IN: ₹1,234.5 = 1234.5
        USD, ja_JP: $ 1,234.5 = 1234.5
        JPY, ja_JP: ￥1,234 = 1234 | ¥ 1234 = 1234 | 1234 ¥ = 1234 | 1234.0 = 1234 | １２３４円 | 12.5
        // "$" is the symbol of another currency in Canada.
        USD, en_001: $100.25 = 100.25 | US$100.25 = 100.25 | USD 100.25 = 100.25 | CA$5
        USD, fr_FR: 100,25 $ = 100.25 | 100,25 $US = 100.25
        USD, en_CA: US$100.25 = 100.25 | $100.25
        EUR, en_US: 12 = 12 | €12 = 12 | 12 € = 12 | € 12.00 = 12 | abc
        percent, en_US: 12.5% = 0.125
        percent, de_DE: 12,5 % = 0.125
        percent, fr_FR: 12,5\u{202F}% = 0.125
        percent, ar_EG: ١٢٫٥٪ = 0.125
        percent, ja_JP: １２．５％ = 0.125
        Double %, en_US: 12.5% = 0.125 | 40 = 0.4 | 40% = 0.4 | 40 % = 0.4
        """

    /// The code of the currency stands for its symbol, and is no part of another format.
    private nonisolated static let codes = """
        EUR, en_US: 5 EUR = 5 | EUR 5 = 5 | 5EUR = 5 | EUR5 = 5 | 5 eur = 5 | Eur 5 = 5 | 5\u{A0}EUR = 5 | 5.00 EUR = 5
            $5 | 5 $ | €5€ | €€5 | 5 EUROS | £5 | €- | EUROS 5 | €5 EUR | EUR EUR 5 | 5 USD
        Int EUR, en_US: 5 EUR = 5 | eur 5 = 5 | $5 | €5€ | €5 EUR
        Double EUR, en_US: 5 EUR = 5.0
        USD, en_US: 5 EUR | EUR5 | eur 5
        number, en_US: 5 EUR | EUR5 | eur 5
        """

    private nonisolated static let types = """
        Int8, en_US: 127 = 127 | -128 = -128 | 128
        Int8, de_DE: 12,0 = 12
        UInt, en_US: -1
        UInt64, en_US: 18446744073709551615 = 18446744073709551615
            18,446,744,073,709,551,615 = 18446744073709551615 | -0 = 0 | 18446744073709551616
        Int, en_US: 9223372036854775807 = 9223372036854775807 | 12.0 = 12 | 9007199254740993 = 9007199254740993
            9223372036854775808 | 12.5
        Int, fr_FR: 1 234 = 1234 | 1,234
        Int, de_DE: 1234,0 = 1234
        Double, en_US: 1.7976931348623157e308 = 1.7976931348623157e+308 | 9007199254740992 = 9007199254740992.0
            1e400 | 1e-400 | 1٢
        Double, ja_JP: 5６ = 56.0
        Double, ar_EG: ١٢٣٤٫٥4 = 1234.54 | ６٢ = 62.0
        Float, en_US: 1e39
        Float EUR, en_US: 0.10 = 0.1
        CGFloat, en_US: 0.1 = 0.1
        Double, ja_JP: ５٢
        Double, ar_EG: 1. = 1.0 | 1.5 = 1.5 | ١. = 1.0 | . | 1٢ = 12.0 | ١٢.5 = 12.5 | 12.5 = 12.5 | ٢५ | 1५
        Double, fa_IR: .5 = 0.5
        Double, de_DE: 12.5
        """

    private nonisolated static let styles = """
        thousandfold, en_US: 50 = 0.05 | 1500 = 1.5 | 1,500 = 1.5 | 1.5 = 0.0015 | 1,234,567.5 = 1234.5675
        thousandth, en_US: 50 = 50000 | 1500 = 1500000 | 1.5 = 1500 | 1,234.5675 = 1234567.5
        cents, en_US: 12.34 = 1234 | 1,234 = 123400 | 12.345
        scientific, en_US: 1.5 = 1.5 | 1.234E3 = 1234 | 5E-1 = 0.5 | 1234.5 = 1234.5
        short scientific, en_US: 1.234E0 = 1.234
        tens, en_US: 50 = 50 | 5 | 1,231
        Int tens, en_US: 50 = 50 | 5 | 1,231
        ~tens, en_US: 5 = 10 | 50 = 50 | 1,231 = 1240
        ~Int tens, en_US: 5 = 10 | 50 = 50 | 1,231 = 1240
        two digits, en_US: 1200 = 1200 | 0.012 = 0.012 | 1230
        ~two digits, en_US: 1230 = 1200
        ~EUR, en_US: 100.005 = 100
        ~JPY, ja_JP: 12.5 = 12
        ~Float EUR, en_US: 1234567.89 = 1234567.9
        ~Double, en_US: 9007199254740993 = 9007199254740992.0
        compact, en_US: 5 = 5 | 1000 = 1000 | 5K | 1000K | 1.2 K
        compact, de_DE: 5 Mio.
        no sign, en_US: 5 = 5 | -5
        no groups, de_DE: 1.234 = 1234 | 1,234
        Int EGP, ar_EG: ١٬٢٣٤٫٠٠ ج.م. = 1234
        """

    private nonisolated static let customStyles = """
        even, en_US: #12 = 12 | 12 = 12 | -4 = -4 | 13 | #13
        doubled, en_US: 2,469 = 1234.5 | 5 = 2.5 | 2469 | 5 x
        hexadecimal, en_US: 0xff = 255 | 0xFF = 255 | ff = 255 | 10 = 16 | 1e2 = 482 | 0xfg
        prefix, en_US: #12 = 12 | 12 | 12abc
        description, de_DE: 1.5 = 1.5 | 1.500 = 1.5 | 1234.5 = 1234.5 | 1,5
        description, fr_FR: 1.5 = 1.5 | 1.500 = 1.5 | 1234.5 = 1234.5 | 1,5
        description, en_US: 1.5 = 1.5 | 1.500 = 1.5 | 1234.5 = 1234.5 | 1,5
        description, ar_EG: 1.5 = 1.5 | 1.500 = 1.5 | 1234.5 = 1234.5 | 1,5
        """

    private nonisolated static let formatters = """
        formatter, en_US: 1234567890123.456 = 1234567890123.456 | 0.1 = 0.1 | 12345678901234567890.123456789 | 5 EUR
        formatter, de_DE: 1.234,5 = 1234.5 | 1234.5
        formatter of Int, en_US: 12abc | --5 | 12 34 | 12.5 | 1e | 99999999999999999999 | x | 1,2
        plain formatter, en_US: 9007199254740993 = 9007199254740993
        separators, en_US: 12,345 = 12.345 | 1_234,5 = 1234.5 | 12.5
        Int separators, en_US: 12,345
        scientific formatter, en_US: 1.234E3 = 1234 | 1.5 = 1.5
        Int scientific, en_US: 1.5
        times 1000, en_US: 1,500 = 1.5
        times 1, en_US: 1.5 = 1.5
        times 12, en_US: 18
        negated, en_US: 1234 | -1234
        tilde, en_US: 5 = 5 | abc
        tilde times 12, en_US: 5
        yen, ja_JP: 5 円 = 5
        Int yen, ja_JP: 5 = 5
        currency, en_US: 5 EUR = 5 | eur 5 = 5 | 5 USD
        accounting, en_US: 5 EUR = 5 | eur 5 = 5 | 5 USD
        ISO code, en_US: 5 EUR = 5 | eur 5 = 5 | 5 USD
        plural, en_US: 5 EUR = 5 | eur 5 = 5 | 5 USD
        m2, en_US: 1,234.5 = 1234.5 | 1,234.5 m2 = 1234.5 | -5 m2 = -5 | 5 m | 5 m3
        trailing sign, en_US: 5- = -5
        limited, en_US: 0.5 = 0.5
        padded, en_US: 3 = 3
        """

    private nonisolated static let spaces: [Row] = [
        ("number", "en_US", "\u{FEFF}\t12\u{200B} \n", "12"), ("number", "en_US", "1\u{0}2", nil),
        ("number", "en_US", "1\n2", nil), ("EUR", "en_US", " 12 ", "12"),
    ]

    private nonisolated static let lists = [numbers, amounts, codes, types, styles, customStyles, formatters].map(
        textTable
    )

    private nonisolated static let table: [[Row]] = lists + [spaces]

    @Test(arguments: table)
    func aTextHasOneValueOrIsRefused(rows: [Row]) {
        for row in rows {
            let (rounds, name) = (row.format.hasPrefix("~"), String(row.format.trimmingPrefix("~")))
            let reading = NumberFormatCase.named(name).read(row.typed, in: row.locale, rounds: rounds)
            #expect(reading.value == row.value, "\(row)")
        }
    }

    @Test(
        arguments: [
            (
                "Float EUR", "en_US", "1234567.89",
                .displayedDifferently(text: "1234567.89", displayText: "€1,234,567.88")
            ),
            (
                "Double", "en_US", "9007199254740993",
                .displayedDifferently(text: "9007199254740993", displayText: "9,007,199,254,740,992")
            ),
            ("EUR", "en_US", "100.005", .displayedDifferently(text: "100.005", displayText: "€100.00")),
            ("JPY", "ja_JP", "12.5", .displayedDifferently(text: "12.5", displayText: "¥12")),
            ("padded", "en_US", "-3", .displayedDifferently(text: "-3", displayText: "000-3")),
            (
                "number", "en_US", "1234567890123456789012345678901234567890.5",
                .notRepresentable(text: "1234567890123456789012345678901234567890.5")
            ),
            ("UInt64", "en_US", "-1", .notANumber(text: "-1", example: "12")),
            ("limited", "en_US", "0.4", .outOfRange(text: "0.4", lowest: "0.5", highest: "20")),
            ("at most 20", "en_US", "21", .outOfRange(text: "21", lowest: nil, highest: "20")),
            ("limited from 10", "en_US", "25", .outOfRange(text: "25", lowest: "10", highest: "20")),
        ] as [(String, String, String, ValueInputError.Reason)]
    )
    func anErrorNamesItsReason(format: String, locale: String, typed: String, reason: ValueInputError.Reason) {
        #expect(NumberFormatCase.named(format).read(typed, in: locale).reason == reason)
    }

    @Test(arguments: ["\n", "\t", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func lineBreaksAndTabsAreTrimmedButAreNotGroupingSeparators(space: String) {
        aTextHasOneValueOrIsRefused(rows: [
            ("number", "fr_FR", "12\(space)345", nil), ("number", "fr_FR", "-\(space)5", nil),
            ("number", "fr_FR", "\(space)12 345\(space)", "12345"), ("EUR", "fr_FR", "12\(space)345 €", nil),
            ("EUR", "fr_FR", "5\(space)€", nil), ("EUR", "fr_FR", "\(space)12 345 €\(space)", "12345"),
        ])
    }

    @Test func theSpacesOfUnicodeAreGroupingSeparators() {
        let spaces = (0...0xFFFF).compactMap(Unicode.Scalar.init)
            .filter { $0.properties.generalCategory == .spaceSeparator }
        #expect(spaces.count > 10)
        aTextHasOneValueOrIsRefused(rows: spaces.map { ("number", "fr_FR", "12\($0)345", "12345") })
    }

    /// Foundation writes the symbol before the number and the name after the number.
    ///
    /// For 1, Foundation writes both before the number.
    @Test(arguments: ["tr_TR", "en_FR", "en_LV", "en_US"])
    func aSymbolAndANameAreRead(locale: String) {
        let format = NumberFormatCase.currency("IRR", .fullName)
        let style = Decimal.FormatStyle.Currency(code: "IRR", locale: Locale(identifier: locale)).presentation(
            .fullName
        )
        for value: Decimal in [9_650, -9_650, 1, 0] {
            // In Turkish, Foundation displays some amounts in two forms, such as "IRR 12 İran riyali" and "IRR 1 İran
            // riyali2". A field may refuse such an amount.
            let accepted = locale == "tr_TR" ? [nil, "\(value)"] : ["\(value)"]
            #expect(accepted.contains(format.read("\(value)", in: locale).value))
            #expect(accepted.contains(format.read(style.format(value), in: locale).value), "\(style.format(value))")
        }
        #expect(format.read("5 IRR USD", in: locale).value == nil)
    }

    @Test func longTextsAreRefusedQuickly() {
        func reason(_ text: String) -> ValueInputError.Reason? {
            NumberFormatCase.named("number").read(text, in: "en_US").reason
        }
        // If the time grew with the square of the length, the test would not end.
        let accents = "5" + String(repeating: "\u{301}", count: 5_000_000)
        for text in [String(repeating: "It was a dark and stormy night. ", count: 10_000), accents] {
            #expect(reason(text) == .notANumber(text: text, example: "12"))
            #expect(reason(text).map { ValueInputError($0).description.utf8.count < 500 } == true)
        }
        let digits = String(repeating: "7", count: 10_000)
        #expect(reason(digits) == .notRepresentable(text: digits))
    }

    @Test func laterChangesOfAFormatterHaveNoEffect() {
        let (formatter, storage, field) = (NumberFormatter(), ValueStorage<Int>(), ReportingWidget())
        formatter.numberStyle = .decimal
        let format = NumericFormat<Int>.formatter(formatter, locale: Locale(identifier: "en_US"))
        let count = NumberInput(field, storage.bound, format)
        formatter.numberStyle = .spellOut
        field.text = "5"
        #expect(count.commit() && field.text == "5")
    }
}

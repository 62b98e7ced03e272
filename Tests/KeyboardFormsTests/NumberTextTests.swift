import Foundation
import KeyboardForms
import Testing

/// The texts that fields of numbers read and refuse.
@MainActor
struct NumberTextTests {
    /// "~" before a format means that the format rounds; a value of `nil` means that the text is refused.
    typealias Row = (format: String, locale: String, typed: String, value: String?)

    private nonisolated static let numbers: [Row] = [
        ("number", "en_US", "12", "12"), ("number", "en_US", "1,234.5", "1234.5"),
        ("number", "en_US", "1234.5", "1234.5"), ("number", "en_US", "+5", "5"), ("number", "en_US", "-5", "-5"),
        ("number", "en_US", "−5", "-5"), ("number", "en_US", "- 5", "-5"), ("number", "en_US", ".5", "0.5"),
        ("number", "en_US", "5.", "5"), ("number", "en_US", "007", "7"), ("number", "en_US", "1e3", "1000"),
        ("number", "en_US", "1.5E-2", "0.015"), ("number", "en_US", "\u{FEFF}\t12\u{200B} \n", "12"),
        ("number", "en_US", "-0", "0"), ("number", "en_US", "0e500", "0"), ("number", "en_US", "0.123", "0.123"),
        ("number", "en_US", "12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("number", "en_US", "12abc", nil), ("number", "en_US", "--5", nil), ("number", "en_US", "12 34", nil),
        ("number", "en_US", "1,23", nil), ("number", "en_US", "1,2345", nil), ("number", "en_US", "1,,234", nil),
        ("number", "en_US", ",123", nil), ("number", "en_US", "1.2.3", nil), ("number", "en_US", "5-", nil),
        ("number", "en_US", "+-5", nil), ("number", "en_US", "- -5", nil), ("number", "en_US", "(5)", nil),
        ("number", "en_US", "-", nil), ("number", "en_US", ".", nil), ("number", "en_US", "1e", nil),
        ("number", "en_US", "1e+", nil), ("number", "en_US", "e5", nil), ("number", "en_US", "1e5e5", nil),
        ("number", "en_US", "0x10", nil), ("number", "en_US", "12²", nil), ("number", "en_US", "½", nil),
        ("number", "en_US", "Ⅻ", nil), ("number", "en_US", "1٢", nil), ("number", "en_US", "NaN", nil),
        ("number", "en_US", "∞", nil), ("number", "en_US", "-∞", nil), ("number", "en_US", "12€", nil),
        ("number", "en_US", "12%", nil), ("number", "en_US", "1\u{0}2", nil), ("number", "en_US", "1\n2", nil),
        ("number", "en_US", "1e400", nil), ("number", "en_US", "1e-400", nil),
        ("number", "en_US", "1e99999999999999999999", nil), ("number", "en_US", "12\u{301}34", nil),
        ("number", "en_US", "1.5\u{301}7", nil), ("number", "en_US", "1️⃣2", nil),
        ("number", "en_US", "12\u{301}", nil), ("number", "en_US", "0,123", nil), ("number", "en_US", "00,123", nil),
        ("number", "en_US", "-0,123", nil), ("number", "en_US", "1234,567", nil),
        ("number", "en_US", "1234,567.5", nil), ("number", "en_US", "1234,567,890", nil),
        ("number", "en_US", "12345,678", nil), ("number", "en_US", "5 USD", nil),
        ("number", "de_DE", "1.234,5", "1234.5"), ("number", "de_DE", "1.234.567", "1234567"),
        ("number", "de_DE", "0,500", "0.5"), ("number", "de_DE", "1234.5", nil), ("number", "de_DE", "12.34", nil),
        ("number", "de_DE", "1.234,5,6", nil), ("number", "de_DE", "0.500", nil),
        ("number", "de_DE", "1234.567", nil), ("number", "fr_FR", "1 234,5", "1234.5"),
        ("number", "fr_FR", "1\u{A0}234,5", "1234.5"), ("number", "fr_FR", "1\u{202F}234,5", "1234.5"),
        ("number", "fr_FR", "1\u{2009}234", "1234"), ("number", "fr_FR", "1 2", nil),
        ("number", "fr_FR", "1 2345", nil), ("number", "fr_FR", "1234 567", nil),
        ("number", "ar_EG", "١٢٣٤٫٥", "1234.5"), ("number", "ar_EG", "١٬٢٣٤٫٥", "1234.5"),
        ("number", "ar_EG", "1234", "1234"), ("number", "ar_EG", "\u{61C}-٥", "-5"),
        ("number", "ar_EG", "١٢٣٤٫٥4", "1234.54"), ("number", "ar_EG", "1٢", "12"),
        ("number", "ar_EG", "١٢.5", "12.5"), ("number", "ar_EG", "12.5", "12.5"), ("number", "ar_EG", "６٢", "62"),
        ("number", "ar_EG", "٠٬١٢٣", nil), ("number", "ar_EG", "١٢٣٤٬٥٦٧", nil), ("number", "ar_EG", "٢५", nil),
        ("number", "ar_EG", "1५", nil), ("number", "hi_IN", "12,34,567.5", "1234567.5"),
        ("number", "hi_IN", "1,234,567", "1234567"), ("number", "hi_IN", "१२३", "123"),
        ("number", "hi_IN", "1,23,45", nil), ("number", "hi_IN", "1234,567", nil),
        ("number", "hi_IN", "123,45,678", nil), ("number", "ja_JP", "１２３４．５", "1234.5"),
        ("number", "ja_JP", "１，２３４", "1234"), ("number", "ja_JP", "－５", "-5"), ("number", "ja_JP", "5６", "56"),
        ("number", "ja_JP", "十二", nil), ("number", "ja_JP", "1234,567", nil), ("number", "ja_JP", "５٢", nil),
        ("number", "fa_IR", ".5", "0.5"), ("number", "sv_SE", "−12,5", "-12.5"),
        ("number", "de_CH", "1’234.5", "1234.5"), ("number", "de_CH", "1'234.5", "1234.5"),
    ]

    private nonisolated static let amounts: [Row] = [
        ("USD", "en_US", "$1,234.50", "1234.5"), ("USD", "en_US", "1234.5", "1234.5"), ("USD", "en_US", "-$5", "-5"),
        ("USD", "en_US", "$-5", "-5"), ("USD", "en_US", "($5)", nil), ("USD accounting", "en_US", "($5.25)", "-5.25"),
        ("EUR", "de_DE", "1.234,50 €", "1234.5"), ("EUR", "de_DE", "€ 1234,5", "1234.5"),
        ("EUR", "fr_FR", "1 234,50 €", "1234.5"), ("EGP", "ar_EG", "١٬٢٣٤٫٥٠ ج.م.", "1234.5"),
        ("INR", "hi_IN", "₹1,234.5", "1234.5"), ("USD", "ja_JP", "$ 1,234.5", "1234.5"),
        ("JPY", "ja_JP", "￥1,234", "1234"), ("JPY", "ja_JP", "¥ 1234", "1234"), ("JPY", "ja_JP", "1234 ¥", "1234"),
        ("JPY", "ja_JP", "1234.0", "1234"), ("JPY", "ja_JP", "１２３４円", nil), ("JPY", "ja_JP", "12.5", nil),
        ("EUR", "en_US", "12", "12"), ("EUR", "en_US", "€12", "12"), ("EUR", "en_US", "12 €", "12"),
        ("EUR", "en_US", "€ 12.00", "12"), ("EUR", "en_US", " 12 ", "12"), ("EUR", "en_US", "abc", nil),
        ("percent", "en_US", "12.5%", "0.125"), ("percent", "de_DE", "12,5 %", "0.125"),
        ("percent", "fr_FR", "12,5\u{202F}%", "0.125"), ("percent", "ar_EG", "١٢٫٥٪", "0.125"),
        ("percent", "ja_JP", "１２．５％", "0.125"), ("Double %", "en_US", "12.5%", "0.125"),
        ("Double %", "en_US", "40", "0.4"), ("Double %", "en_US", "40%", "0.4"), ("Double %", "en_US", "40 %", "0.4"),
        ("EUR", "de_DE", "1.234,5", "1234.5"), ("Double %", "ja_JP", "１２．５％", "0.125"),
        ("Double %", "de_DE", "12,5 %", "0.125"), ("Double %", "fr_FR", "12,5\u{202F}%", "0.125"),
        ("Double %", "ar_EG", "١٢٫٥٪", "0.125"),
    ]

    /// The code of the currency stands for its symbol, and is no part of another format.
    private nonisolated static let codes = [
        ("number", nil), ("USD", nil), ("EUR", "5"), ("Double EUR", "5.0"), ("Int EUR", "5"),
    ]
    .map { (format: String, value: String?) -> [Row] in
        [
            "5 EUR", "EUR 5", "5EUR", "EUR5", "5 eur", "Eur 5", "5\u{A0}EUR", " 5 EUR\n", "5.00 EUR", "eur 5",
        ]
        .map { (format, "en_US", $0, value) }
    }

    private nonisolated static let otherSymbols = ["EUR", "Int EUR"]
        .map { format -> [Row] in
            [
                "$5", "5 $", "€5€", "€€5", "5 EUROS", "£5", "€-", "EUROS 5", "€5 EUR", "EUR EUR 5", "5 USD",
            ]
            .map { (format, "en_US", $0, nil) }
        }

    private nonisolated static let types: [Row] = [
        ("Int8", "en_US", "127", "127"), ("Int8", "en_US", "-128", "-128"), ("Int8", "en_US", "128", nil),
        ("Int8", "de_DE", "12,0", "12"), ("UInt", "en_US", "-1", nil),
        ("UInt64", "en_US", "18446744073709551615", "18446744073709551615"),
        ("UInt64", "en_US", "18,446,744,073,709,551,615", "18446744073709551615"), ("UInt64", "en_US", "-0", "0"),
        ("UInt64", "en_US", "18446744073709551616", nil),
        ("Int", "en_US", "9223372036854775807", "9223372036854775807"), ("Int", "en_US", "12.0", "12"),
        ("Int", "en_US", "9007199254740993", "9007199254740993"), ("Int", "en_US", "9223372036854775808", nil),
        ("Int", "en_US", "12.5", nil), ("Int", "fr_FR", "1 234", "1234"), ("Int", "fr_FR", "1,234", nil),
        ("Int", "de_DE", "1234,0", "1234"), ("Double", "en_US", "1.7976931348623157e308", "1.7976931348623157e+308"),
        ("Double", "en_US", "9007199254740992", "9007199254740992.0"), ("Double", "en_US", "1e400", nil),
        ("Double", "en_US", "1e-400", nil), ("Double", "en_US", "1٢", nil), ("Double", "ja_JP", "5６", "56.0"),
        ("Double", "ar_EG", "١٢٣٤٫٥4", "1234.54"), ("Double", "ar_EG", "６٢", "62.0"), ("Float", "en_US", "1e39", nil),
        ("Float EUR", "en_US", "0.10", "0.1"), ("CGFloat", "en_US", "0.1", "0.1"), ("Double", "ja_JP", "５٢", nil),
        ("Double", "ar_EG", "1.", "1.0"), ("Double", "ar_EG", "1.5", "1.5"), ("Double", "ar_EG", "١.", "1.0"),
        ("Double", "ar_EG", ".", nil), ("Double", "ar_EG", "1٢", "12.0"), ("Double", "ar_EG", "١٢.5", "12.5"),
        ("Double", "ar_EG", "12.5", "12.5"), ("Double", "ar_EG", "٢५", nil), ("Double", "ar_EG", "1५", nil),
        ("Double", "fa_IR", ".5", "0.5"), ("Double", "de_DE", "12.5", nil),
    ]

    private nonisolated static let styles: [Row] = [
        ("thousandfold", "en_US", "50", "0.05"), ("thousandfold", "en_US", "1500", "1.5"),
        ("thousandfold", "en_US", "1,500", "1.5"), ("thousandfold", "en_US", "1.5", "0.0015"),
        ("thousandfold", "en_US", "1,234,567.5", "1234.5675"), ("thousandth", "en_US", "50", "50000"),
        ("thousandth", "en_US", "1500", "1500000"), ("thousandth", "en_US", "1.5", "1500"),
        ("thousandth", "en_US", "1,234.5675", "1234567.5"), ("cents", "en_US", "12.34", "1234"),
        ("cents", "en_US", "1,234", "123400"), ("cents", "en_US", "12.345", nil),
        ("scientific", "en_US", "1.5", "1.5"), ("scientific", "en_US", "1.234E3", "1234"),
        ("scientific", "en_US", "5E-1", "0.5"), ("scientific", "en_US", "1234.5", "1234.5"),
        ("short scientific", "en_US", "1.234E0", "1.234"), ("tens", "en_US", "50", "50"), ("tens", "en_US", "5", nil),
        ("tens", "en_US", "1,231", nil), ("Int tens", "en_US", "50", "50"), ("Int tens", "en_US", "5", nil),
        ("Int tens", "en_US", "1,231", nil), ("~tens", "en_US", "5", "10"), ("~tens", "en_US", "50", "50"),
        ("~tens", "en_US", "1,231", "1240"), ("~Int tens", "en_US", "5", "10"), ("~Int tens", "en_US", "50", "50"),
        ("~Int tens", "en_US", "1,231", "1240"), ("two digits", "en_US", "1200", "1200"),
        ("two digits", "en_US", "0.012", "0.012"), ("two digits", "en_US", "1230", nil),
        ("~two digits", "en_US", "1230", "1200"), ("~EUR", "en_US", "100.005", "100"),
        ("~JPY", "ja_JP", "12.5", "12"), ("~Float EUR", "en_US", "1234567.89", "1234567.9"),
        ("~Double", "en_US", "9007199254740993", "9007199254740992.0"), ("compact", "en_US", "5", "5"),
        ("no sign", "en_US", "5", "5"), ("no sign", "en_US", "-5", nil), ("no groups", "de_DE", "1.234", "1234"),
        ("no groups", "de_DE", "1,234", nil), ("Int EGP", "ar_EG", "١٬٢٣٤٫٠٠ ج.م.", "1234"),
    ]

    private nonisolated static let customStyles: [Row] = [
        ("even", "en_US", "#12", "12"), ("even", "en_US", "12", "12"), ("even", "en_US", "-4", "-4"),
        ("even", "en_US", "13", nil), ("even", "en_US", "#13", nil), ("hexadecimal", "en_US", "0xff", "255"),
        ("hexadecimal", "en_US", "0xFF", "255"), ("hexadecimal", "en_US", "ff", "255"),
        ("hexadecimal", "en_US", "10", "16"), ("hexadecimal", "en_US", "1e2", "482"),
        ("hexadecimal", "en_US", "0xfg", nil), ("prefix", "en_US", "#12", "12"), ("prefix", "en_US", "12", "12"),
        ("prefix", "en_US", "12abc", nil), ("description", "de_DE", "1.5", "1.5"),
        ("description", "de_DE", "1.500", "1.5"), ("description", "de_DE", "1234.5", "1234.5"),
        ("description", "de_DE", "1,5", nil), ("description", "fr_FR", "1.5", "1.5"),
        ("description", "fr_FR", "1.500", "1.5"), ("description", "fr_FR", "1234.5", "1234.5"),
        ("description", "fr_FR", "1,5", nil), ("description", "en_US", "1.5", "1.5"),
        ("description", "en_US", "1.500", "1.5"), ("description", "en_US", "1234.5", "1234.5"),
        ("description", "en_US", "1,5", nil), ("description", "ar_EG", "1.5", "1.5"),
        ("description", "ar_EG", "1.500", "1.5"), ("description", "ar_EG", "1234.5", "1234.5"),
        ("description", "ar_EG", "1,5", nil),
    ]

    private nonisolated static let formatters: [Row] = [
        ("formatter", "en_US", "1234567890123.456", "1234567890123.456"), ("formatter", "en_US", "0.1", "0.1"),
        ("formatter", "en_US", "12345678901234567890.123456789", nil), ("formatter", "en_US", "5 EUR", nil),
        ("formatter", "de_DE", "1.234,5", "1234.5"), ("formatter", "de_DE", "1234.5", nil),
        ("formatter of Int", "en_US", "12abc", nil), ("formatter of Int", "en_US", "--5", nil),
        ("formatter of Int", "en_US", "12 34", nil), ("formatter of Int", "en_US", "12.5", nil),
        ("formatter of Int", "en_US", "1e", nil), ("formatter of Int", "en_US", "99999999999999999999", nil),
        ("formatter of Int", "en_US", "x", nil), ("formatter of Int", "en_US", "1,2", nil),
        ("plain formatter", "en_US", "9007199254740993", "9007199254740993"),
        ("separators", "en_US", "12,345", "12.345"), ("separators", "en_US", "1_234,5", "1234.5"),
        ("separators", "en_US", "12.5", nil), ("Int separators", "en_US", "12,345", nil),
        ("scientific formatter", "en_US", "1.234E3", "1234"), ("scientific formatter", "en_US", "1.5", "1.5"),
        ("Int scientific", "en_US", "1.5", nil), ("times 1000", "en_US", "1,500", "1.5"),
        ("times 1", "en_US", "1.5", "1.5"), ("times 12", "en_US", "18", "1.5"), ("tilde", "en_US", "5", "5"),
        ("tilde", "en_US", "abc", nil), ("tilde times 12", "en_US", "5", nil), ("yen", "ja_JP", "5 円", "5"),
        ("Int yen", "ja_JP", "5", "5"), ("currency", "en_US", "5 EUR", "5"), ("currency", "en_US", "eur 5", "5"),
        ("currency", "en_US", "5 USD", nil), ("accounting", "en_US", "5 EUR", "5"),
        ("accounting", "en_US", "eur 5", "5"), ("accounting", "en_US", "5 USD", nil),
        ("ISO code", "en_US", "5 EUR", "5"), ("ISO code", "en_US", "eur 5", "5"), ("ISO code", "en_US", "5 USD", nil),
        ("plural", "en_US", "5 EUR", "5"), ("plural", "en_US", "eur 5", "5"), ("plural", "en_US", "5 USD", nil),
        ("m2", "en_US", "1,234.5", "1234.5"), ("m2", "en_US", "1,234.5 m2", "1234.5"),
        ("m2", "en_US", "1234.5m2", "1234.5"), ("m2", "en_US", "-5 m2", "-5"), ("m2", "en_US", "5 m", nil),
        ("m2", "en_US", "5 m3", nil), ("trailing sign", "en_US", "5-", "-5"), ("negated", "en_US", "1,234", "-1234"),
        ("limited", "en_US", "0.5", "0.5"), ("padded", "en_US", "3", "3"),
    ]

    private nonisolated static let lists = [numbers, amounts, types, styles, customStyles, formatters]

    private nonisolated static let table: [[Row]] = lists + codes + otherSymbols

    @Test(arguments: table)
    func aTextHasOneValueOrIsRefused(rows: [Row]) {
        for row in rows {
            let (rounds, name) = (row.format.hasPrefix("~"), String(row.format.trimmingPrefix("~")))
            let reading = NumberFormatCase.named(name).read(row.typed, in: row.locale, rounds: rounds)
            #expect(reading.value == row.value, "\(row)")
        }
    }

    @Test(arguments: [
        ("currency", "de_DE", "12,5", "12.5", "12,50\u{A0}€"), ("currency", "de_DE", "12,5 €", "12.5", "12,50\u{A0}€"),
        ("currency", "de_DE", "12,5\u{A0}€", "12.5", "12,50\u{A0}€"),
        ("currency", "de_DE", "€12,5", "12.5", "12,50\u{A0}€"), ("currency", "de_DE", "+12,50", "12.5", "12,50\u{A0}€"),
        ("percent formatter", "en_US", "12", "0.12", "12%"), ("formatter", "en_US", "0.1", "0.1", "0.1"),
        ("plain formatter", "en_US", "9007199254740993", "9007199254740993", "9007199254740993"),
        ("EUR", "en_US", "12", "12", "€12.00"), ("Int", "en_US", "+1200", "1200", "1,200"),
        ("Double %", "en_US", "40", "0.4", "40%"),
    ])
    func aValueIsDisplayedInItsFormat(format: String, locale: String, typed: String, value: String, shown: String) {
        let reading = NumberFormatCase.named(format).read(typed, in: locale)
        #expect(reading.value == value && reading.shown == shown)
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

    /// A field may refuse a text that its format cannot display again.
    @Test(arguments: [
        ("compact", "en_US", "5K", "5000"), ("compact", "de_DE", "5 Mio.", "5000000"),
        ("negated", "en_US", "1234", "-1234"), ("negated", "en_US", "-1234", "1234"),
    ])
    func aTextIsRefusedOrHasOneValue(format: String, locale: String, typed: String, value: String) {
        #expect([nil, value].contains(NumberFormatCase.named(format).read(typed, in: locale).value))
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

    @Test(arguments: [CurrencyFormatStyleConfiguration.Presentation.standard, .isoCode, .fullName, .narrow])
    func theCodeIsParsedInEachPresentation(presentation: CurrencyFormatStyleConfiguration.Presentation) {
        for code in ["EUR", "CHF", "JPY", "EGP"] {
            for locale in ["en_US", "de_DE", "ar_EG"] {
                let amount = NumberFormatCase.currency(code, presentation)
                #expect(amount.read("1234 \(code)", in: locale).value == "1234", "\(locale)")
                let accounting = NumberFormatCase.currency(code, presentation, sign: .accounting)
                #expect(accounting.read("-\(code) 1234", in: locale).value == "-1234", "\(locale)")
            }
        }
    }

    @Test(arguments: ["SEK", "EGP", "USD", "EUR"])
    func aNarrowSymbolIsParsed(code: String) {
        let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: "en_US")).presentation(.narrow)
        for (text, value) in [(style.format(5), "5"), (style.format(-5), "-5"), ("5", "5")] {
            #expect(NumberFormatCase.currency(code, .narrow).read(text, in: "en_US").value == value)
        }
    }

    @Test(arguments: ["ar_EG", "ar_AE", "ar_MA"], ["3 جنيهات مصرية", "3 جنيه مصري", "٣ جنيهات مصرية", "3"])
    func arabicPluralsAreReadWithAllDigits(locale: String, text: String) {
        #expect(NumberFormatCase.currency("EGP", .fullName).read(text, in: locale).value == "3")
    }

    @Test func polishPluralsOfAFormatterAreRead() {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currencyPlural
        formatter.currencyCode = "EUR"
        formatter.locale = Locale(identifier: "pl_PL")
        for value in [1, 5, 1_000_000] as [NSNumber] {
            let text = formatter.string(from: value) ?? ""
            let plurals = NumberFormatCase.formatter(.currencyPlural, as: Int.self)
            #expect(plurals.read(text, in: "pl_PL").value == value.stringValue, "\(text)")
        }
    }

    @Test(arguments: [.currency, .currencyAccounting, .currencyISOCode, .currencyPlural] as [NumberFormatter.Style])
    func aFormatterOfIntegersReadsTheCode(style: NumberFormatter.Style) {
        #expect(NumberFormatCase.formatter(style, as: Int.self).read("eur 5", in: "en_US").value == "5")
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

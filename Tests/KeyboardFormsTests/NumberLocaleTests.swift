import Foundation
import KeyboardForms
import TestSupport
import Testing

/// A format reads the separators that it displays, in all locales of Foundation.
///
/// The tests check all locales if the environment has `KEYBOARD_OBSERVATION_FULL`, and a hundredth of the locales
/// otherwise.
@MainActor
struct NumberLocaleTests {
    private let phone = SimulatedPhone()

    private nonisolated static var locales: [String] {
        let all = Locale.availableIdentifiers.sorted()
        return stride(from: 0, to: all.count, by: all.count / RandomTestSize.cases(of: all.count)).map { all[$0] }
    }

    /// The parts of a displayed number.
    private struct DisplayedNumber {
        /// The digits before the fraction with their grouping separators.
        private(set) var grouped = ""
        /// The digits before the fraction.
        private(set) var integer = ""
        private(set) var decimalSeparator = ""
        private(set) var fraction = ""

        /// - Parameter text: The text of a number with seven digits before the fraction.
        init(_ text: String) {
            var count = 0
            var separator = ""
            for character in text {
                guard character.unicodeScalars.first?.properties.generalCategory == .decimalNumber else {
                    separator.append(character)
                    continue
                }
                if count == 0 { separator = "" }
                if count < 7 {
                    grouped += separator + String(character)
                    integer.append(character)
                } else {
                    if count == 7 { decimalSeparator = separator }
                    fraction.append(character)
                }
                count += 1
                separator = ""
            }
        }
    }

    private func expectOwnSeparators<Style: ParseableFormatStyle>(_ style: Style, _ value: Decimal, _ name: String)
    where Style.FormatInput == Decimal, Style.FormatOutput == String {
        let text = style.format(value)
        let format = NumericFormat.style(style)
        let shown = DisplayedNumber(text)
        let whole = phone.read(shown.integer, format)
        #expect(phone.read(text, format) == value, "\(name): \(text)")
        #expect(whole != nil, "\(name): \(text)")
        #expect(phone.read(shown.grouped, format) == whole, "\(name): \(text)")
        let plain = shown.integer + shown.decimalSeparator + shown.fraction
        #expect(phone.read(plain, format) == value, "\(name): \(plain)")
        guard let digit = shown.integer.first, !shown.decimalSeparator.isEmpty else { return }
        // A fraction of three digits is not a group.
        let thousandths = "\(digit)\(shown.decimalSeparator)\(digit)\(digit)\(digit)"
        let thousandth = phone.read("\(digit)\(digit)\(digit)\(digit)", format).map { style.format($0 / 1_000) }
        let rounding = format.roundingToDisplayedDigits()
        #expect(
            phone.read(thousandths, rounding) == thousandth.flatMap { phone.read($0, format) },
            "\(name): \(thousandths)"
        )
    }

    private func expectOwnSeparators(_ identifier: String, currencies: Set<String>) throws {
        let locale = Locale(identifier: identifier)
        let value = try #require(Decimal(string: "1234567.5"))
        expectOwnSeparators(Decimal.FormatStyle(locale: locale), value, identifier)
        expectOwnSeparators(Decimal.FormatStyle(locale: locale).precision(.fractionLength(0)), 1_234_567, identifier)
        expectOwnSeparators(Decimal.FormatStyle.Percent(locale: locale), value / 100, identifier)
        for code in currencies {
            let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            let amount = code == "EUR" ? value : 1_234_567
            var presentations: [CurrencyFormatStyleConfiguration.Presentation] = [.standard, .isoCode]
            // Foundation writes both the symbol and the name in this locale.
            if identifier != "en_LV" { presentations.append(.fullName) }
            for presentation in presentations {
                expectOwnSeparators(style.presentation(presentation), amount, "\(identifier) \(code)")
            }
        }
    }

    @Test(arguments: locales)
    func aFormatParsesTheSeparatorsThatItDisplays(locale: String) throws {
        let currency = Locale(identifier: locale).currency?.identifier ?? "USD"
        try expectOwnSeparators(locale, currencies: ["EUR", "JPY", currency])
    }

    /// A keyboard inside the app types the sign as a hyphen, also in locales that write another sign.
    @Test(arguments: locales)
    func aFormatParsesAHyphenAsASign(identifier: String) {
        let locale = Locale(identifier: identifier)
        #expect(phone.read("-12", NumericFormat.style(Decimal.FormatStyle(locale: locale))) == -12)
        let currency = Decimal.FormatStyle.Currency(code: "EUR", locale: locale)
        #expect(phone.read("-12", NumericFormat.style(currency)) == -12)
    }

    /// Locales in which amounts have other separators than numbers, and locales with unusual separators.
    @Test(arguments: [
        ("en_150", "EUR"), ("kea_CV", "CVE"), ("pt_CV", "CVE"), ("pt_AO", "PTE"), ("gez_ET", "ETB"), ("hi_IN", "INR"),
        ("de_AT", "EUR"), ("de_CH", "CHF"), ("en_US_POSIX", "USD"), ("ar_EG", "EGP"),
        ("lt", "EUR"),
    ])
    func unusualSeparatorsAreParsed(locale: String, currency: String) throws {
        try expectOwnSeparators(locale, currencies: [currency])
    }
}

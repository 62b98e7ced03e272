import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// The displayed texts of all languages, typed character by character.
///
/// The tests check 300 locales if the environment has `KEYBOARD_OBSERVATION_FULL`, and 3 locales otherwise.
@MainActor
struct LiveDisplayTextTests {
    private nonisolated static var locales: [String] {
        let all = Locale.availableIdentifiers.sorted()
        let count = RandomTestSize.cases(of: 300)
        return (0..<count).map { all[$0 * all.count / count] }
    }

    private func expectNoErrors<Style: ParseableFormatStyle>(_ style: Style, _ name: String)
    where Style.FormatInput == Decimal, Style.FormatOutput == String {
        let storage = ValueStorage<Decimal>()
        let field = ReportingWidget()
        let number = NumberInput(field, storage.bound, .style(style), update: .live)
        for value in [Decimal(-1_234_567.25), 1_234, 5, -2] {
            let displayed = style.format(value)
            _ = field.becomeFirstResponder()
            var text = ""
            for character in displayed {
                text.append(character)
                field.text = text
                #expect(number.error == nil, "\(name): \(text) of \(displayed)")
            }
            #expect(number.commit(), "\(name): \(displayed)")
            _ = field.resignFirstResponder()
            #expect(field.text == displayed, "\(name): \(displayed)")
        }
    }

    @Test(arguments: locales)
    func aDisplayTextIsTypedWithoutErrors(locale: String) {
        let language = Locale(identifier: locale)
        let code = language.currency?.identifier ?? "USD"
        let currency = Decimal.FormatStyle.Currency(code: code, locale: language)
        expectNoErrors(Decimal.FormatStyle(locale: language), "\(locale) number")
        expectNoErrors(Decimal.FormatStyle.Percent(locale: language), "\(locale) percent")
        expectNoErrors(currency, "\(locale) \(code)")
        expectNoErrors(currency.presentation(.isoCode), "\(locale) \(code) code")
        expectNoErrors(currency.presentation(.narrow), "\(locale) \(code) narrow")
        expectNoErrors(currency.presentation(.fullName), "\(locale) \(code) name")
        expectNoErrors(currency.sign(strategy: .accounting), "\(locale) \(code) accounting")
    }
}

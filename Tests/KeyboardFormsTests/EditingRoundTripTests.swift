import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// A field keeps its value when the focus enters and leaves the field, and when a person types the value.
///
/// If the environment has `KEYBOARD_OBSERVATION_FULL`, the tests use 300 locales. Otherwise, the tests use 3 locales.
@MainActor
struct EditingRoundTripTests {
    private nonisolated static var locales: [String] {
        let all = Locale.availableIdentifiers.sorted()
        let count = RandomTestSize.cases(of: 300)
        return (0..<count).map { all[$0 * all.count / count] }
    }

    /// Returns values of all magnitudes.
    ///
    /// Some values have digits that no format displays. Each locale has different values.
    private func values(_ locale: String) -> [Decimal] {
        var random = SeededRandom(seed: locale.utf8.reduce(14) { $0 &* 31 &+ UInt64($1) })
        return (0..<20).map { index in
            let digits = Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
            let value = Decimal(digits >> Int.random(in: 0...38, using: &random))
            return index % 3 == 0 ? value / 100 : value / 1_000_000
        }
    }

    private func expectRoundTrip<Value, Style: ParseableFormatStyle>(
        _ values: [Value],
        _ style: Style,
        _ name: String,
        bits: (Value) -> String
    ) where Style.FormatInput == Value, Style.FormatOutput == String, Value: Numeric & Comparable {
        let storage = ValueStorage<Value>()
        let field = ReportingWidget()
        let number = NumberInput(field, storage.bound, .style(style), update: .live)
        for value in values {
            let comment: Comment = "\(name), \(bits(value))"
            storage.value = value
            number.refresh()
            let displayed = field.text
            #expect(displayed == style.format(value), comment)
            _ = field.becomeFirstResponder()
            let editing = field.text
            _ = field.resignFirstResponder()
            #expect(storage.value.map(bits) == bits(value), comment)
            #expect(field.text == displayed, comment)

            storage.value = nil
            number.refresh()
            _ = field.becomeFirstResponder()
            var text = ""
            for character in editing {
                text.append(character)
                field.text = text
                guard let error = number.error else { continue }
                Issue.record("\(error.description), \(comment)")
            }
            _ = field.resignFirstResponder()
            #expect(field.text == displayed || storage.value == 0, comment)
            let typed = storage.value
            field.text = displayed
            #expect(number.commit(), comment)
            #expect(storage.value == typed, comment)
        }
    }

    @Test(arguments: locales)
    func valuesRoundTrip(locale: String) {
        let language = Locale(identifier: locale)
        let code = language.currency?.identifier ?? "USD"
        let decimals = values(locale)
        let doubles = decimals.compactMap { Double("\($0)") }
        func bits(_ value: Double) -> String { "\(value.bitPattern)" }
        func bits(_ value: Decimal) -> String { "\(value)" }
        expectRoundTrip(doubles, FloatingPointFormatStyle(locale: language), "\(locale) number", bits: bits)
        expectRoundTrip(doubles, FloatingPointFormatStyle.Percent(locale: language), "\(locale) percent", bits: bits)
        let currency = Decimal.FormatStyle.Currency(code: code, locale: language)
        let accounting = currency.sign(strategy: .accounting)
        expectRoundTrip(decimals, currency, "\(locale) \(code)", bits: bits)
        expectRoundTrip(decimals, currency.presentation(.isoCode), "\(locale) \(code) code", bits: bits)
        expectRoundTrip(decimals, currency.presentation(.narrow), "\(locale) \(code) narrow", bits: bits)
        expectRoundTrip(decimals, accounting, "\(locale) \(code) accounting", bits: bits)
    }
}

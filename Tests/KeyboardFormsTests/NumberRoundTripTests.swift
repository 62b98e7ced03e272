import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// A format parses its own texts, in six languages.
@MainActor
struct NumberRoundTripTests {
    nonisolated static let locales = ["en_US", "de_DE", "fr_FR", "ar_EG", "hi_IN", "ja_JP"]

    private static let seed: UInt64 = 4
    private let phone = SimulatedPhone()

    /// Enters each value's text into a field of its format.
    private func expectRoundTrip<Value>(
        _ values: [Value],
        _ format: NumericFormat<Value>,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ text: (Value) -> String?
    ) {
        let storage = ValueStorage<Value>()
        let field = phone.field()
        let number = NumberInput(field, storage.bound, format)
        for value in values {
            storage.value = nil
            number.refresh()
            field.text = text(value) ?? ""
            #expect(number.commit(), "seed \(Self.seed), \(field.text)", sourceLocation: sourceLocation)
            #expect(storage.value == value, "seed \(Self.seed), \(text(value) ?? "")", sourceLocation: sourceLocation)
        }
    }

    private func expectRoundTrip<Value: Numeric & Comparable, Style: ParseableFormatStyle>(
        _ values: [Value],
        _ style: Style,
        sourceLocation: SourceLocation = #_sourceLocation
    ) where Style.FormatInput == Value, Style.FormatOutput == String {
        expectRoundTrip(values, .style(style), sourceLocation: sourceLocation, style.format)
    }

    /// Amounts of all magnitudes up to ten million, in hundredths.
    private func amounts() -> [Decimal] {
        var random = SeededRandom(seed: Self.seed)
        return (0..<RandomTestSize.cases(of: 200)).map { _ in
            let cents = Int.random(in: -1_000_000_000...1_000_000_000, using: &random)
            return Decimal(cents >> Int.random(in: 0...30, using: &random)) / 100
        }
    }

    /// Returns integers of a range, with both ends.
    ///
    /// The method returns all integers if the environment has `KEYBOARD_OBSERVATION_FULL`, and otherwise one of every
    /// `number` integers.
    private func values<Integer: FixedWidthInteger>(
        from first: Integer,
        through last: Integer,
        each number: Integer.Stride
    ) -> [Integer] {
        Array(stride(from: first, through: last, by: RandomTestSize.isFull ? 1 : number))
    }

    @Test(arguments: locales)
    func decimalsRoundTrip(locale: String) {
        let locale = Locale(identifier: locale)
        expectRoundTrip(amounts(), Decimal.FormatStyle(locale: locale))
        expectRoundTrip(amounts(), Decimal.FormatStyle.Percent(locale: locale))
        expectRoundTrip(amounts(), Decimal.FormatStyle(locale: locale).scale(1_000))
        let scientific = Decimal.FormatStyle(locale: locale).notation(.scientific)
        expectRoundTrip(amounts(), scientific.precision(.significantDigits(12)))
    }

    @Test(arguments: locales)
    func currenciesRoundTrip(locale: String) {
        let locale = Locale(identifier: locale)
        for code in ["EUR", "USD", "EGP", "INR", "SEK"] {
            let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
            expectRoundTrip(amounts(), style)
            expectRoundTrip(amounts(), style.sign(strategy: .accounting))
            for presentation in [.isoCode, .fullName, .narrow] as [CurrencyFormatStyleConfiguration.Presentation] {
                expectRoundTrip(amounts(), style.presentation(presentation))
            }
        }
    }

    @Test(arguments: locales)
    func integersRoundTrip(locale: String) {
        let locale = Locale(identifier: locale)
        var random = SeededRandom(seed: Self.seed)
        let bits = (0..<RandomTestSize.cases(of: 200)).map { _ in
            random.next() >> UInt64.random(in: 0...63, using: &random)
        }
        expectRoundTrip([.max, 1 << 63] + bits, IntegerFormatStyle<UInt64>(locale: locale))
        let integers = bits.map { Int(truncatingIfNeeded: $0) }
        expectRoundTrip([.max, .min] + integers, IntegerFormatStyle<Int>(locale: locale))
        expectRoundTrip(values(from: Int8.min, through: .max, each: 5), IntegerFormatStyle<Int8>(locale: locale))
    }

    @Test(arguments: locales)
    func floatingPointNumbersRoundTrip(locale: String) {
        let locale = Locale(identifier: locale)
        var random = SeededRandom(seed: Self.seed)
        let doubles = (0..<RandomTestSize.cases(of: 2_000)).map { _ in Double(bitPattern: random.next()) }
            .filter { abs($0) < 1e15 && abs($0) > 1e-9 }
        expectRoundTrip(doubles, FloatingPointFormatStyle(locale: locale).precision(.significantDigits(17)))
        let floats = (0..<RandomTestSize.cases(of: 500)).map { _ in
            Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        }
        .filter { abs($0) < 1e15 && abs($0) > 1e-9 }
        expectRoundTrip(floats, FloatingPointFormatStyle(locale: locale).precision(.significantDigits(9)))
    }

    @Test(arguments: locales, [.decimal, .currency, .percent] as [NumberFormatter.Style])
    func formattersRoundTrip(locale: String, style: NumberFormatter.Style) {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.numberStyle = style
        // The amounts have hundredths. The test uses the euro in all locales, because the yen has no hundredths.
        formatter.currencyCode = "EUR"
        formatter.maximumFractionDigits = 4
        expectRoundTrip(amounts(), .formatter(formatter)) { formatter.string(from: NSDecimalNumber(decimal: $0)) }
        expectRoundTrip(values(from: -200, through: 200, each: 8), .formatter(formatter)) {
            formatter.string(from: NSNumber(value: $0))
        }
    }
}

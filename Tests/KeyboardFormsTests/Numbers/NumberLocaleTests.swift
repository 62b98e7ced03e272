import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// The displayed numbers of all locales if the environment has `KEYBOARD_OBSERVATION_FULL`, and otherwise of every 80th.
///
/// Each text is read back exactly, can be typed without an error on the way, and keeps its value during a visit.
@MainActor struct NumberLocaleTests {
    private nonisolated static let locales = RandomTestSize.part(of: Locale.availableIdentifiers.sorted(), each: 80)

    /// In some of these locales, amounts have other separators than numbers, or a plural form before the digits.
    private nonisolated static let unusual = [
        "en_150", "kea_CV", "pt_CV", "pt_AO", "gez_ET", "hi_IN", "de_AT", "de_CH", "en_US_POSIX", "ar_EG", "lt",
        "he_IL", "blo",
    ]

    private nonisolated static let languages = ["en_US", "de_DE", "fr_FR", "ar_EG", "hi_IN", "ja_JP", "pl_PL"]

    /// Expects that a field keeps values, and reads their texts.
    ///
    /// If `isShown` is `true`, the format shows all digits of the values.
    private func expect<Value>(
        _ values: [Value],
        _ format: NumericFormat<Value>,
        _ name: String,
        isShown: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (storage, field) = (ValueStorage<Value>(), ReportingWidget())
        let number = NumberInput(field, storage.bound, format, update: .live)
        for value in values {
            let comment: Comment = "\(name), \(value)"
            storage.value = value
            number.refresh()
            let displayed = field.text
            _ = field.becomeFirstResponder()
            let editing = field.text
            _ = field.resignFirstResponder()
            #expect(storage.value == value && field.text == displayed, comment, sourceLocation: sourceLocation)
            for text in isShown ? [editing, displayed] : [editing] {
                storage.value = nil
                number.refresh()
                _ = field.becomeFirstResponder()
                for count in (text == displayed ? 1 : text.count)...text.count {
                    field.text = String(text.prefix(count))
                    #expect(number.error == nil, "\(name): \(field.text) of \(text)", sourceLocation: sourceLocation)
                }
                _ = field.resignFirstResponder()
                let isSame = isShown ? storage.value == value : field.text == displayed || storage.value == 0
                #expect(isSame, "\(name), \(text)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: locales + unusual) func aDisplayedNumberIsReadBack(identifier: String) {
        let locale = Locale(identifier: identifier)
        let whole: [Decimal] = [-1_234_567, 1_234, 5, 1, 0]
        let values = whole + [1_234_567.5, 1.125, -0.25]
        let hidden = [Decimal(string: "0.0049999"), Decimal(string: "-12345.6789")].compactMap(\.self)
        let plain = Decimal.FormatStyle(locale: locale)
        expect(values, .style(plain), identifier)
        expect(hidden, .style(plain), identifier, isShown: false)
        expect(whole, .style(plain.precision(.fractionLength(0))), identifier)
        expect(values.map { $0 / 100 }, .style(Decimal.FormatStyle.Percent(locale: locale)), "\(identifier) %")
        for code in Set(["EUR", locale.currency?.identifier.uppercased() ?? "JPY"]) {
            let currency = Decimal.FormatStyle.Currency(code: code, locale: locale)
            var styles = [
                currency, currency.presentation(.isoCode), currency.presentation(.narrow),
                currency.sign(strategy: .accounting),
            ]
            // Foundation writes both the symbol and the name in this locale.
            if identifier != "en_LV" { styles.append(currency.presentation(.fullName)) }
            for style in styles {
                expect(whole + (code == "EUR" ? [1_234_567.5, -0.25] : []), .style(style), "\(identifier) \(code)")
            }
            expect(hidden, .style(currency), "\(identifier) \(code)", isShown: false)
        }
    }

    /// A keyboard inside the app types the sign as a hyphen, also in locales that write another sign.
    @Test(arguments: locales) func aHyphenAndACodeCanBeTyped(identifier: String) {
        let locale = Locale(identifier: identifier)
        let phone = SimulatedPhone()
        #expect(phone.read("-12", .style(Decimal.FormatStyle(locale: locale))) == -12)
        for code in ["EUR", "EGP"] {
            let currency = Decimal.FormatStyle.Currency(code: code, locale: locale)
            for style in [currency, currency.presentation(.fullName), currency.sign(strategy: .accounting)] {
                for text in ["-12", "-\(code) 12", "-12 \(code.lowercased())"] {
                    #expect(phone.read(text, .style(style)) == -12, "\(identifier): \(text)")
                }
            }
        }
    }

    @Test(arguments: languages) func numbersOfAllTypesAreReadBack(identifier: String) {
        let locale = Locale(identifier: identifier)
        var random = SeededRandom(seed: RandomTestSize.firstSeed + 4)
        let bits = (0..<RandomTestSize.cases(of: 500)).map { _ in
            random.next() >> UInt64.random(in: 0...63, using: &random)
        }
        expect([.max, 1 << 63] + bits, .style(IntegerFormatStyle<UInt64>(locale: locale)), identifier)
        let integers = [.max, .min] + bits.map { Int(truncatingIfNeeded: $0) }
        expect(integers, .style(IntegerFormatStyle<Int>(locale: locale)), identifier)
        expect([.min, -1, 0, .max], .style(IntegerFormatStyle<Int8>(locale: locale)), identifier)
        func isUsual(_ number: some BinaryFloatingPoint) -> Bool { abs(number) < 1e15 && abs(number) > 1e-9 }
        let doubles = bits.map { Double(bitPattern: $0 &* 0x9E37_79B9_7F4A_7C15) }.filter(isUsual)
        let double = FloatingPointFormatStyle<Double>(locale: locale).precision(.significantDigits(17))
        expect(doubles, .style(double), identifier)
        let floats = bits.map { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) }.filter(isUsual)
        expect(
            floats,
            .style(FloatingPointFormatStyle<Float>(locale: locale).precision(.significantDigits(9))),
            identifier
        )
        let amounts = bits.map { Decimal(Int($0 % 1_000_000_000)) / 100 }
        expect(amounts, .style(Decimal.FormatStyle(locale: locale).scale(1_000)), identifier)
        let scientific = Decimal.FormatStyle(locale: locale).notation(.scientific)
        expect(amounts, .style(scientific.precision(.significantDigits(12))), identifier)
        for style in [.decimal, .currency, .currencyPlural, .percent] as [NumberFormatter.Style] {
            let formatter = NumberFormatter()
            (formatter.locale, formatter.numberStyle, formatter.currencyCode) = (locale, style, "EUR")
            formatter.maximumFractionDigits = 4
            if style != .currencyPlural { expect(amounts + [-1, 0], .formatter(formatter), identifier) }
            expect([-200, -1, 0, 1, 12_345], NumericFormat<Int>.formatter(formatter), identifier)
        }
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Errors that appear while a person types.
@MainActor
struct LiveErrorTests {
    private let phone = SimulatedPhone()
    private let english = Locale(identifier: "en_US")

    private func decimal(_ locale: String) -> NumericFormat<Decimal> {
        .style(.number, locale: Locale(identifier: locale))
    }

    private func currency(_ code: String, _ locale: String) -> NumericFormat<Decimal> {
        .style(.currency(code: code), locale: Locale(identifier: locale))
    }

    /// Types texts that can become valid, and texts that have an error.
    private func expect<Value>(
        _ format: NumericFormat<Value>,
        _ range: (any InclusiveRange<Value>)? = nil,
        step: Value? = nil,
        valid: [String] = [],
        wrong: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (text, isValid) in valid.map({ ($0, true) }) + wrong.map({ ($0, false) }) {
            let (field, storage) = (phone.field(), ValueStorage<Value>())
            let number = NumberInput(field, storage.bound, format, range: range, step: step, update: .live)
            field.tap()
            field.text = text
            #expect((number.error == nil) == isValid, "\(text)", sourceLocation: sourceLocation)
            #expect(number.canBecomeValid(text) || !isValid, "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test func theBeginningOfANumberIsNoError() {
        expect(
            decimal("en_US"),
            valid: ["-", "+", "", " ", ".", "-.", "5.", "1,", "1,2", "1,234,5", "12e", "12e-", "12E+1", "007"],
            wrong: [
                "abc", "--", "+-", "5x", "5..", "1,,", "1,2345", "1,23.", "5e5e", "5)", "(", "1\u{301}", "€", "5%",
                "0,1", ",1", "5-", "1٢", "1 2", "½", "5e+-", "12\t3", "x5", String(repeating: "1", count: 2_000),
            ]
        )
        expect(decimal("de_DE"), valid: ["1.", "1.2", "1.234,"])
        expect(decimal("fr_FR"), valid: ["1 ", "1 2"])
        expect(decimal("he_IL"), valid: ["-\u{200F}"])
        // A point is a decimal separator, because a keyboard with ASCII digits has no key for "٫".
        expect(decimal("ar_EG"), valid: ["\u{61C}-١٬٢", "1.", "1.5", "١.", "."], wrong: ["1.5.5"])
        expect(decimal("ja_JP"), valid: ["１２．"])
        expect(decimal("hi_IN"), valid: ["12,3", "12,34,5"])
    }

    /// In India, only the last group has three digits.
    ///
    /// A number with three digits after a separator therefore cannot grow.
    @Test func aNumberThatCannotGrowIsAnErrorBelowTheRange() {
        expect(decimal("en_IN"), 5_000_000..., valid: ["12,34,56"], wrong: ["12,34,567"])
        expect(decimal("en_IN"), 1_000_000..., valid: ["12,34,5"])
    }

    @Test func theBeginningOfASymbolIsNoError() {
        let texts = [
            "€", "-€", "€-", "E", "EU", "EUR", "eur ", "€5", "5 ", "5 €", "5 E", "5 eu", "5.5 EUR", "5e", "-5 EUR",
            "€ .5", "", "-", "1000000", "-5", "5 EU", "1,2", "100.00", "12.",
        ]
        expect(
            currency("EUR", "en_US"),
            valid: texts,
            wrong: ["(", "x", "1..", "5x", "1,2345", "100.005", "--", "€€"]
        )
        let german = texts.prefix(16).map { $0.replacing(".", with: ",") }
        expect(currency("EUR", "de_DE"), valid: german)
    }

    @Test func anOpenParenthesisIsNoErrorInAccountingFormats() {
        let style = Decimal.FormatStyle.Currency(code: "USD", locale: english).sign(strategy: .accounting)
        let parentheses = ["(", "($", "($5", "(5", "($5.5", "(5)", "$(5"]
        expect(.style(style), valid: parentheses + ["-5"])
        expect(currency("USD", "en_US"), valid: ["-5"], wrong: parentheses)
    }

    @Test func aNumberIsJudgedByItsRange() {
        expect(
            decimal("en_US"),
            10...99,
            valid: ["4", "", "1", "9", "09", "98.9", "99", "+", "4e", "12.3", "10.00"],
            wrong: ["100", "-", "-1", "99.1", "9.5", "1,0", "990", "0.1", "(4"]
        )
        expect(decimal("en_US"), 0...99, valid: ["-0"])
        // Negative numbers are judged by their magnitude.
        expect(
            decimal("en_US"),
            -50 ... -7,
            valid: ["-", "-1", "-5", "-50", "-49.9", "-07"],
            wrong: ["1", "+", "-51", "-6.", "-500", "0."]
        )
        expect(decimal("en_US"), ...(-60), valid: ["-5"], wrong: ["-5."])
        expect(decimal("en_US"), 1_000..., valid: ["7"])
        // Groups are judged by the digits that must follow.
        expect(decimal("en_US"), 1_500...1_600, valid: ["1,"], wrong: ["1,4"])
        expect(decimal("en_US"), 5_000...20_000, wrong: ["1,"])
        expect(decimal("en_US"), 0...999, wrong: ["1,23"])
        expect(NumericFormat<Double>.style(.percent, locale: english), 0.1...0.99, valid: ["4", "42"], wrong: ["100"])
    }

    @Test func stepsAreJudgedOverAllContinuations() {
        let format = NumericFormat<Int>.style(.number, locale: english)
        expect(format, 0...75, step: 25, wrong: ["1"])
        expect(format, 0...100, step: 25, valid: ["2", "7"], wrong: ["3"])
        expect(format, 0..., step: 25, valid: ["3"])
        expect(format, -100...0, step: 25, valid: ["-2"], wrong: ["-3"])
        expect(decimal("en_US"), step: Decimal(string: "0.25"), valid: ["0.2", "0."], wrong: ["0.3"])
        expect(decimal("en_US"), step: 0, valid: ["0.3"])
    }

    @Test func digitsThatTheFormatDoesNotDisplayAreAnError() {
        expect(currency("EUR", "en_US"), valid: ["100.00", "100.000", "100.00e"], wrong: ["100.005"])
        expect(currency("EUR", "en_US").roundingToDisplayedDigits(), valid: ["100.005"])
        expect(currency("JPY", "ja_JP"), valid: ["12", "12.", "12.0"], wrong: ["12.5"])
        let coins = FloatingPointFormatStyle<Double>(locale: english).rounded(increment: 0.25)
        expect(.style(coins), valid: ["1.2", "1.25"])
        expect(.style(Decimal.FormatStyle(locale: english).precision(.significantDigits(2))), valid: ["0.012"])
    }

    @Test func aRoundingFormatIsJudgedByTheRoundedNumber() {
        let whole = NumericFormat<Double>.style(.number.precision(.fractionLength(0)), locale: english)
            .roundingToDisplayedDigits()
        expect(whole, 10...99, valid: ["9", "9.", "9.6", "99.", "99.4"], wrong: ["8.", "100.", "100", "-1"])
        expect(whole, 0...99, step: 5, valid: ["54", "54.", "54.6", "55.", "55.2"], wrong: ["52", "53.", "51."])
        let integers = NumericFormat<Int>.style(.number, locale: english).roundingToDisplayedDigits()
        expect(integers, 10...1_200, valid: ["1200"], wrong: ["1201"])
        let digits = NumericFormat<Int>.style(.number.precision(.significantDigits(2)), locale: english)
        expect(digits.roundingToDisplayedDigits(), 10...1_200, valid: ["1234"])
    }

    @Test func theSizeOfATypeIsARange() {
        expect(
            NumericFormat<Int8>.style(.number, locale: english),
            valid: ["127", "-128", "12.", "12.0"],
            wrong: ["128", "-129", "12.5"]
        )
        expect(NumericFormat<UInt8>.style(.number, locale: english), valid: ["-0"], wrong: ["-1", "256"])
        let largest = NumericFormat<UInt64>.style(.number, locale: english)
        expect(largest, valid: ["18446744073709551615"], wrong: ["18446744073709551616"])
        expect(NumericFormat<Float>.style(.number, locale: english), 0...1, valid: ["0.1"], wrong: ["1.1"])
        let points = NumericFormat<CGFloat>.style(FloatingPointFormatStyle(), locale: english)
        expect(points, 0...1, valid: ["0.1"], wrong: ["1.1"])
    }

    @Test func aFormatterIsJudgedByItsMinimumAndItsSign() {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.locale = english
        expect(NumericFormat<Int>.formatter(formatter), wrong: ["5-"])
        formatter.minimum = 10
        expect(NumericFormat<Int>.formatter(formatter), ...99, valid: ["9"])
        expect(NumericFormat<Double>.formatter(formatter), ...99, wrong: ["9."])
        formatter.minimum = nil
        (formatter.negativePrefix, formatter.negativeSuffix) = ("", "-")
        let trailing = NumericFormat<Int>.formatter(formatter)
        expect(trailing, -9 ... -1, valid: ["5", "5-"], wrong: ["10", "+5"])
        expect(trailing, wrong: ["5--"])
        (formatter.negativePrefix, formatter.negativeSuffix) = ("-", " m2")
        formatter.positiveSuffix = " m2"
        expect(NumericFormat<Decimal>.formatter(formatter), valid: ["5 m", "5 m2"], wrong: ["5 x"])
    }

    @Test(arguments: [
        ("en_US", "EUR", 5), ("pl_PL", "PLN", 5), ("ru_RU", "RUB", 3), ("de_DE", "CHF", 1),
        ("ar_BH@numbers=arab", "BHD", 5),
    ])
    func namesAndSymbolsOfCurrenciesAreTypedWithoutErrors(locale: String, code: String, value: Int) {
        let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: locale))
        // The symbol of dinars begins with a letter and a point.
        for style in [style, style.presentation(.fullName)] {
            let text = style.format(Decimal(value))
            expect(.style(style), valid: (1...text.count).map { String(text.prefix($0)) })
        }
    }

    @Test func formatsWithUnknownRulesHaveNoLiveErrors() {
        let hexadecimal = ClosureStyle<Int>({ "0x" + String($0, radix: 16) }) {
            Int($0.trimmingPrefix("0x"), radix: 16)
        }
        expect(.style(hexadecimal), 0...5, valid: ["xyz"])
        let (storage, field) = (ValueStorage<Int>(), phone.field())
        let format = ValueFormat<Int>(format: { "\($0)" }, parse: { _ in throw CocoaError(.formatting) })
        let value = ValueInput(field, storage.bound, format, update: .live)
        field.tap()
        field.text = "xyz"
        #expect(value.error == nil)
        #expect(!value.commit())
        #expect(value.error?.reason == .invalid(text: "xyz"))
    }

    @Test func aTextThatWasChangedInTheMiddleIsJudgedByTheSameRule() {
        let (storage, field) = (ValueStorage<Int>(), phone.field())
        let number = NumberInput(field, storage.bound, .style(.number, locale: english), update: .live)
        field.tap()
        field.text = "1,234"
        field.selectedTextRange = 3..<3
        field.deleteSelection()
        #expect(field.text == "1,34" && number.error == nil)
        #expect(storage.value == 1_234)
        field.replaceSelection(with: "x")
        #expect(number.error != nil)
        field.deleteSelection()
        #expect(number.error == nil)
    }

    /// If a text has an error, no short continuation makes the text valid.
    @Test func theJudgementAgreesWithAllContinuations() {
        var random = SeededRandom(seed: RandomTestSize.firstSeed + 14)
        let characters = Array("0123456789,.-( )€e+")
        let style = Decimal.FormatStyle.Currency(code: "EUR", locale: english).sign(strategy: .accounting)
        let format = NumericFormat<Decimal>.style(style)
        let endings =
            [
                "", "0", "1", "5", "9", "00", "05", "50", "99", "000", "234", "0,000", ",000", ".", ".5", "€", "0€",
                "€0", "50.5", "234.5",
            ]
            .flatMap { [$0, $0 + ")", "€" + $0 + ")"] }
        for _ in 0..<RandomTestSize.cases(of: 1_000) {
            let length = Int.random(in: 1...5, using: &random)
            let text = String((0..<length).compactMap { _ in characters.randomElement(using: &random) })
            let storage = ValueStorage<Decimal>()
            let field = ReportingWidget()
            let number = NumberInput(field, storage.bound, format, range: -500...60, update: .live)
            _ = field.becomeFirstResponder()
            field.text = text
            let isError = number.error != nil
            let canBeValid = endings.contains { ending in
                field.text = text + ending
                return number.commit()
            }
            #expect(!(isError && canBeValid), "seed 14, \(text)")
        }
    }
}

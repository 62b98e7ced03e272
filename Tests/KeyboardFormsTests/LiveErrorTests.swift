import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Filters, and errors that appear while a person types.
@MainActor
struct LiveErrorTests {
    private let phone = SimulatedPhone()

    private func reason<Value>(
        _ text: String,
        _ format: NumericFormat<Value>,
        range: (any InclusiveRange<Value>)? = nil,
        step: Value? = nil
    ) -> ValueInputError.Reason? {
        let storage = ValueStorage<Value>()
        let field = phone.field()
        let number = NumberInput(
            field,
            title: "",
            value: .of(storage, \.value),
            format: format,
            range: range,
            step: step,
            update: .live
        )
        field.tap()
        field.text = text
        return number.error?.reason
    }

    private func decimal(_ locale: String) -> NumericFormat<Decimal> {
        .style(.number, locale: Locale(identifier: locale))
    }

    private func currency(_ code: String, _ locale: String) -> NumericFormat<Decimal> {
        .style(.currency(code: code), locale: Locale(identifier: locale))
    }

    private func accounting(_ locale: String) -> NumericFormat<Decimal> {
        .style(
            Decimal.FormatStyle.Currency(code: "USD", locale: Locale(identifier: locale)).sign(strategy: .accounting)
        )
    }

    @Test(arguments: [
        ("-", "en_US"), ("+", "en_US"), ("", "en_US"), (" ", "en_US"), (".", "en_US"), ("-.", "en_US"), ("5.", "en_US"),
        ("1,", "en_US"), ("1,2", "en_US"), ("1,234,5", "en_US"), ("12e", "en_US"), ("12e-", "en_US"),
        ("12E+1", "en_US"),
        ("1.", "de_DE"), ("1.2", "de_DE"), ("1.234,", "de_DE"), ("1 ", "fr_FR"), ("1 2", "fr_FR"),
        ("-\u{200F}", "he_IL"),
        ("\u{61C}-١٬٢", "ar_EG"), ("１２．", "ja_JP"), ("12,3", "hi_IN"), ("12,34,5", "hi_IN"), ("007", "en_US"),
    ])
    func theBeginningOfANumberIsNoError(text: String, locale: String) {
        #expect(reason(text, decimal(locale)) == nil)
    }

    /// In India, only the last group has three digits.
    ///
    /// A number with three digits after a separator therefore cannot grow.
    @Test func aNumberThatCannotGrowIsAnErrorBelowTheRange() {
        #expect(reason("12,34,567", decimal("en_IN"), range: 5_000_000...) != nil)
        #expect(reason("12,34,56", decimal("en_IN"), range: 5_000_000...) == nil)
        #expect(reason("12,34,5", decimal("en_IN"), range: 1_000_000...) == nil)
    }

    @Test(arguments: [
        "€", "-€", "€-", "E", "EU", "EUR", "eur ", "€5", "5 ", "5 €", "5 E", "5 eu", "5.5 EUR", "5e", "-5 EUR", "€ .5",
    ])
    func theBeginningOfASymbolIsNoError(text: String) {
        #expect(reason(text, currency("EUR", "en_US")) == nil)
        #expect(reason(text.replacing(".", with: ","), currency("EUR", "de_DE")) == nil)
    }

    @Test(arguments: ["(", "($", "($5", "(5", "($5.5", "(5)", "$(5", "-5"])
    func anOpenParenthesisIsNoErrorInAccountingFormats(text: String) {
        #expect(reason(text, accounting("en_US")) == nil)
        #expect((reason(text, currency("USD", "en_US")) != nil) == text.contains("("))
    }

    @Test(arguments: [
        "abc", "--", "+-", "5x", "5..", "1,,", "1,2345", "1,23.", "5e5e", "5)", "(", "1\u{301}", "€", "5%", "0,1", ",1",
        "5-",
        "1٢", "1 2", "½", "5e+-", "12\t3", "x5", String(repeating: "1", count: 2_000),
    ])
    func aTextThatCannotBecomeANumberIsAnError(text: String) {
        #expect(reason(text, decimal("en_US")) != nil)
    }

    @Test(arguments: ["4", "", "1", "9", "09", "98.9", "99", "-0", "+", "4e", "12.3", "10.00"])
    func aNumberThatCanStillBeInRangeIsNoError(text: String) {
        #expect(reason(text, decimal("en_US"), range: text == "-0" ? 0...99 : 10...99) == nil)
    }

    @Test(arguments: ["100", "-", "-1", "99.1", "9.5", "1,0", "990", "0.1", "(4"])
    func aNumberThatCannotBeInRangeIsAnError(text: String) {
        #expect(reason(text, decimal("en_US"), range: 10...99) != nil)
    }

    @Test func rangesOfNegativeNumbersAreJudgedByTheirMagnitude() {
        for text in ["-", "-1", "-5", "-50", "-49.9", "-07"] {
            #expect(reason(text, decimal("en_US"), range: -50 ... -7) == nil, "\(text)")
        }
        for text in ["1", "+", "-51", "-6.", "-500", "0."] {
            #expect(reason(text, decimal("en_US"), range: -50 ... -7) != nil, "\(text)")
        }
        #expect(reason("-5", decimal("en_US"), range: ...(-60)) == nil)
        #expect(reason("-5.", decimal("en_US"), range: ...(-60)) != nil)
        #expect(reason("7", decimal("en_US"), range: 1_000...) == nil)
    }

    @Test func groupsOfDigitsAreJudgedByTheDigitsThatMustFollow() {
        #expect(reason("1,", decimal("en_US"), range: 1_500...1_600) == nil)
        #expect(reason("1,4", decimal("en_US"), range: 1_500...1_600) != nil)
        #expect(reason("1,", decimal("en_US"), range: 5_000...20_000) != nil)
        #expect(reason("1,23", decimal("en_US"), range: 0...999) != nil)
    }

    @Test func percentIsJudgedAsItIsShown() {
        let percent = NumericFormat<Double>.style(.percent, locale: Locale(identifier: "en_US"))
        #expect(reason("4", percent, range: 0.1...0.99) == nil)
        #expect(reason("42", percent, range: 0.1...0.99) == nil)
        #expect(reason("100", percent, range: 0.1...0.99) != nil)
    }

    @Test func stepsAreJudgedOverAllContinuations() {
        let english = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))
        #expect(reason("1", english, range: 0...75, step: 25) != nil)
        #expect(reason("2", english, range: 0...100, step: 25) == nil)
        #expect(reason("7", english, range: 0...100, step: 25) == nil)
        #expect(reason("3", english, range: 0...100, step: 25) != nil)
        #expect(reason("3", english, range: 0..., step: 25) == nil)
        #expect(reason("-2", english, range: -100...0, step: 25) == nil)
        #expect(reason("-3", english, range: -100...0, step: 25) != nil)
        #expect(reason("0.3", decimal("en_US"), step: Decimal(string: "0.25")) != nil)
        #expect(reason("0.2", decimal("en_US"), step: Decimal(string: "0.25")) == nil)
        #expect(reason("0.", decimal("en_US"), step: Decimal(string: "0.25")) == nil)
        #expect(reason("0.3", decimal("en_US"), step: 0) == nil)
    }

    @Test func digitsThatTheFormatDoesNotDisplayAreAnError() {
        for (text, isValid) in [("100.00", true), ("100.000", true), ("100.005", false), ("100.00e", true)] {
            #expect((reason(text, currency("EUR", "en_US")) == nil) == isValid, "\(text)")
        }
        #expect(reason("100.005", currency("EUR", "en_US").roundingToDisplayedDigits()) == nil)
        for (text, isValid) in [("12", true), ("12.", true), ("12.0", true), ("12.5", false)] {
            #expect((reason(text, currency("JPY", "ja_JP")) == nil) == isValid, "\(text)")
        }
        let coins = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US")).rounded(increment: 0.25)
        #expect(reason("1.2", .style(coins)) == nil)
        #expect(reason("1.25", .style(coins)) == nil)
        let significant = Decimal.FormatStyle(locale: Locale(identifier: "en_US")).precision(.significantDigits(2))
        #expect(reason("0.012", .style(significant)) == nil)
    }

    @Test func theSizeOfAnIntegerIsARange() {
        let small = NumericFormat<Int8>.style(.number, locale: Locale(identifier: "en_US"))
        #expect(reason("127", small) == nil)
        #expect(reason("128", small) != nil)
        #expect(reason("-128", small) == nil)
        #expect(reason("-129", small) != nil)
        #expect(reason("12.", small) == nil)
        #expect(reason("12.0", small) == nil)
        #expect(reason("12.5", small) != nil)
        let unsigned = NumericFormat<UInt8>.style(.number, locale: Locale(identifier: "en_US"))
        #expect(reason("-0", unsigned) == nil)
        #expect(reason("-1", unsigned) != nil)
        #expect(reason("256", unsigned) != nil)
        let largest = NumericFormat<UInt64>.style(.number, locale: Locale(identifier: "en_US"))
        #expect(reason("18446744073709551615", largest) == nil)
        #expect(reason("18446744073709551616", largest) != nil)
    }

    @Test func otherTypesAreJudged() {
        let english = Locale(identifier: "en_US")
        #expect(reason("0.1", NumericFormat<Float>.style(.number, locale: english), range: 0...1) == nil)
        #expect(reason("1.1", NumericFormat<Float>.style(.number, locale: english), range: 0...1) != nil)
        #expect(
            reason("0.1", NumericFormat<CGFloat>.style(FloatingPointFormatStyle(), locale: english), range: 0...1)
                == nil
        )
        #expect(
            reason("1.1", NumericFormat<CGFloat>.style(FloatingPointFormatStyle(), locale: english), range: 0...1)
                != nil
        )
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.locale = english
        formatter.minimum = 10
        #expect(reason("9", NumericFormat<Int>.formatter(formatter), range: ...99) == nil)
        #expect(reason("9.", NumericFormat<Double>.formatter(formatter), range: ...99) != nil)
    }

    @Test func aSignAfterTheNumberIsNoErrorInFormatsThatWriteIt() {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.locale = english
        #expect(reason("5-", NumericFormat<Int>.formatter(formatter)) != nil)
        formatter.negativePrefix = ""
        formatter.negativeSuffix = "-"
        let trailing = NumericFormat<Int>.formatter(formatter)
        #expect(reason("5", trailing, range: -9 ... -1) == nil)
        #expect(reason("5-", trailing, range: -9 ... -1) == nil)
        #expect(reason("10", trailing, range: -9 ... -1) != nil)
        #expect(reason("+5", trailing, range: -9 ... -1) != nil)
        #expect(reason("5--", trailing) != nil)
        #expect(phone.read("5-", trailing) == -5)
    }

    @Test func namesOfCurrenciesAreTypedWithoutErrors() {
        for (locale, code, value) in [
            ("en_US", "EUR", 5), ("pl_PL", "PLN", 5), ("ru_RU", "RUB", 3), ("de_DE", "CHF", 1),
        ] {
            let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: locale)).presentation(
                .fullName
            )
            let text = style.format(Decimal(value))
            for length in 1...text.count {
                #expect(reason(String(text.prefix(length)), .style(style)) == nil, "\(text.prefix(length))")
            }
        }
    }

    @Test func formatsWithUnknownRulesHaveNoLiveErrors() {
        struct Hexadecimal: ParseableFormatStyle, ParseStrategy {
            func format(_ value: Int) -> String { "0x" + String(value, radix: 16) }
            var parseStrategy: Hexadecimal { self }
            func parse(_ text: String) throws -> Int {
                guard let value = Int(text.trimmingPrefix("0x"), radix: 16) else { throw CocoaError(.formatting) }
                return value
            }
        }
        #expect(reason("xyz", NumericFormat.style(Hexadecimal()), range: 0...5) == nil)
        let storage = ValueStorage<Int>()
        let field = phone.field()
        let format = ValueFormat<Int> {
            "\($0)"
        } parse: { _ in
            throw CocoaError(.formatting)
        }
        let value = ValueInput(field, title: "", value: .of(storage, \.value), format: format, update: .live)
        field.tap()
        field.text = "xyz"
        #expect(value.error == nil)
        #expect(!value.commit())
        #expect(value.error?.reason == .invalid(text: "xyz"))
    }

    @Test func aTextThatWasChangedInTheMiddleIsJudgedByTheSameRule() {
        let storage = ValueStorage<Int>()
        let field = phone.field()
        let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))
        let number = NumberInput(field, title: "", value: .of(storage, \.value), format: format, update: .live)
        field.tap()
        field.text = "1,234"
        field.selectedTextRange = 3..<3
        field.deleteSelection()
        #expect(field.text == "1,34")
        #expect(number.error == nil)
        #expect(storage.value == 1_234)
        field.replaceSelection(with: "x")
        #expect(number.error != nil)
        field.deleteSelection()
        #expect(number.error == nil)
    }

    @Test func aNumberWithoutARangeIsJudgedByItsForm() {
        let storage = ValueStorage<Decimal>()
        let english = Locale(identifier: "en_US")
        let number = NumberInput(
            phone.field(),
            title: "",
            value: .of(storage, \.value),
            format: .style(.currency(code: "EUR"), locale: english)
        )
        for text in ["", "-", "1000000", "-5", "€", "5 EU", "1,2", "100.00", "5e", "12."] {
            #expect(number.canBecomeValid(text), "\(text)")
        }
        for text in ["(", "x", "1..", "5x", "1,2345", "100.005", "--", "€€"] {
            #expect(!number.canBecomeValid(text), "\(text)")
        }
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
            let field = ReportingTextField()
            let number = NumberInput(
                field,
                title: "",
                value: .of(storage, \.value),
                format: format,
                range: -500...60,
                update: .live
            )
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

    private let english = Locale(identifier: "en_US")
}

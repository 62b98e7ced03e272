import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Errors that appear while a person types: only in a text that no further characters can make a number.
@MainActor struct LiveErrorTests {
    private let phone = SimulatedPhone()
    private let english = Locale(identifier: "en_US")

    private func decimal(_ locale: String) -> NumericFormat<Decimal> {
        .style(.number, locale: Locale(identifier: locale))
    }

    private func currency(_ code: String, _ locale: String) -> NumericFormat<Decimal> {
        .style(.currency(code: code), locale: Locale(identifier: locale))
    }

    /// Types texts without an error, and texts with an error.
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
        }
    }

    @Test func theBeginningOfANumberIsNoError() {
        expect(
            decimal("en_US"),
            valid: ["-", "+", "", " ", ".", "-.", "5.", "1,", "1,2", "1,234,5", "12e", "12e-", "12E+1", "007"],
            wrong: [
                "abc", "--", "+-", "5x", "5..", "1,,", "1,2345", "1,23.", "5e5e", "5)", "(", "1\u{301}", "€", "5%",
                "0,1", ",1", "5-", "1٢", "1 2", "½", "5e+-", "12\t3", "x5", String(repeating: "1 ", count: 2_000),
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

    @Test func theBeginningOfASymbolIsNoError() {
        let texts = [
            "€", "-€", "€-", "E", "EU", "EUR", "eur ", "€5", "5 ", "5 €", "5 E", "5 eu", "5.5 EUR", "5e", "-5 EUR",
            "€ .5",
        ]
        expect(currency("EUR", "en_US"), valid: texts, wrong: ["(", "x", "1..", "5x", "1,2345", "--", "€€", "5 U"])
        expect(currency("EUR", "de_DE"), valid: texts.map { $0.replacing(".", with: ",") })
        let style = Decimal.FormatStyle.Currency(code: "USD", locale: english).sign(strategy: .accounting)
        let parentheses = ["(", "($", "($5", "(5", "($5.5", "(5)", "$(5"]
        expect(.style(style), valid: parentheses + ["-5"])
        expect(currency("USD", "en_US"), valid: ["-5"], wrong: parentheses)
    }

    /// A number that the field would refuse is neither stored nor an error before it is committed.
    @Test func aNumberIsJudgedWhenItIsCommitted() {
        expect(decimal("en_US"), 10...99, valid: ["4", "100", "-", "-1", "99.1", "0.1"], wrong: ["(4"])
        expect(decimal("en_US"), step: 5, valid: ["7"])
        expect(currency("EUR", "en_US"), valid: ["100.005"])
        expect(NumericFormat<UInt8>.style(.number, locale: english), valid: ["-1", "256", "1.5"], wrong: ["-1x"])
        let (storage, field) = (ValueStorage<Int>(50), phone.field())
        let format = NumericFormat<Int>.style(.number, locale: english)
        let number = NumberInput(field, storage.bound, format, range: 10...99, update: .live)
        field.tap()
        field.text = "100"
        #expect(storage.value == 50 && number.error == nil)
        #expect(!number.commit() && number.error?.reason == .outOfRange(text: "100", lowest: "10", highest: "99"))
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
}

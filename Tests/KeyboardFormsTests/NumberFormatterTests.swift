import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Numbers by Foundation's formatter.
@MainActor
@Suite("NumberFormatter")
struct NumberFormatterTests {
    private final class Model {
        var price: Decimal = 0
        var count = 0
        var ratio = 0.0
    }

    private let stage = Stage()
    private let model = Model()

    private func formatter(_ style: NumberFormatter.Style) -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.numberStyle = style
        formatter.currencyCode = "EUR"
        return formatter
    }

    @Test func aDecimalKeepsEveryDigit() {
        let field = stage.field()
        let price = NumericTextField(
            field,
            title: "",
            value: .of(model, \.price),
            format: .formatter(formatter(.decimal), locale: Locale(identifier: "en_US"))
        )
        field.text = "12345678901234567890.123456789"
        #expect(price.commit())
        #expect(model.price == Decimal(string: "12345678901234567890.123456789"))
        field.text = "0.1"
        #expect(price.commit())
        #expect(model.price == Decimal(string: "0.1"))
        #expect(field.text == "0.1")
    }

    @Test(arguments: ["12,5", "12,5 €", "12,5\u{A0}€", "€12,5", "+12,50"])
    func aCurrencyGetsItsSymbol(typed: String) {
        let field = stage.field()
        let price = NumericTextField(
            field,
            title: "",
            value: .of(model, \.price),
            format: .formatter(formatter(.currency), locale: Locale(identifier: "de_DE"))
        )
        field.text = typed
        #expect(price.commit())
        #expect(model.price == Decimal(string: "12.5"))
        #expect(field.text == "12,50\u{A0}€")
    }

    @Test func aPercentGetsItsSign() {
        let field = stage.field()
        let ratio = NumericTextField(
            field,
            title: "",
            value: .of(model, \.ratio),
            format: .formatter(formatter(.percent), locale: Locale(identifier: "en_US"))
        )
        field.text = "12"
        #expect(ratio.commit())
        #expect(model.ratio == 0.12)
        #expect(field.text == "12%")
    }

    @Test(arguments: ["12abc", "--5", "12 34", "12.5", "1e", "99999999999999999999", "x", "1,2"])
    func whatIsNoWholeNumberIsRefused(typed: String) {
        let field = stage.field()
        let count = NumericTextField(
            field,
            title: "",
            value: .of(model, \.count),
            format: .formatter(formatter(.decimal), locale: Locale(identifier: "en_US"))
        )
        field.text = typed
        #expect(!count.commit())
        #expect(model.count == 0)
        #expect(count.error != nil)
    }

    @Test func anIntBeyondWhatADoubleHoldsIsExact() {
        let field = stage.field()
        let count = NumericTextField(
            field,
            title: "",
            value: .of(model, \.count),
            format: .formatter(formatter(.none), locale: Locale(identifier: "en_US"))
        )
        field.text = "9007199254740993"
        #expect(count.commit())
        #expect(model.count == 9_007_199_254_740_993)
        #expect(field.text == "9007199254740993")
    }

    @Test func whatIsChangedInTheFormatterLaterDoesNotCount() {
        let field = stage.field()
        let formatter = formatter(.decimal)
        let count = NumericTextField(
            field,
            title: "",
            value: .of(model, \.count),
            format: .formatter(formatter, locale: Locale(identifier: "en_US"))
        )
        formatter.numberStyle = .spellOut
        field.text = "5"
        #expect(count.commit())
        #expect(field.text == "5")
    }
}

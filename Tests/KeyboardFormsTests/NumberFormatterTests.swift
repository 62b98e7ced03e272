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

    private func read<Value>(_ text: String, _ formatter: NumberFormatter, as type: Value.Type) -> Value?
    where Value: Numeric & Comparable {
        stage.read(text, NumericFormat<Value>.formatter(formatter))
    }

    @Test func itKeepsItsOwnLocaleAndSeparators() {
        let german = formatter(.decimal)
        german.locale = Locale(identifier: "de_DE")
        #expect(read("1.234,5", german, as: Decimal.self) == Decimal(1_234.5))
        #expect(read("1234.5", german, as: Decimal.self) == nil)
        let odd = formatter(.decimal)
        odd.locale = Locale(identifier: "en_US")
        odd.decimalSeparator = ","
        odd.groupingSeparator = "_"
        #expect(read("12,345", odd, as: Decimal.self) == Decimal(string: "12.345"))
        #expect(read("12,345", odd, as: Int.self) == nil)
        #expect(read("1_234,5", odd, as: Decimal.self) == Decimal(1_234.5))
        #expect(read("12.5", odd, as: Decimal.self) == nil)
    }

    @Test func scientificNumbersAreReadAgain() {
        let scientific = formatter(.scientific)
        scientific.locale = Locale(identifier: "en_US")
        #expect(read("1.234E3", scientific, as: Decimal.self) == 1_234)
        #expect(read("1.5", scientific, as: Decimal.self) == Decimal(1.5))
        #expect(read("1.5", scientific, as: Int.self) == nil)
    }

    @Test(arguments: [(1_000, "1,500", "1.5"), (1, "1.5", "1.5"), (12, "18", "1.5")] as [(NSNumber, String, String)])
    func aMultiplierIsTakenBack(multiplier: NSNumber, text: String, value: String) {
        let multiplied = formatter(.decimal)
        multiplied.locale = Locale(identifier: "en_US")
        multiplied.multiplier = multiplier
        #expect(read(text, multiplied, as: Decimal.self) == Decimal(string: value))
    }

    /// Foundation's parser ends the process where it meets such a sign.
    @Test func aTildeEndsNothing() {
        let about = formatter(.decimal)
        about.locale = Locale(identifier: "en_US")
        about.positivePrefix = "~"
        #expect(read("5", about, as: Decimal.self) == 5)
        #expect(read("abc", about, as: Decimal.self) == nil)
        about.multiplier = 12
        #expect(read("5", about, as: Decimal.self) == nil)
    }

    @Test func pluralsOfCurrenciesAreRead() {
        let yen = formatter(.currencyPlural)
        yen.locale = Locale(identifier: "ja_JP")
        yen.currencyCode = "JPY"
        #expect(read("5 円", yen, as: Decimal.self) == 5)
        #expect(read("5", yen, as: Int.self) == 5)
        let euros = formatter(.currencyPlural)
        euros.locale = Locale(identifier: "pl_PL")
        for value in [1, 5, 1_000_000] as [NSNumber] {
            let text = euros.string(from: value) ?? ""
            #expect(read(text, euros, as: Int.self) == value.intValue, "\(text)")
        }
    }

    @Test func minimumAndMaximumAreARange() {
        let limited = formatter(.decimal)
        limited.locale = Locale(identifier: "en_US")
        limited.minimum = 0.5
        limited.maximum = 20
        let format = NumericFormat<Decimal>.formatter(limited)
        #expect(stage.outcome("0.4", format).error?.description == "“0.4” is not between 0.5 and 20.")
        #expect(stage.read("0.5", format) == Decimal(0.5))
        let field = stage.field()
        let price = NumericTextField(field, title: "", value: .of(model, \.price), format: format, range: 10...30)
        field.text = "25"
        #expect(!price.commit())
        #expect(price.error?.reason == .outOfRange(text: "25", lowest: "10", highest: "20"))
        limited.minimum = nil
        let most = NumericFormat<Int>.formatter(limited)
        #expect(stage.outcome("21", most).error?.description == "“21” is more than 20.")
    }
}

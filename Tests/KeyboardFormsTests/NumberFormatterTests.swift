import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Numbers of a `NumberFormatter`.
@MainActor
struct NumberFormatterTests {
    private final class Model {
        var price: Decimal = 0
        var count = 0
        var ratio = 0.0
    }

    private let phone = SimulatedPhone()
    private let model = Model()

    private func formatter(_ style: NumberFormatter.Style) -> NumberFormatter {
        let formatter = NumberFormatter()
        formatter.numberStyle = style
        formatter.currencyCode = "EUR"
        return formatter
    }

    @Test func aDecimalIsExactOrRefused() {
        let field = phone.field()
        let price = NumberInput(
            field,
            title: "",
            value: .of(model, \.price),
            format: .formatter(formatter(.decimal), locale: Locale(identifier: "en_US"))
        )
        // On Linux, a formatter writes only 17 significant digits, so the field refuses this number.
        field.text = "12345678901234567890.123456789"
        #expect(!price.commit())
        #expect(model.price == 0)
        field.text = "1234567890123.456"
        #expect(price.commit())
        #expect(model.price == Decimal(string: "1234567890123.456"))
        field.text = "0.1"
        #expect(price.commit())
        #expect(model.price == Decimal(string: "0.1"))
        #expect(field.text == "0.1")
    }

    @Test(arguments: ["12,5", "12,5 €", "12,5\u{A0}€", "€12,5", "+12,50"])
    func aMissingCurrencySymbolIsAdded(typed: String) {
        let field = phone.field()
        let price = NumberInput(
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

    @Test func aMissingPercentSignIsAdded() {
        let field = phone.field()
        let ratio = NumberInput(
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
    func aTextThatIsNoIntegerIsRefused(typed: String) {
        let field = phone.field()
        let count = NumberInput(
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

    @Test func anIntegerThatADoubleCannotHoldIsExact() {
        let field = phone.field()
        let count = NumberInput(
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

    @Test func laterChangesOfTheFormatterHaveNoEffect() {
        let field = phone.field()
        let formatter = formatter(.decimal)
        let count = NumberInput(
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
        phone.read(text, NumericFormat<Value>.formatter(formatter))
    }

    @Test func aFormatterKeepsItsLocaleAndSeparators() {
        let german = formatter(.decimal)
        german.locale = Locale(identifier: "de_DE")
        #expect(read("1.234,5", german, as: Decimal.self) == Decimal(1_234.5))
        #expect(read("1234.5", german, as: Decimal.self) == nil)
        let custom = formatter(.decimal)
        custom.locale = Locale(identifier: "en_US")
        custom.decimalSeparator = ","
        custom.groupingSeparator = "_"
        #expect(read("12,345", custom, as: Decimal.self) == Decimal(string: "12.345"))
        #expect(read("12,345", custom, as: Int.self) == nil)
        #expect(read("1_234,5", custom, as: Decimal.self) == Decimal(1_234.5))
        #expect(read("12.5", custom, as: Decimal.self) == nil)
    }

    @Test func scientificNumbersAreParsed() {
        let scientific = formatter(.scientific)
        scientific.locale = Locale(identifier: "en_US")
        #expect(read("1.234E3", scientific, as: Decimal.self) == 1_234)
        #expect(read("1.5", scientific, as: Decimal.self) == Decimal(1.5))
        #expect(read("1.5", scientific, as: Int.self) == nil)
    }

    @Test(arguments: [(1_000, "1,500", "1.5"), (1, "1.5", "1.5"), (12, "18", "1.5")] as [(NSNumber, String, String)])
    func aMultiplierIsReversed(multiplier: NSNumber, text: String, value: String) {
        let multiplied = formatter(.decimal)
        multiplied.locale = Locale(identifier: "en_US")
        multiplied.multiplier = multiplier
        #expect(read(text, multiplied, as: Decimal.self) == Decimal(string: value))
    }

    /// Foundation's parser traps if a prefix contains a tilde.
    @Test func aTildeInAPrefixDoesNotTrap() {
        let tilde = formatter(.decimal)
        tilde.locale = Locale(identifier: "en_US")
        tilde.positivePrefix = "~"
        #expect(read("5", tilde, as: Decimal.self) == 5)
        #expect(read("abc", tilde, as: Decimal.self) == nil)
        tilde.multiplier = 12
        #expect(read("5", tilde, as: Decimal.self) == nil)
    }

    @Test func pluralCurrencyNamesAreParsed() {
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

    @Test(arguments: [.currency, .currencyAccounting, .currencyISOCode, .currencyPlural] as [NumberFormatter.Style])
    func theCodeOfTheCurrencyIsParsed(style: NumberFormatter.Style) {
        let euros = formatter(style)
        euros.locale = Locale(identifier: "en_US")
        #expect(read("5 EUR", euros, as: Decimal.self) == 5)
        #expect(read("eur 5", euros, as: Int.self) == 5)
        #expect(read("5 USD", euros, as: Decimal.self) == nil)
        euros.numberStyle = .decimal
        #expect(read("5 EUR", euros, as: Decimal.self) == nil)
    }

    @Test func minimumAndMaximumFormARange() {
        let limited = formatter(.decimal)
        limited.locale = Locale(identifier: "en_US")
        limited.minimum = 0.5
        limited.maximum = 20
        let format = NumericFormat<Decimal>.formatter(limited)
        #expect(phone.outcome("0.4", format).error?.description == "“0.4” is not between 0.5 and 20.")
        #expect(phone.read("0.5", format) == Decimal(0.5))
        let field = phone.field()
        let price = NumberInput(field, title: "", value: .of(model, \.price), format: format, range: 10...30)
        field.text = "25"
        #expect(!price.commit())
        #expect(price.error?.reason == .outOfRange(text: "25", lowest: "10", highest: "20"))
        limited.minimum = nil
        let most = NumericFormat<Int>.formatter(limited)
        #expect(phone.outcome("21", most).error?.description == "“21” is more than 20.")
    }
}

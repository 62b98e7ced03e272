import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The digits that a format displays are the digits that were typed.
@MainActor
struct DisplayedDigitsTests {
    private let phone = SimulatedPhone()
    private let english = Locale(identifier: "en_US")

    @Test func aFloatRefusesDigitsThatItLoses() {
        let euros = NumericFormat<Float>.style(FloatingPointFormatStyle<Float>.Currency(code: "EUR", locale: english))
        let reason = ValueInputError.Reason.displayedDifferently(text: "1234567.89", displayText: "€1,234,567.88")
        #expect(phone.outcome("1234567.89", euros).error?.reason == reason)
        #expect(phone.read("1234567.89", euros.roundingToDisplayedDigits()) == 1_234_567.88)
        #expect(phone.read("0.10", euros) == 0.1)
    }

    @Test func aDoubleRefusesDigitsThatItLoses() {
        let format = NumericFormat<Double>.style(.number, locale: english)
        let text = "9007199254740993"
        let reason = ValueInputError.Reason.displayedDifferently(text: text, displayText: "9,007,199,254,740,992")
        #expect(phone.outcome(text, format).error?.reason == reason)
        #expect(phone.read("9007199254740992", format) == 9_007_199_254_740_992)
        #expect(phone.read(text, format.roundingToDisplayedDigits()) == 9_007_199_254_740_992)
    }

    @Test(arguments: [("en_US", "1.2K", "1234.5"), ("de_DE", "1234", "1234,5"), ("ja_JP", "123万", "1234567")])
    func anAbbreviatedNumberIsEditedInFull(locale: String, shown: String, editing: String) throws {
        let locale = Locale(identifier: locale)
        let style = Decimal.FormatStyle(locale: locale).notation(.compactName)
        let storage = ValueStorage<Decimal>()
        storage.value = try Decimal(editing, format: Decimal.FormatStyle(locale: locale))
        let field = phone.field()
        let number = NumericTextField(field, title: "", value: .of(storage, \.value), format: .style(style))
        let displayed = field.text
        #expect(displayed == storage.value.map(style.format))
        field.tap()
        #expect(field.text == editing)
        #expect(number.editingText == editing)
        field.text = editing + "1"
        field.resignFirstResponder()
        #expect(number.error == nil)
        #expect(storage.value == (try Decimal(editing + "1", format: Decimal.FormatStyle(locale: locale))))
    }

    @Test func anAbbreviatedAmountIsEditedInFull() {
        let style = Decimal.FormatStyle.Currency(code: "EUR", locale: english).notation(.compactName)
        let storage = ValueStorage<Decimal>()
        storage.value = -1_234_567
        let field = phone.field()
        let amount = NumericTextField(
            field,
            title: "",
            value: .of(storage, \.value),
            format: .style(style),
            range: (-2_000_000)...5_000,
            update: .live
        )
        field.tap()
        #expect(field.text == "-1234567")
        field.text = "€1250"
        #expect(storage.value == 1_250)
        #expect(amount.accepts("1250.5") && !amount.accepts("1.2K"))
        field.text = "9999"
        #expect(amount.error != nil)
    }
}

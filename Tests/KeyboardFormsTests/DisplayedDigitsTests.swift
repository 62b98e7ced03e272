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
        let number = NumberInput(field, title: "", value: .of(storage, \.value), format: .style(style))
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
        let amount = NumberInput(
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
        #expect(amount.canBecomeValid("1250.5") && !amount.canBecomeValid("1.2K"))
        // To find its symbols, the format displays sample numbers. The style writes "M" beside some of these numbers,
        // but the format must not accept a typed "M".
        #expect(!amount.canBecomeValid("-1.2M"))
        field.text = "9999"
        #expect(amount.error != nil)
    }

    // MARK: Symbols and signs

    /// Foundation writes the symbol before the number and the name after the number.
    ///
    /// For 1, Foundation writes both before the number.
    @Test(arguments: ["tr_TR", "en_FR", "en_LV", "en_US"])
    func aSymbolAndANameAreRead(locale: String) throws {
        let style = Decimal.FormatStyle.Currency(code: "IRR", locale: Locale(identifier: locale)).presentation(
            .fullName
        )
        for value: Decimal in [9_650, -9_650, 1, 0] {
            // In Turkish, Foundation displays some amounts in two forms, such as "IRR 12 İran riyali" and "IRR 1 İran
            // riyali2". A field may refuse such an amount.
            let accepted = locale == "tr_TR" ? [nil, value] : [value]
            #expect(accepted.contains(phone.read("\(value)", .style(style))))
            #expect(accepted.contains(phone.read(style.format(value), .style(style))), "\(style.format(value))")
        }
        #expect(phone.read("5 IRR USD", .style(style)) == nil)
    }

    @Test func anOppositeSignIsNotStored() {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.locale = english
        formatter.multiplier = -1
        let format = NumericFormat<Decimal>.formatter(formatter)
        // The formatter displays -1234 as "1,234".
        #expect(phone.read("1,234", format) == -1_234)
        #expect([nil, -1_234].contains(phone.read("1234", format)))
        #expect([nil, 1_234].contains(phone.read("-1234", format)))
    }

    @Test func aSignBetweenZerosIsRefused() {
        let formatter = NumberFormatter()
        formatter.locale = english
        formatter.paddingCharacter = "0"
        formatter.formatWidth = 5
        let format = NumericFormat<Decimal>.formatter(formatter)
        // The formatter displays a text that is not a number, so this text cannot be compared with the typed text.
        let reason = ValueInputError.Reason.displayedDifferently(text: "-3", displayText: "000-3")
        #expect(phone.outcome("-3", format).error?.reason == reason)
        #expect(phone.read("3", format) == 3)
    }

    @Test func aSymbolMayHaveADigit() {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.locale = english
        formatter.positiveSuffix = " m2"
        formatter.negativeSuffix = " m2"
        let format = NumericFormat<Decimal>.formatter(formatter)
        for text in ["1,234.5", "1,234.5 m2", "1234.5m2"] {
            #expect(phone.read(text, format) == Decimal(string: "1234.5"), "\(text)")
        }
        #expect(phone.read("-5 m2", format) == -5)
        #expect(phone.read("5 m", format) == nil)
        #expect(phone.read("5 m3", format) == nil)
        let storage = ValueStorage<Decimal>()
        storage.value = 1_234
        let field = phone.field()
        let number = NumberInput(field, title: "", value: .of(storage, \.value), format: format)
        #expect(number.editingText == "1234")
        #expect(number.canBecomeValid("5 m") && number.canBecomeValid("5 m2") && !number.canBecomeValid("5 x"))
    }

    @Test func arabicPluralsAreReadWithAllDigits() {
        for locale in ["ar_EG", "ar_AE", "ar_MA"] {
            let style = Decimal.FormatStyle.Currency(code: "EGP", locale: Locale(identifier: locale)).presentation(
                .fullName
            )
            for text in ["3 جنيهات مصرية", "3 جنيه مصري", "٣ جنيهات مصرية", "3"] {
                #expect(phone.read(text, .style(style)) == 3, "\(locale): \(text)")
            }
        }
    }
}

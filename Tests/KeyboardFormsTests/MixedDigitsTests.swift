import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Numbers that mix digits of several scripts, for example because the keyboard has another script than the format.
@MainActor
struct MixedDigitsTests {
    private let phone = SimulatedPhone()

    private func format(_ locale: String) -> NumericFormat<Double> {
        .style(.number, locale: Locale(identifier: locale))
    }

    @Test(arguments: [
        ("ja_JP", "5６", 56), ("en_US", "5６", 56), ("ar_EG", "١٢٣٤٫٥4", 1_234.54), ("ar_EG", "1٢", 12),
        ("ar_EG", "١٢.5", 12.5), ("ar_EG", "12.5", 12.5), ("fa_IR", ".5", 0.5), ("ar_EG", "６٢", 62),
    ])
    func theDigitsOfTheFormatCombineWithTheKeyboards(locale: String, text: String, value: Double) {
        #expect(phone.read(text, format(locale)) == value)
    }

    @Test(arguments: [("en_US", "1٢"), ("ja_JP", "５٢"), ("ar_EG", "٢५"), ("ar_EG", "1५"), ("de_DE", "12.5")])
    func otherScriptsDoNotCombine(locale: String, text: String) {
        #expect(phone.read(text, format(locale)) == nil)
    }

    @Test func aPointIsADecimalSeparatorWhileTyping() {
        let storage = ValueStorage<Double>()
        storage.value = 1_234.5
        let field = phone.field()
        let number = NumberInput(
            field,
            title: "",
            value: .of(storage, \.value),
            format: format("ar_EG"),
            update: .live
        )
        field.tap()
        field.text += "4"
        #expect(storage.value == 1_234.54)
        for text in ["1.", "1.5", "١.", "."] {
            field.text = text
            #expect(number.error == nil, "\(text)")
        }
        #expect(!number.canBecomeValid("1.5.5"))
    }

    @Test func aPointThatBeginsASymbolIsAccepted() {
        let locale = Locale(identifier: "ar_BH@numbers=arab")
        let style = Decimal.FormatStyle.Currency(code: "BHD", locale: locale)
        let storage = ValueStorage<Decimal>()
        let field = phone.field()
        let amount = NumberInput(field, title: "", value: .of(storage, \.value), format: .style(style))
        let text = style.format(5)
        var typed = ""
        for character in text {
            typed.append(character)
            #expect(amount.canBecomeValid(typed), "\(typed)")
        }
        #expect(phone.read(text, .style(style)) == 5)
    }
}

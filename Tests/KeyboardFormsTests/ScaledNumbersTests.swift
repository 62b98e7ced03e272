import Foundation
import KeyboardForms
import Testing

/// Styles that write something else than the value's own digits.
@MainActor
@Suite("Scaled numbers")
struct ScaledNumbersTests {
    private let stage = Stage()
    private let number = Decimal.FormatStyle(locale: Locale(identifier: "en_US"))

    @Test(arguments: [
        ("50", "0.05"), ("1500", "1.5"), ("1,500", "1.5"), ("1.5", "0.0015"), ("1,234,567.5", "1234.5675"),
    ])
    func aScaleOfAThousandIsTakenBack(text: String, value: String) {
        #expect(stage.read(text, .style(number.scale(1_000))) == Decimal(string: value))
    }

    @Test(arguments: [("50", "50000"), ("1500", "1500000"), ("1.5", "1500"), ("1,234.5675", "1234567.5")])
    func aScaleOfAThousandthIsTakenBack(text: String, value: String) {
        #expect(stage.read(text, .style(number.scale(0.001))) == Decimal(string: value))
    }

    @Test func aScaledWholeNumberMayHaveAFraction() {
        let cents = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")).scale(0.01)
        #expect(stage.read("12.34", .style(cents)) == 1_234)
        #expect(stage.read("1,234", .style(cents)) == 123_400)
        #expect(stage.read("12.345", .style(cents)) == nil)
    }

    @Test(arguments: [("1.5", "1.5"), ("1.234E3", "1234"), ("5E-1", "0.5"), ("1234.5", "1234.5")])
    func scientificNumbersAreReadAgain(text: String, value: String) {
        #expect(stage.read(text, .style(number.notation(.scientific))) == Decimal(string: value))
    }

    @Test func aScientificFractionOfThreeDigitsIsNoGroup() {
        let short = number.notation(.scientific).precision(.fractionLength(3))
        #expect(stage.read("1.234E0", .style(short)) == Decimal(string: "1.234"))
    }

    @Test(arguments: ["5", "50", "1,230"])
    func whatIsRoundedIsTakenAsItIsTyped(text: String) {
        let tens = number.rounded(rule: .up, increment: 10)
        let digits = text.filter { $0 != "," }
        #expect(stage.read(text, .style(tens)) == Decimal(string: digits))
        let whole = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")).rounded(rule: .up, increment: 10)
        #expect(stage.read(text, .style(whole)) == Int(digits))
        #expect(stage.read(text, .style(number.precision(.significantDigits(2)))) == Decimal(string: digits))
    }

    @Test func aThousandThatIsNamedIsNotForgotten() {
        let compact = number.notation(.compactName)
        #expect(stage.read("5", .style(compact)) == 5)
        #expect([nil, 5_000].contains(stage.read("5K", .style(compact))))
        let german = Decimal.FormatStyle(locale: Locale(identifier: "de_DE")).notation(.compactName)
        #expect([nil, 5_000_000].contains(stage.read("5 Mio.", .style(german))))
    }
}

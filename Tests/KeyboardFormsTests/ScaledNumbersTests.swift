import Foundation
import KeyboardForms
import Testing

/// Styles that scale, round or abbreviate the value.
@MainActor
struct ScaledNumbersTests {
    private let phone = SimulatedPhone()
    private let number = Decimal.FormatStyle(locale: Locale(identifier: "en_US"))

    @Test(arguments: [
        ("50", "0.05"), ("1500", "1.5"), ("1,500", "1.5"), ("1.5", "0.0015"), ("1,234,567.5", "1234.5675"),
    ])
    func aScaleOfAThousandIsReversed(text: String, value: String) {
        #expect(phone.read(text, .style(number.scale(1_000))) == Decimal(string: value))
    }

    @Test(arguments: [("50", "50000"), ("1500", "1500000"), ("1.5", "1500"), ("1,234.5675", "1234567.5")])
    func aScaleOfAThousandthIsReversed(text: String, value: String) {
        #expect(phone.read(text, .style(number.scale(0.001))) == Decimal(string: value))
    }

    @Test func aScaledNumberIsEditedInPlainForm() {
        let storage = ValueStorage<Decimal>()
        storage.value = 12_345_670_000
        let tenThousands = NumericFormat<Decimal>.style(number.scale(0.0001))
        let input = NumberInput(phone.field(), title: "", value: .of(storage, \.value), format: tenThousands)
        #expect(input.displayText == "1,234,567")
        #expect(input.editingText == "1234567")
    }

    @Test func aScaledIntegerCanHaveAFraction() {
        let cents = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")).scale(0.01)
        #expect(phone.read("12.34", .style(cents)) == 1_234)
        #expect(phone.read("1,234", .style(cents)) == 123_400)
        #expect(phone.read("12.345", .style(cents)) == nil)
    }

    @Test(arguments: [("1.5", "1.5"), ("1.234E3", "1234"), ("5E-1", "0.5"), ("1234.5", "1234.5")])
    func scientificNumbersAreParsed(text: String, value: String) {
        #expect(phone.read(text, .style(number.notation(.scientific))) == Decimal(string: value))
    }

    @Test func aScientificFractionOfThreeDigitsIsNotAGroup() {
        let short = number.notation(.scientific).precision(.fractionLength(3))
        #expect(phone.read("1.234E0", .style(short)) == Decimal(string: "1.234"))
    }

    @Test(arguments: [("5", "10"), ("50", "50"), ("1,231", "1240")])
    func aRoundedFormatRefusesANumberThatItRounds(text: String, shown: String) {
        let digits = text.filter { $0 != "," }
        let tens = NumericFormat<Decimal>.style(number.rounded(rule: .up, increment: 10))
        #expect(phone.read(text, tens) == (digits == shown ? Decimal(string: digits) : nil))
        #expect(phone.read(text, tens.roundingToDisplayedDigits()) == Decimal(string: shown))
        let english = Locale(identifier: "en_US")
        let whole = NumericFormat<Int>.style(IntegerFormatStyle(locale: english).rounded(rule: .up, increment: 10))
        #expect(phone.read(text, whole) == (digits == shown ? Int(digits) : nil))
        #expect(phone.read(text, whole.roundingToDisplayedDigits()) == Int(shown))
    }

    @Test func significantDigitsRefuseANumberOfMoreDigits() {
        let format = NumericFormat<Decimal>.style(number.precision(.significantDigits(2)))
        #expect(phone.read("1200", format) == 1_200)
        #expect(phone.read("1230", format) == nil)
        #expect(phone.read("1230", format.roundingToDisplayedDigits()) == 1_200)
        #expect(phone.read("0.012", format) == Decimal(string: "0.012"))
    }

    @Test func aCompactNameIsParsedOrRefused() {
        let compact = number.notation(.compactName)
        #expect(phone.read("5", .style(compact)) == 5)
        #expect([nil, 5_000].contains(phone.read("5K", .style(compact))))
        let german = Decimal.FormatStyle(locale: Locale(identifier: "de_DE")).notation(.compactName)
        #expect([nil, 5_000_000].contains(phone.read("5 Mio.", .style(german))))
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The numbers in error sentences, and ranges of formats that round.
@MainActor
struct NumericLimitsTests {
    private let phone = SimulatedPhone()
    private let storage = ValueStorage<Double>()
    private let integers = ValueStorage<Int>()
    private let english = Locale(identifier: "en_US")

    private func field(
        _ format: NumericFormat<Double>,
        range: any InclusiveRange<Double>,
        step: Double? = nil
    ) -> (SimulatedTextField, NumberInput<Double>) {
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
        return (field, number)
    }

    @Test func theExampleIsTheLastStepIfTheBoundsAreNotDisplayed() {
        let whole = NumericFormat<Double>.style(.number.precision(.fractionLength(0)), locale: english)
        let (field, number) = field(whole, range: 0.5...3.2, step: 0.5)
        field.text = "x"
        #expect(number.error?.reason == .notANumber(text: "x", example: "3"))
    }

    @Test(arguments: [
        (0.0, 100.0, 5.0), (1, 99, 5), (13, 20, nil), (0.001, 5.995, nil), (-20.5, -7.25, nil), (12.5, 12.5, nil),
        (-7, -1, 3), (0.001, 0.004, nil),
    ])
    func anExampleIsAccepted(lowest: Double, highest: Double, step: Double?) throws {
        for format in [
            NumericFormat<Double>.style(.currency(code: "EUR"), locale: english),
            .style(.percent.precision(.fractionLength(0)), locale: english), .style(.number, locale: english),
        ] {
            let (field, number) = field(format, range: lowest...highest, step: step)
            field.text = "x"
            #expect(!number.commit())
            guard case .notANumber(_, let example) = number.error?.reason else {
                Issue.record("\(String(describing: number.error))")
                continue
            }
            field.text = example
            // The range from 0.001 to 0.004 contains no whole cents or percents, so the field can refuse the example.
            #expect(number.commit() || highest == 0.004 && ["0.004", "0.4"].contains(example), "\(example)")
        }
    }

    @Test func aBoundThatIsShownIsInRange() {
        let euros = NumericFormat<Double>.style(.currency(code: "EUR"), locale: english)
        let (field, number) = field(euros, range: 0...99.995)
        field.text = "100"
        #expect(!number.commit())
        #expect(number.error?.reason == .outOfRange(text: "100", lowest: "€0.00", highest: "99.995"))
    }

    @Test func aRangeOfAFormatThatRoundsIsWiderWhileTyping() {
        let whole = NumericFormat<Double>.style(.number.precision(.fractionLength(0)), locale: english)
        let (field, number) = field(whole.roundingToDisplayedDigits(), range: 10...99)
        field.tap()
        for text in ["9", "9.", "9.6", "99.", "99.4"] {
            field.text = text
            #expect(number.error == nil, "\(text)")
        }
        for text in ["8.", "100.", "100", "-1"] {
            field.text = text
            #expect(number.error != nil, "\(text)")
        }
    }

    @Test func aRangeOfIntegersThatAreDisplayedInFullIsExactWhileTyping() {
        let number = integer(.number, range: 10...1_200)
        #expect(number.canBecomeValid("1200") && !number.canBecomeValid("1201"))
    }

    @Test func aRangeOfIntegersThatTheFormatRoundsRefusesNoNumberWhileTyping() {
        let number = integer(.number.precision(.significantDigits(2)), range: 10...1_200)
        #expect(number.canBecomeValid("1234"))
        number.field?.text = "1234"
        #expect(number.commit())
        #expect(number.value == 1_200)
    }

    private func integer(_ style: IntegerFormatStyle<Int>, range: ClosedRange<Int>) -> NumberInput<Int> {
        let format = NumericFormat<Int>.style(style, locale: english).roundingToDisplayedDigits()
        return NumberInput(phone.field(), title: "", value: .of(integers, \.value), format: format, range: range)
    }

    @Test func stepsOfAFormatThatRoundsAreWiderWhileTyping() {
        let whole = NumericFormat<Double>.style(.number.precision(.fractionLength(0)), locale: english)
        let (field, number) = field(whole.roundingToDisplayedDigits(), range: 0...99, step: 5)
        field.tap()
        for text in ["54", "54.", "54.6", "55.", "55.2"] {
            field.text = text
            #expect(number.error == nil, "\(text)")
        }
        for text in ["52", "53.", "51."] {
            field.text = text
            #expect(number.error != nil, "\(text)")
        }
    }
}

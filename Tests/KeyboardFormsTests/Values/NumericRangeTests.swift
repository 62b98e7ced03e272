import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Ranges, steps and the examples of errors.
@MainActor
struct NumericRangeTests {
    private let phone = SimulatedPhone()
    private let english = Locale(identifier: "en_US")

    private func euros(_ locale: Locale) -> NumericFormat<Double> { .style(.currency(code: "EUR"), locale: locale) }

    /// Types texts, and expects a sentence for each refused text.
    private func expect<Value>(
        _ texts: KeyValuePairs<String, String?>,
        _ format: NumericFormat<Value>,
        _ range: (any InclusiveRange<Value>)? = nil,
        step: Value? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let number = NumberInput(phone.field(), ValueStorage<Value>().bound, format, range: range, step: step)
        for (text, sentence) in texts {
            number.field?.text = text
            #expect(number.commit() == (sentence == nil), "\(text)", sourceLocation: sourceLocation)
            #expect(number.error?.description == sentence, "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test func aSentenceNamesTheBoundsTheStepsOrAnExample() {
        let number = NumericFormat<Double>.style(.number, locale: english)
        let euros = NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: english)
        expect(
            [
                "9.99": "“9.99” is not between €10.00 and €1,000.00.",
                "1000.01": "“1000.01” is not between €10.00 and €1,000.00.",
                "12": "“12” is not in steps of €5.00 from €10.00.", "10": nil, "1000": nil, "15": nil,
            ],
            euros,
            10...1_000,
            step: 5
        )
        expect(["9": "“9” is less than €10.00.", "1000000": nil], euros, 10...)
        expect(["x": "“x” is not a number such as -10.", "-10": nil], number, ...(-7), step: 5)
        expect(
            [
                "11": "“11” is more than €10.00.", "x": "“x” is not a number such as €10.00.",
                "-7": "“-7” is not in steps of €5.00 from €0.00.", "-5": nil,
            ],
            euros,
            ...10,
            step: 5
        )
        // An infinite bound is ignored.
        expect(
            [
                "7": "“7” is not in steps of 5 from 0.", "12": "“12” is more than 9.",
                "x": "“x” is not a number such as 5.", "-10": nil,
            ],
            number,
            -.infinity...9,
            step: 5
        )
        // A bound that the format would round is written with all digits.
        expect(["100": "“100” is not between €0.00 and 99.995."], self.euros(english), 0...99.995)
        let whole = NumericFormat<Double>.style(.number.precision(.fractionLength(0)), locale: english)
        expect(["x": "“x” is not a number such as 3."], whole, 0.5...3.2, step: 0.5)
        expect(["x": "“x” is not a number such as 0."], NumericFormat<UInt>.style(.number, locale: english), step: 5)
        let small = NumericFormat<Int8>.style(.number, locale: english)
        expect(["x": "“x” is not a number such as 100."], small, 100...120, step: 50)
        let percent = NumericFormat<Double>.style(.percent, locale: english)
        expect(["12.5": nil, "112": "“112” is not between 0% and 100%."], percent, 0...1)
    }

    @Test func stepsAreCountedInDecimalAndAStepOfZeroOrLessIsIgnored() {
        let number = NumericFormat<Double>.style(.number, locale: english)
        expect(
            ["0.3": nil, "0.7": nil, "-0.2": nil, "0.35": "“0.35” is not in steps of 0.1 from 0."],
            number,
            step: 0.1
        )
        for step in [0, -1] { expect(["17": nil], NumericFormat<Int>.style(.number, locale: english), step: step) }
    }

    @Test(arguments: [
        (0.0, 100.0, 5.0), (1, 99, 5), (13, 20, nil), (0.001, 5.995, nil), (-20.5, -7.25, nil), (12.5, 12.5, nil),
        (-7, -1, 3), (0.001, 0.004, nil), (-1e9, -7, 5),
    ])
    func anExampleIsAccepted(lowest: Double, highest: Double, step: Double?) {
        for format in [
            euros(english), .style(.percent.precision(.fractionLength(0)), locale: english),
            .style(.number, locale: english),
        ] {
            let field = phone.field()
            let number = NumberInput(
                field,
                ValueStorage<Double>().bound,
                format,
                range: lowest...highest,
                step: step
            )
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

    @Test func boundsOfManyDigitsMakeAShortMessage() {
        let huge = Double.greatestFiniteMagnitude
        let ratio = NumberInput(
            phone.field(),
            ValueStorage<Double>().bound,
            .style(.number, locale: english),
            range: huge / 2...huge,
            step: huge / 4
        )
        for text in ["5", "x", "1e308"] {
            ratio.field?.text = text
            ratio.commit()
            #expect((ratio.error?.description.count ?? 0) < 160, "\(text)")
        }
    }
}

import Foundation
import KeyboardForms
import Testing

/// Ranges with one bound, with two bounds, and with infinite bounds.
@MainActor
struct NumericRangeTests {
    private final class Model {
        var ratio: Double?
        var budget: Decimal?
    }

    private let phone = SimulatedPhone()
    private let model = Model()
    private let english = Locale(identifier: "en_US")

    private func message<Value>(_ text: String, _ number: NumberInput<Value>) -> String? {
        number.field?.text = text
        number.commit()
        return number.error?.description
    }

    @Test func aRangeCanHaveOneBound() {
        let least = NumberInput(
            phone.field(),
            title: "",
            value: .of(model, \.budget),
            format: .style(.currency(code: "EUR"), locale: english),
            range: 10...
        )
        #expect(message("9", least) == "“9” is less than €10.00.")
        #expect(message("1000000", least) == nil)
        let most = NumberInput(
            phone.field(),
            title: "",
            value: .of(model, \.budget),
            format: .style(.currency(code: "EUR"), locale: english),
            range: ...10,
            step: 5
        )
        #expect(message("11", most) == "“11” is more than €10.00.")
        #expect(message("x", most) == "“x” is not a number such as €10.00.")
        #expect(message("-7", most) == "“-7” is not in steps of €5.00 from €0.00.")
        #expect(message("-5", most) == nil)
    }

    @Test func stepsBeginAtZeroIfTheRangeHasNoLowerBound() {
        let ratio = NumberInput(
            phone.field(),
            title: "",
            value: .of(model, \.ratio),
            format: .style(.number, locale: english),
            range: -.infinity...9,
            step: 5
        )
        #expect(message("7", ratio) == "“7” is not in steps of 5 from 0.")
        #expect(message("12", ratio) == "“12” is more than 9.")
        #expect(message("x", ratio) == "“x” is not a number such as 5.")
        #expect(message("-10", ratio) == nil)
        #expect(model.ratio == -10)
    }

    @Test func boundsOfManyDigitsMakeAShortMessage() {
        let huge = Double.greatestFiniteMagnitude
        let ratio = NumberInput(
            phone.field(),
            title: "",
            value: .of(model, \.ratio),
            format: .style(.number, locale: english),
            range: huge / 2...huge,
            step: huge / 4
        )
        for text in ["5", "x", "1e308"] {
            #expect((message(text, ratio)?.count ?? 0) < 160, "\(text)")
        }
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Values that are bound with closures.
@MainActor
struct BoundValueTests {
    private final class Model {
        var settings = (count: 5, budget: Optional(12))
    }

    private let phone = SimulatedPhone()
    private let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))

    @Test func closuresGetAndSetANonoptionalValue() {
        let model = Model()
        let field = phone.field()
        let value = BoundValue<Int>(get: { [weak model] in model?.settings.count }) { [weak model] in
            model?.settings.count = $0
        }
        let count = NumberInput(field, value, format)
        #expect(field.text == "5")
        field.text = "7"
        #expect(count.commit())
        #expect(model.settings.count == 7)
        field.text = ""
        #expect(!count.commit())
        #expect(count.error?.reason == .empty)
    }

    @Test func closuresGetAndSetAnOptionalValue() {
        let model = Model()
        let field = phone.field()
        let value = BoundValue<Int>(get: { model.settings.budget }, set: { model.settings.budget = $0 })
        let budget = NumberInput(field, value, format)
        #expect(field.text == "12")
        field.text = ""
        #expect(budget.commit())
        #expect(model.settings.budget == nil)
    }
}

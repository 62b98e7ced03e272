import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// A number that a field shows and changes.
@MainActor
struct NumberInputTests {
    private final class Model {
        var budget: Decimal?
        var count = 5
        var rate = 0.125
        var setCount = 0
        var watched: Int? { didSet { setCount += 1 } }
    }

    private let phone = SimulatedPhone()
    private let model = Model()
    private let english = Locale(identifier: "en_US")

    private func budgetField(_ field: SimulatedTextField) -> NumberInput<Decimal> {
        NumberInput(
            field,
            title: "Budget",
            value: .of(model, \.budget),
            format: .style(.currency(code: "EUR"), locale: english)
        )
    }

    private func number(
        _ field: any FormField,
        _ value: BoundValue<Int>,
        keyboardType: KeyboardType? = .decimalPad,
        step: Int? = nil,
        update: NumberInput<Int>.Update = .onCommit
    ) -> NumberInput<Int> {
        NumberInput(
            field,
            value,
            .style(.number, locale: english),
            keyboardType: keyboardType,
            step: step,
            update: update
        )
    }

    @Test func aValueInputShowsItsValueAndSetsTheKeyboardType() {
        model.budget = 1_234
        let field = phone.field()
        let budget = budgetField(field)
        #expect(budget.title == "Budget")
        #expect(budget.value == 1_234)
        #expect(field.text == "€1,234.00")
        #expect(field.keyboardType == .decimalPad)
    }

    @Test func theFormatDeterminesTheDecimalSeparatorOfTheField() {
        let field = phone.field()
        let number = NumberInput(field, .of(model, \.budget), .style(.number, locale: Locale(identifier: "de_DE")))
        #expect(field.formState.decimalSeparator == ",")
        let format = ValueFormat<Int> {
            "\($0)"
        } parse: { _ in
            0
        }
        let text = ValueInput(field, .of(model, \.count), format)
        #expect(field.formState.decimalSeparator == nil)
        withExtendedLifetime((number, text)) {}
    }

    @Test func theTitleNamesTheFieldInErrorsAndForScreenReaders() {
        let (field, untitled) = (phone.field(), phone.field())
        untitled.formState.accessibilityLabel = "set by the app"
        let budget = budgetField(field)
        let count = number(untitled, .of(model, \.count))
        #expect(field.formState.accessibilityLabel == "Budget")
        #expect(untitled.formState.accessibilityLabel == "set by the app")
        field.text = "x"
        untitled.text = ""
        #expect(!budget.commit())
        #expect(!count.commit())
        #expect(budget.error?.title == "Budget")
        #expect(budget.error?.description == "Budget: “x” is not a number such as €12.00.")
        #expect(count.error?.description == "Please enter a value.")
    }

    @Test func anEmptyTextIsRefusedForANonoptionalValue() {
        let field = phone.field()
        let count = number(field, .of(model, \.count))
        field.text = ""
        #expect(!count.commit())
        #expect(count.error?.reason == .empty)
        #expect(field.text == "5")
        #expect(model.count == 5)
    }

    @Test func anUnreportedChangeOfTheTextIsCommitted() {
        let field = TextArea()
        let count = number(field, .of(model, \.count))
        _ = field.becomeFirstResponder()
        field.text = "6"
        _ = field.resignFirstResponder()
        #expect(model.count == 6)
        withExtendedLifetime(count) {}
    }

    @Test func theOwnerIsHeldWeakly() {
        let field = phone.field()
        weak var released: Model?
        var count: NumberInput<Int>?
        do {
            let model = Model()
            released = model
            count = number(field, .of(model, \.count))
        }
        #expect(released == nil)
        field.text = "7"
        #expect(count?.commit() == true)
        #expect(count?.value == nil)
    }
}

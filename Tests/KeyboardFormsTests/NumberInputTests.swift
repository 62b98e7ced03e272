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

    @Test func nilIsShownAsAnEmptyText() {
        let field = phone.field("left over")
        let budget = budgetField(field)
        #expect(field.text == "")
        #expect(budget.value == nil)
    }

    @Test func theValueIsCommittedOnReturn() {
        let field = phone.field()
        let count = number(field, .of(model, \.count), keyboardType: .numbersAndPunctuation)
        field.tap()
        field.text = ""
        phone.keyboard.type("1200")
        #expect(model.count == 5)
        phone.keyboard.type("\n")
        #expect(model.count == 1_200)
        #expect(!field.isFirstResponder || field.text == "1200")
        field.resignFirstResponder()
        #expect(field.text == "1,200")
        #expect(count.error == nil)
    }

    @Test func theValueIsCommittedWhenTheFocusLeavesAPad() {
        let field = phone.field(), other = phone.field()
        let budget = budgetField(field)
        field.tap()
        phone.keyboard.type("12.5\n")
        #expect(field.text == "12.5")
        #expect(model.budget == nil)
        other.tap()
        #expect(model.budget == Decimal(string: "12.5"))
        #expect(field.text == "€12.50")
        withExtendedLifetime(budget) {}
    }

    @Test func theValueIsCommittedWhenTheKeyboardIsDismissed() {
        let field = phone.field()
        let budget = budgetField(field)
        field.tap()
        phone.finishTransitions()
        phone.keyboard.type("7")
        phone.keyboard.perform(.beginDismissing)
        phone.keyboard.perform(.endDismissing())
        #expect(model.budget == 7)
        #expect(!field.isFirstResponder)
        withExtendedLifetime(budget) {}
    }

    @Test func invalidInputRestoresThePreviousTextAndSetsTheError() {
        model.budget = 100
        let field = phone.field()
        let budget = budgetField(field)
        field.tap()
        phone.keyboard.type("abc")
        #expect(field.text == "100.00abc")
        field.resignFirstResponder()
        #expect(model.budget == 100)
        #expect(field.text == "€100.00")
        #expect(budget.error?.description == "Budget: “100.00abc” is not a number such as €12.00.")
    }

    @Test func invalidInputWithoutAPreviousValueLeavesAnEmptyField() {
        let field = phone.field()
        let budget = budgetField(field)
        field.text = "abc"
        #expect(!budget.commit())
        #expect(field.text == "")
        #expect(model.budget == nil)
        #expect(budget.error != nil)
    }

    @Test func returnOnInvalidInputKeepsTheFocus() {
        let field = phone.field(), other = phone.field()
        let count = number(field, .of(model, \.count), keyboardType: nil)
        [field, other].registerNextForm()
        field.tap()
        phone.keyboard.type("x\n")
        #expect(field.isFirstResponder)
        #expect(count.error != nil)
        #expect(field.text == "5x")
        phone.keyboard.perform(.deleteBackward)
        #expect(count.error == nil)
        phone.keyboard.type("1")
        phone.keyboard.type("\n")
        #expect(other.isFirstResponder)
        #expect(model.count == 51)
    }

    @Test func onCommitModeSetsTheValueAtTheCommitOnly() {
        let field = phone.field()
        let watched = number(field, .of(model, \.watched))
        #expect(watched.update == .onCommit)
        field.tap()
        phone.keyboard.type("123")
        #expect(model.setCount == 0)
        #expect(watched.commit())
        #expect(watched.commit())
        #expect(model.setCount == 1)
    }

    @Test func liveModeSetsTheValueAtEachChange() {
        let field = phone.field()
        let watched = number(field, .of(model, \.watched), update: .live)
        #expect(watched.update == .live)
        field.tap()
        phone.keyboard.type("1234")
        #expect(model.watched == 1_234)
        #expect(model.setCount == 4)
        #expect(field.text == "1234")
        phone.keyboard.type("x")
        #expect(model.watched == 1_234)
        #expect(watched.error != nil)
        phone.keyboard.perform(.deleteBackward)
        #expect(watched.error == nil)
        field.resignFirstResponder()
        #expect(field.text == "1,234")
        #expect(model.setCount == 4)
    }

    @Test func liveModeRestoresTheShownValue() {
        let field = phone.field()
        let count = number(field, .of(model, \.count), update: .live)
        field.tap()
        phone.keyboard.type("7")
        #expect(model.count == 57)
        phone.keyboard.perform(.deleteBackward)
        #expect(model.count == 5)
        withExtendedLifetime(count) {}
    }

    @Test func anEmptyTextSetsAnOptionalValueToNil() {
        model.budget = 12
        let field = phone.field()
        let budget = budgetField(field)
        field.text = ""
        #expect(budget.commit())
        #expect(model.budget == nil)
        field.text = "€"
        #expect(budget.commit())
        #expect(model.budget == nil)
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

    @Test func aTextThatWasNotEditedIsNotParsed() {
        model.budget = Decimal(string: "12.3456")
        let field = phone.field()
        let budget = budgetField(field)
        #expect(field.text == "€12.35")
        field.tap()
        field.resignFirstResponder()
        #expect(model.budget == Decimal(string: "12.3456"))
        field.tap()
        phone.keyboard.type("0")
        phone.keyboard.perform(.deleteBackward)
        field.resignFirstResponder()
        #expect(model.budget == Decimal(string: "12.3456"))
        withExtendedLifetime(budget) {}
    }

    @Test func liveModeRestoresDigitsThatTheTextDoesNotShow() {
        model.budget = Decimal(string: "12.3456")
        let field = phone.field()
        let budget = NumberInput(
            field,
            title: "Budget",
            value: .of(model, \.budget),
            format: .style(.currency(code: "EUR"), locale: english),
            update: .live
        )
        field.tap()
        phone.keyboard.type("0")
        #expect(model.budget == Decimal(string: "12.35"))
        phone.keyboard.perform(.deleteBackward)
        #expect(model.budget == Decimal(string: "12.3456"))
        #expect(budget.error == nil)
        #expect(budget.commit())
        #expect(model.budget == Decimal(string: "12.3456"))
    }

    @Test func aTextThatWasNotEditedDoesNotOverwriteAChangedValue() {
        model.budget = 1
        let field = phone.field()
        let budget = budgetField(field)
        field.tap()
        model.budget = 2
        field.resignFirstResponder()
        #expect(model.budget == 2)
        budget.refresh()
        #expect(field.text == "€2.00")
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

    @Test func aLongTextMakesAShortMessage() {
        let field = phone.field()
        let budget = budgetField(field)
        field.text = String(repeating: "7", count: 1_000_000)
        #expect(!budget.commit())
        #expect((budget.error?.description.count ?? 0) < 100)
        #expect(budget.error?.localizedDescription == budget.error?.description)
        field.text = "5" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(!budget.commit())
        #expect((budget.error?.description.utf8.count ?? 0) < 500)
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

    @Test func theNumberConnectedLastIsTheFieldsNumber() {
        let field = phone.field()
        let first = budgetField(field)
        let second = number(field, .of(model, \.count))
        field.tap()
        field.text = "9"
        field.resignFirstResponder()
        #expect(model.count == 9)
        #expect(model.budget == nil)
        withExtendedLifetime((first, second)) {}
    }
}

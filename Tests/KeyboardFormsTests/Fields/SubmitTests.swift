import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import TestSupport
import Testing

/// The values of a form, which are checked before the form is submitted.
@MainActor
struct SubmitTests {
    private final class Account {
        var age: Int? = 30
        var budget: Int? = 10
    }

    private let phone = SimulatedPhone()
    private let account = Account()

    private func number(
        _ field: SimulatedTextField,
        _ title: String,
        _ path: ReferenceWritableKeyPath<Account, Int?>
    ) -> NumberInput<Int> {
        let english = Locale(identifier: "en_US")
        return NumberInput(
            field,
            title: title,
            value: .of(account, path),
            format: .style(.number, locale: english),
            range: 0...99
        )
    }

    @Test func submitClosesTheKeyboardOfAFieldThatACommitMovedTheFocusTo() {
        let fields = phone.fields(2)
        var isSubmitted = false
        let order = FocusOrder(fields, end: .submit { isSubmitted = true })
        let age = NumberInput(
            fields[0],
            title: "Age",
            value: BoundValue<Int>(get: { 30 }, set: { _ in fields[1].becomeFirstResponder() }),
            format: .style(.number)
        )
        fields[0].tap()
        fields[0].text = "31"
        #expect(order.submit() == nil)
        #expect(isSubmitted)
        #expect(phone.keyboard.focusedField == nil)
        withExtendedLifetime(age) {}
    }

    @Test func submitCommitsAllValues() {
        let fields = phone.fields(3)
        let values = [number(fields[0], "Age", \.age), number(fields[2], "Budget", \.budget)]
        var count = 0
        let order = FocusOrder(fields, end: .submit { count += 1 })
        fields[0].text = "31"
        fields[2].tap()
        fields[2].text = "20"
        #expect(order.submit() == nil)
        #expect(account.age == 31)
        #expect(account.budget == 20)
        #expect(count == 1)
        #expect(phone.keyboard.focusedField == nil)
        withExtendedLifetime(values) {}
    }

    @Test(arguments: [false, true])
    func aRequiredFieldWithoutAValueIsRefused(hasFocus: Bool) {
        account.age = nil
        let fields = phone.fields(2)
        let values = [number(fields[0], "Age", \.age), number(fields[1], "Budget", \.budget)]
        var count = 0
        let order = FocusOrder(fields, end: .submit { count += 1 })
        #expect(order.submitRefusal == nil)
        values[0].isRequired = true
        #expect(order.submitRefusal != nil)
        #expect(values[0].error == nil, "the error is shown before the form is submitted")
        fields[hasFocus ? 0 : 1].tap()
        #expect(order.submit() != nil)
        #expect(fields[0].isFirstResponder)
        #expect(values[0].error?.description == "Age: Please enter a value.")
        #expect(order.submitRefusal?.field === fields[0])
        // The focus can leave the empty field.
        fields[1].tap()
        #expect(fields[1].isFirstResponder)
        fields[0].tap()
        fields[0].text = "7"
        #expect(order.submitRefusal == nil)
        #expect(order.submit() == nil)
        #expect((account.age, count) == (7, 1))
        fields[0].tap()
        fields[0].text = ""
        #expect(order.submit() != nil)
        #expect(count == 1)
        values[0].isRequired = false
        #expect(order.submitRefusal == nil)
    }

    @Test func submitFocusesTheFirstInvalidFieldAndReportsIt() {
        let fields = phone.fields(3)
        let values = [number(fields[1], "Age", \.age), number(fields[2], "Budget", \.budget)]
        var (count, refusals) = (0, [String]())
        let order = FocusOrder(fields, end: .submit { count += 1 })
        order.onSubmitRefusal = { refusals.append($0.error?.description ?? "\($0)") }
        fields[1].text = "100"
        fields[2].text = "5"
        fields[0].tap()
        #expect(order.submit() != nil)
        #expect(count == 0)
        #expect(fields[1].isFirstResponder)
        #expect(fields[1].text == "100", "the text is lost")
        #expect(values[0].error != nil)
        #expect(refusals == ["Age: “100” is not between 0 and 99."])
        #expect(account.budget == 5)
        #expect(order.submitRefusal?.field === fields[1])
        fields[1].text = "99"
        #expect(order.submitRefusal?.field == nil)
        #expect(order.submit() == nil)
        #expect(count == 1)
        #expect(account.age == 99)
        withExtendedLifetime(values) {}
    }

    @Test func anErrorOfATextThatWasRestoredRefusesOneSubmit() {
        let fields = phone.fields(2)
        let value = number(fields[0], "Age", \.age)
        var count = 0
        let order = FocusOrder(fields, end: .submit { count += 1 })
        fields[0].tap()
        phone.keyboard.type("x")
        fields[1].tap()
        #expect(order.submit() != nil)
        #expect(fields[0].isFirstResponder)
        #expect(fields[0].text == "30")
        #expect(value.error != nil)
        #expect(order.submit() == nil)
        #expect(value.error == nil)
        #expect(count == 1)
    }

    @Test func theReasonIsObservableWhileAPersonTypes() {
        let fields = phone.fields(2)
        let value = number(fields[0], "Age", \.age)
        let order = FocusOrder(fields)
        #expect(order.submitRefusal == nil)
        var changes = 0
        func observe() -> Bool {
            withObservationTracking {
                order.submitRefusal == nil
            } onChange: {
                MainActor.assumeIsolated { changes += 1 }
            }
        }
        #expect(observe())
        fields[0].tap()
        phone.keyboard.type("1")
        #expect(changes == 1)
        #expect(!observe())
        #expect(order.submitRefusal?.error?.title == "Age")
        #expect(order.submitRefusal?.field === fields[0])
        fields[0].text = "31"
        #expect(changes == 2)
        #expect(observe())
        withExtendedLifetime(value) {}
    }

    @Test func hiddenAndDisabledFieldsDoNotPreventASubmit() {
        let fields = phone.fields(3)
        let values = [number(fields[0], "Age", \.age), number(fields[1], "Budget", \.budget)]
        let container = SimulatedContainer([fields[1]])
        let order = FocusOrder(fields[0], container, fields[2])
        fields[0].text = "x"
        fields[1].text = "x"
        #expect(order.submitRefusal?.field === fields[0])
        fields[0].isEnabled = false
        #expect(order.submitRefusal?.field === fields[1])
        container.isHidden = true
        #expect(order.submitRefusal == nil)
        #expect(order.submit() == nil)
        fields[0].isEnabled = true
        #expect(order.submitRefusal?.field === fields[0])
        withExtendedLifetime(values) {}
    }

    @Test func aFilledInvalidFieldThatMovesSkipPreventsASubmit() {
        let fields = phone.fields(2)
        let value = number(fields[0], "Age", \.age)
        let order = FocusOrder(fields, skipping: [.filled])
        fields[0].text = "x"
        #expect(order.submit() != nil)
        #expect(fields[0].isFirstResponder)
        withExtendedLifetime(value) {}
    }

    @Test func aFieldThatKeepsTheFocusAndADisabledButtonPreventASubmit() {
        let (field, button) = (phone.field(), Button())
        let order = FocusOrder([field], end: .submit(button))
        #expect(order.submit() != nil)
        button.isEnabled = true
        field.tap()
        field.canResignFirstResponder = false
        #expect(order.submit() != nil)
        #expect(button.count == 0)
        field.canResignFirstResponder = true
        #expect(order.submit() == nil)
        #expect(button.count == 1)
        #expect(FocusOrder().submit() == nil)
    }

    @Test func onChangeIsCalledForEachChange() {
        let fields = phone.fields(3)
        let value = number(fields[0], "Age", \.age)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        let order = navigator.order
        var (states, items) = ([String](), [[Bool]]())
        #expect(order.submitRefusal == nil)
        order.onChange = { [unowned order] in
            states.append("\(order.canMoveFocus(.previous)) \(order.canMoveFocus(.next)) \(order.submitRefusal == nil)")
        }
        navigator.onChange = { [unowned navigator] in items.append(navigator.items.map(\.isEnabled)) }
        fields[0].tap()
        phone.keyboard.type("1")
        fields[0].text = "3"
        order.moveFocus(.next)
        fields[2].isHidden = true
        order.endEditing()
        #expect(
            states == [
                "false true true", "false true false", "false true true", "true true true", "true false true",
                "false false true",
            ]
        )
        #expect(items.last == [false, false, false])
        #expect(items.count == states.count)
        order.add(phone.field())
        order.add(phone.field())
        #expect(states.count <= 8, "the closure reads the order, which then reports the next change")
        navigator.labels.done = "Fertig"
        #expect(items.count > states.count)
        withExtendedLifetime(value) {}
    }

    @Test func returnOnAnInvalidLastFieldRefusesTheFormAsSubmitDoes() {
        let fields = phone.fields(2)
        let value = number(fields[1], "Age", \.age)
        var (count, refused) = (0, [(any FormField)?]())
        let order = FocusOrder(fields, end: .submit { count += 1 })
        order.onSubmitRefusal = { refused.append($0.field) }
        fields[1].tap()
        fields[1].text = "x"
        #expect(fields[1].fieldReturnKeyTapped())
        #expect(refused.count == 1)
        #expect(refused.last as? SimulatedTextField === fields[1])
        #expect(fields[1].isFirstResponder)
        #expect(fields[1].text == "x")
        #expect(value.error != nil)
        #expect(order.submit() != nil)
        #expect(refused.count == 2)
        #expect(count == 0)
    }

    @Test func returnOnAnInvalidLastFieldFocusesTheFirstInvalidField() {
        let fields = phone.fields(3)
        let values = [number(fields[0], "Age", \.age), number(fields[2], "Budget", \.budget)]
        let order = FocusOrder(fields, end: .submit {})
        var titles: [String] = []
        order.onSubmitRefusal = { titles.append($0.error?.title ?? "") }
        fields[0].text = "x"
        fields[2].tap()
        fields[2].text = "x"
        #expect(fields[2].fieldReturnKeyTapped())
        #expect(fields[0].isFirstResponder)
        #expect(titles == ["Age"])
        withExtendedLifetime(values) {}
    }

    @Test func returnOnAnInvalidFieldBeforeTheLastOneRefusesNoForm() {
        let fields = phone.fields(2)
        let value = number(fields[0], "Age", \.age)
        var refusals = 0
        let order = FocusOrder(fields, end: .submit {})
        order.onSubmitRefusal = { _ in refusals += 1 }
        fields[0].tap()
        fields[0].text = "x"
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(fields[0].isFirstResponder)
        #expect(refusals == 0)
        withExtendedLifetime(value) {}
    }

    @Test func onChangeIsCalledForARefusalThatWasNotReadBefore() {
        let fields = phone.fields(2)
        let value = number(fields[0], "Age", \.age)
        let order = FocusOrder(fields)
        fields[0].tap()
        var answers: [Bool] = []
        order.onChange = { [unowned order] in answers.append(order.submitRefusal == nil) }
        fields[0].text = "x"
        fields[0].text = "30"
        #expect(answers == [false, true])
        withExtendedLifetime(value) {}
    }

    @Test func aDisabledButtonRefusesTheSubmitBeforeTheKeyboardCloses() {
        let (field, button) = (phone.field(), Button())
        let order = FocusOrder([field], end: .submit(button))
        field.tap()
        #expect(order.submit() != nil)
        phone.keyboard.type("\n")
        #expect(field.isFirstResponder)
        button.isEnabled = true
        phone.keyboard.type("\n")
        #expect(!field.isFirstResponder)
        #expect(button.count == 1)
    }

    @Test func theDeallocationOfAnInvalidValueIsReported() async {
        for isEditing in [false, true] {
            let fields = phone.fields(2)
            var value: NumberInput<Int>? = number(fields[1], "", \.age)
            fields[1].text = "x"
            let order = FocusOrder(fields)
            if isEditing { fields[0].tap() }
            var count = 0
            order.onChange = { count += 1 }
            #expect(order.submitRefusal != nil)
            #expect(value != nil)
            value = nil
            await Task { @MainActor in }.value
            #expect(count == 1)
            #expect(order.submitRefusal == nil)
        }
    }

    @Test func theDeallocationOfAFieldWithAnInvalidValueIsReported() async {
        var field: SimulatedTextField? = phone.unretainedField()
        let other = phone.field()
        let order = FocusOrder(other)
        var value: NumberInput<Int>?
        if let field {
            order.add(field)
            value = number(field, "", \.age)
            field.text = "x"
        }
        var count = 0
        order.onChange = { count += 1 }
        #expect(order.submitRefusal != nil)
        field = nil
        await Task { @MainActor in }.value
        #expect(count == 1)
        #expect(order.submitRefusal == nil)
        withExtendedLifetime(value) {}
    }
}

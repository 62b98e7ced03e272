import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import Testing

/// Commits during which the app moves the focus, and taps on the return and escape keys.
@MainActor
struct FocusDuringCommitTests {
    @Observable
    final class Model {
        var count: Int? = 5
    }

    private let phone = SimulatedPhone()
    private let model = Model()
    private let english = Locale(identifier: "en_US")

    private func number(
        _ field: any FormField,
        _ value: BoundValue<Int>? = nil,
        update: ValueInput<Int>.Update = .onCommit
    ) -> NumberInput<Int> {
        NumberInput(field, value ?? .of(model, \.count), .style(.number, locale: english), update: update)
    }

    @Test func returnKeepsAFocusThatTheCommitHasMoved() {
        let fields = [phone.field(), phone.field(), phone.field()]
        let order = FocusOrder(fields)
        let count = number(fields[0])
        count.onValueChange = { [weak field = fields[2]] _ in _ = field?.becomeFirstResponder() }
        fields[0].tap()
        fields[0].text = "6"
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(fields[2].isFirstResponder)
        withExtendedLifetime(order) {}
    }

    @Test func returnDoesNotSubmitAfterTheCommitHasMovedTheFocus() {
        let (field, other) = (phone.field(), phone.field())
        var submissions = 0
        let order = FocusOrder([field])
        order.end = .submit { submissions += 1 }
        let count = number(field)
        count.onValueChange = { [weak other] _ in _ = other?.becomeFirstResponder() }
        field.tap()
        field.text = "6"
        #expect(field.fieldReturnKeyTapped())
        #expect(other.isFirstResponder)
        #expect(submissions == 0)
    }

    @Test func returnInsertsALineBreakIntoATextThatIsNotYetValid() {
        let field = phone.field(isMultiLine: true)
        let count = number(field)
        field.tap()
        field.text = "x"
        #expect(!field.fieldReturnKeyTapped())
        #expect(count.error == nil)
        field.text = "6"
        #expect(!field.fieldReturnKeyTapped())
        #expect(model.count == 5)
    }

    @Test func aSetterThatMovesTheFocusBeforeItStoresIsShown() {
        let storage = ValueStorage<Int>()
        let field = ReportingWidget()
        storage.value = 5
        let count = NumberInput<Int>(
            field,
            BoundValue(
                get: { storage.value },
                set: { [weak field] (value: Int?) in
                    if value == 1_234 { _ = field?.resignFirstResponder() }
                    storage.value = value
                }
            ),
            .style(.number, locale: english),
            update: .live
        )
        _ = field.becomeFirstResponder()
        field.text = "1234"
        #expect(storage.value == 1_234)
        #expect(field.text == "1,234")
        withExtendedLifetime(count) {}
    }

    @Test func anErrorStaysIfItsClosureGivesTheFocusBack() {
        let field = ReportingWidget()
        let count = number(field, update: .live)
        count.onErrorChange = { [weak field] error in if error != nil { _ = field?.becomeFirstResponder() } }
        _ = field.becomeFirstResponder()
        field.text = "6"
        count.onErrorChange = nil
        field.text = "-"
        count.onErrorChange = { [weak field] error in if error != nil { _ = field?.becomeFirstResponder() } }
        _ = field.resignFirstResponder()
        #expect(field.isFirstResponder)
        #expect(field.text == "-")
        #expect(count.error != nil)
        #expect(field.fieldEscapeKeyTapped())
        #expect(count.error == nil)
        #expect(model.count == 5)
    }

    @Test func aChangeOfTheModelClearsTheErrorAtRest() async {
        let field = phone.field()
        let count = number(field)
        field.tap()
        field.text = "x"
        field.resignFirstResponder()
        #expect(count.error != nil)
        model.count = 7
        // The field follows the model in a task of the main actor.
        await Task { @MainActor in }.value
        #expect(field.text == "7")
        #expect(count.error == nil)
    }

    @Test func aReplacedValueInputHasNoError() {
        let field = phone.field()
        let count = number(field)
        field.text = "x"
        #expect(!count.commit())
        let other = number(field)
        #expect(count.error == nil)
        #expect(other.error == nil)
    }

    @Test func escapeRestoresTheValueOfASetterThatReportsTheField() {
        let (field, model) = (phone.field(), model)
        let reporting = BoundValue<Int>(
            get: { model.count },
            set: { (value: Int?) in
                model.count = value
                field.fieldDidChange()
            }
        )
        let count = number(field, reporting, update: .live)
        field.tap()
        field.text = "56"
        #expect(model.count == 56)
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 5)
        #expect(field.text == "5")
        withExtendedLifetime(count) {}
    }

    @Test func escapeRestoresTheValueOnceIfTheModelRefusesIt() {
        let (field, model) = (phone.field(), model)
        let refusing = BoundValue<Int>(
            get: { model.count },
            set: { (value: Int?) in if value != 5 { model.count = value } }
        )
        let count = number(field, refusing, update: .live)
        field.tap()
        field.text = "56"
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 56)
        #expect(!field.fieldEscapeKeyTapped())
        withExtendedLifetime(count) {}
    }

    @Test func escapeHasNothingToAbandonIfTheValueIsBack() {
        let field = phone.field()
        let count = number(field, update: .live)
        field.tap()
        field.text = "56"
        field.text = "5"
        #expect(model.count == 5)
        #expect(!field.fieldEscapeKeyTapped())
        field.text = "56"
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 5)
        withExtendedLifetime(count) {}
    }
}

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

    @Test func aReplacedValueInputHasNoError() {
        let field = phone.field()
        let count = number(field)
        field.text = "x"
        #expect(!count.commit())
        let other = number(field)
        #expect(count.error == nil)
        #expect(other.error == nil)
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
}

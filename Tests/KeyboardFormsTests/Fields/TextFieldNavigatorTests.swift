import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The bar with two arrows and *Done*.
@MainActor
struct TextFieldNavigatorTests {
    private let phone = SimulatedPhone()

    @Test func theItemsArePreviousNextAndDone() {
        let navigator = TextFieldNavigator()
        #expect(navigator.items.map(\.label) == ["Previous", "Next", "Done"])
        #expect(navigator.items.map(\.symbol) == ["↑", "↓", nil])
        #expect(navigator.items.map(\.isEnabled) == [false, false, false])
        navigator.labels = TextFieldNavigator.Labels(previous: "Zurück", next: "Weiter", done: "Fertig")
        #expect(navigator.items.map(\.label) == ["Zurück", "Weiter", "Fertig"])
    }

    @Test func theNavigatorIsTheFieldsAccessoryAndPartOfTheKeyboard() {
        let field = phone.field()
        let navigator = TextFieldNavigator(field)
        field.tap()
        #expect(field.accessory === navigator)
        #expect(phone.keyboard.accessoryHeight == 44)
        #expect(phone.keyboard.frame.height == CGFloat(336 + 44))
        #expect(phone.kinds == [.willChangeFrame, .willShow])
    }

    @Test func theItemsKeepTheKeyboardOnScreen() {
        let fields = [phone.field(), phone.field(isMultiLine: true), phone.field()]
        let navigator = TextFieldNavigator(FocusOrder(fields))
        fields[0].tap()
        phone.finishTransitions()
        for item in [1, 1, 0, 0] {
            navigator.items[item].action()
            phone.scheduler.advance(by: .seconds(1))
        }
        #expect(fields[0].isFirstResponder)
        #expect(phone.kinds.isEmpty)
    }

    @Test func aDeallocatedNavigatorIsNotNotified() {
        let fields = phone.fields(2)
        let order = FocusOrder(fields)
        var count = 0
        do {
            let navigator = TextFieldNavigator(order)
            navigator.onChange = { count += 1 }
            fields[0].tap()
            #expect(count > 0)
        }
        let old = count
        fields[1].tap()
        #expect(count == old)
        #expect(fields[1].accessory == nil)
        #expect(phone.keyboard.accessoryHeight == 0)
    }
}

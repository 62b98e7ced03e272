import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Callbacks that change or destroy the form that calls them.
@MainActor
struct FormReentrancyTests {
    private let phone = SimulatedPhone()
    private let window = FakeWindow()

    private func on(
        _ name: Notification.Name,
        _ field: any FormField,
        in center: NotificationCenter,
        _ action: @escaping @MainActor () -> Void
    ) -> any NSObjectProtocol {
        center.addObserver(forName: name, object: field, queue: nil) { _ in MainActor.assumeIsolated(action) }
    }

    @Test func aWidgetMayBeDestroyedWhileTheFocusMoves() {
        let widgets = unsafe [fake_widget_new(window), fake_widget_new(window), fake_widget_new(window)]
        let center = NotificationCenter()
        let adapters = unsafe widgets.map { unsafe EntryAdapter($0, center: center) }
        let order = FocusOrder(adapters)
        let left = on(.fieldDidEndEditing, adapters[0], in: center) { unsafe fake_widget_destroy(widgets[0]) }
        unsafe fake_widget_grab_focus(widgets[0])
        #expect(order.moveFocus(.next))
        #expect(order.focusedField === adapters[1])
        #expect(order.fields.count == 2)
        let entered = on(.fieldDidBeginEditing, adapters[2], in: center) { unsafe fake_widget_destroy(widgets[2]) }
        order.moveFocus(.next)
        #expect(order.fields.count == 1)
        #expect(order.focusedField == nil)
        for token in [left, entered] { center.removeObserver(token) }
        unsafe fake_widget_destroy(widgets[1])
    }

    @Test func aSubmitMayDestroyTheForm() {
        let widgets = unsafe [fake_widget_new(window), fake_widget_new(window)]
        var navigator: TextFieldNavigator?
        let storage = ValueStorage<Int>()
        var number: NumberInput<Int>?
        do {
            let adapters = unsafe widgets.map { unsafe EntryAdapter($0) }
            navigator = TextFieldNavigator(FocusOrder(adapters))
            number = NumberInput(adapters[1], storage.bound, .style(.number))
        }
        navigator?.order.end = .submit {
            navigator = nil
            number = nil
            unsafe widgets.forEach { unsafe fake_widget_destroy($0) }
        }
        unsafe fake_widget_grab_focus(widgets[1])
        unsafe fake_entry_set_text(widgets[1], "3")
        unsafe fake_widget_press_return(widgets[1])
        #expect(storage.value == 3)
        #expect(navigator == nil)
        #expect(number == nil)
    }

    @Test func onChangeMayMoveTheFocus() {
        let fields = phone.fields(4)
        let order = FocusOrder(fields)
        // The closure skips the third field, like a screen that reacts to a change.
        order.onChange = { [unowned order] in
            if order.focusedField === fields[2] { order.moveFocus(.next) }
        }
        fields[1].tap()
        order.moveFocus(.next)
        #expect(order.focusedField === fields[3])
        #expect(!order.canMoveFocus(.next))
        #expect(fields[3].returnKeyType == .done)
    }

    @Test func anOrderMayBeReleasedWhileItMovesTheFocus() async {
        let fields = phone.fields(3)
        let other = FocusOrder(fields)
        for name in [Notification.Name.fieldDidEndEditing, .fieldDidBeginEditing] {
            var navigator: TextFieldNavigator? = TextFieldNavigator(FocusOrder(fields))
            fields[0].tap()
            let field = name == .fieldDidEndEditing ? fields[0] : fields[1]
            let token = on(name, field, in: phone.center) { navigator = nil }
            navigator?.order.moveFocus(.next)
            #expect(navigator == nil)
            #expect(fields[1].isFirstResponder)
            #expect(fields[1].accessory == nil)
            #expect(other.focusedField === fields[1])
            // The other forms of the field are updated by a task of the main actor.
            await Task { @MainActor in }.value
            #expect(fields[1].returnKeyType == .next)
            phone.center.removeObserver(token)
            fields[1].resignFirstResponder()
        }
    }

    @Test func aSkipRuleMayChangeTheFieldsOfItsOrder() {
        let fields = phone.fields(4)
        let order = FocusOrder(fields)
        order.skipping = [
            .when { [weak order] field in
                order?.remove(fields[2])
                order?.add(fields[2])
                fields[1].isHidden.toggle()
                return field === fields[3]
            }
        ]
        fields[0].tap()
        for _ in 0..<5 {
            order.moveFocus(.next)
            order.moveFocus(.previous)
        }
        #expect(order.fields.count == 4)
        #expect(order.focusedField != nil)
        order.skipping = []
        #expect(order.fields.last === fields[2])
    }

    @Test func onChangeMayReleaseTheOrderAndItsFields() {
        var fields = (0..<3).map { _ in phone.unretainedField() }
        var navigator: TextFieldNavigator? = TextFieldNavigator(FocusOrder(fields))
        navigator?.order.onChange = {
            guard navigator?.order.focusedField === fields.last else { return }
            navigator = nil
            fields = []
        }
        fields[0].tap()
        navigator?.order.moveFocus(.next)
        #expect(navigator != nil)
        navigator?.order.moveFocus(.next)
        #expect(navigator == nil)
        #expect(phone.keyboard.focusedField == nil)
    }

    @Test func aFieldMayLeaveOneOfItsFormsWhileTheFocusMoves() {
        let fields = phone.fields(3)
        let first = TextFieldNavigator(FocusOrder(fields))
        let second = TextFieldNavigator(FocusOrder(fields.reversed()))
        let token = on(.fieldDidEndEditing, fields[0], in: phone.center) { first.order.remove(fields[1]) }
        fields[0].tap()
        #expect(first.order.moveFocus(.next))
        #expect(fields[1].isFirstResponder)
        #expect(first.order.focusedField == nil)
        #expect(fields[1].accessory === second)
        #expect(second.order.focusedField === fields[1])
        phone.center.removeObserver(token)
    }

    @Test func aCommitMayRemoveTheFieldsThatAreCommitted() {
        @MainActor
        final class Model {
            var count = 0 { didSet { onChange?() } }
            var onChange: (@MainActor () -> Void)?
        }
        let (fields, model) = (phone.fields(3), Model())
        let last = ValueStorage<Int>()
        let numbers = fields.map {
            NumberInput($0, $0 === fields[2] ? last.bound : .of(model, \.count), .style(.number))
        }
        let order = FocusOrder(fields)
        model.onChange = { order.remove(fields[1]) }
        fields[0].text = "1"
        fields[2].text = "2"
        #expect(order.submit() == nil)
        #expect(model.count == 1 && last.value == 2)
        #expect(order.fields.count == 2)
        withExtendedLifetime(numbers) {}
    }

    @Test func aValueThatIsReplacedOrDeallocatedDoesNotPreventASubmit() {
        let storage = ValueStorage<Int>()
        let fields = phone.fields(2)
        let order = FocusOrder(fields)
        var numbers = fields.map {
            NumberInput($0, storage.bound, .style(.number))
        }
        fields[0].text = "x"
        fields[1].text = "x"
        #expect(order.submitRefusal?.field === fields[0])
        numbers[0] = NumberInput(fields[0], storage.bound, .style(.number))
        #expect(order.submitRefusal?.field === fields[1])
        numbers.removeLast()
        #expect(order.submitRefusal == nil)
    }
}

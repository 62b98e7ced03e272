import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Observation
import TestSupport
import Testing

/// Callbacks during a move, and fields that change without a report.
@MainActor
struct FocusInterruptionTests {
    private let phone = SimulatedPhone()

    /// Calls a closure each time the field posts a notification.
    private func on(
        _ name: Notification.Name,
        of field: SimulatedTextField,
        _ action: @escaping @MainActor () -> Void
    ) -> any NSObjectProtocol {
        phone.center.addObserver(forName: name, object: field, queue: nil) { _ in MainActor.assumeIsolated(action) }
    }

    @Test func aMoveDoesNotTakeTheFocusFromAFieldThatTheAppFocused() {
        let fields = phone.fields(3)
        let other = phone.field()
        let order = FocusOrder(fields)
        fields.registerNextForm()
        let token = on(.fieldDidEndEditing, of: fields[0]) { other.becomeFirstResponder() }
        fields[0].tap()
        #expect(!order.moveFocus(.next))
        #expect(other.isFirstResponder)
        fields[0].tap()
        #expect(!fields[0].changeToNextForm())
        #expect(other.isFirstResponder)
        phone.center.removeObserver(token)
    }

    @Test func aFormIsNotSubmittedBeforeItsLastField() {
        let fields = phone.fields(2)
        let other = phone.field()
        let order = FocusOrder(fields)
        var count = 0
        order.end = .submit { count += 1 }
        let token = on(.fieldDidEndEditing, of: fields[0]) { other.becomeFirstResponder() }
        fields[0].tap()
        phone.keyboard.type("\n")
        #expect(count == 0)
        #expect(other.isFirstResponder)
        phone.center.removeObserver(token)
    }

    @Test func aHandlerDoesNotTakeTheFocusFromAFieldThatTheAppFocused() {
        let fields = phone.fields(3)
        let other = phone.field()
        let screen = Screen(fields)
        let token = on(.fieldDidEndEditing, of: fields[0]) { other.becomeFirstResponder() }
        fields[0].tap()
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(other.isFirstResponder)
        phone.center.removeObserver(token)
    }

    @Test func aFieldThatResignsWhenItsEditingBeginsIsNotFocused() {
        let field = phone.field()
        let (first, second) = (FocusOrder(field), FocusOrder(field))
        let token = on(.fieldDidBeginEditing, of: field) { field.resignFirstResponder() }
        #expect(!field.tap())
        #expect(first.focusedField == nil)
        #expect(second.focusedField == nil)
        #expect(phone.keyboard.phase == .hidden)
        phone.center.removeObserver(token)
    }

    @Test func aFieldCanHaveTheFocusWhenItIsAdded() {
        let (a, b) = (phone.field(), phone.field())
        a.tap()
        let navigator = TextFieldNavigator(a, b)
        #expect(navigator.order.focusedField === a)
        #expect(navigator.next.isEnabled)
        #expect(a.accessory === navigator)
        #expect(phone.keyboard.accessoryHeight == 44)
        navigator.order.remove(a)
        #expect(navigator.order.focusedField == nil)
        navigator.order.add(a, before: b)
        #expect(navigator.order.focusedField === a)
        #expect(a.returnKeyType == .next)
    }

    @Test func aRemovedFieldHasNoBar() {
        let (a, b) = (phone.field(), phone.field())
        let navigator = TextFieldNavigator(a, b)
        a.tap()
        b.tap()
        navigator.order.remove(a)
        a.tap()
        #expect(a.accessory == nil)
        #expect(phone.keyboard.accessoryHeight == 0)
    }

    @Test func aMoveFindsChangesThatNoFieldHasReported() {
        let (a, b) = (phone.field(), TextArea())
        let order = FocusOrder([a, b], skipping: [.filled])
        a.tap()
        b.text = "not reported"
        #expect(!order.moveFocus(.next))
        b.text = ""
        #expect(order.moveFocus(.next))
    }

    @Test func aSkipRuleCanReadAndChangeItsOrder() {
        let fields = phone.fields(3)
        let box = SimulatedContainer([fields[1]])
        let order = FocusOrder(fields[0], box, fields[2])
        fields[0].tap()
        order.skipping = [
            .when { [weak order] _ in
                box.isHidden.toggle()
                order?.formDidChange()
                _ = order?.fields
                return order?.canMoveFocus(.next) == nil
            }
        ]
        #expect(order.moveFocus(.next))
        order.skipping = []
        #expect(order.fields.count == 3)
    }

    @Test func aDeallocatedFocusedFieldIsReported() async {
        var field: SimulatedTextField? = phone.unretainedField()
        let other = phone.field()
        let navigator = TextFieldNavigator(other)
        if let field { navigator.order.add(field) }
        field?.tap()
        await confirmation { reported in
            withObservationTracking {
                #expect(navigator.done.isEnabled)
            } onChange: {
                reported()
            }
            field = nil
            await Task { @MainActor in }.value
        }
        #expect(!navigator.done.isEnabled)
    }

    @Test func aLinkedFieldThatTakesTheFocusBackIsAskedOncePerMove() {
        let fields = phone.fields(5)
        fields.registerNextForm()
        let screen = Screen(fields)
        var alerts = 0
        let token = on(.fieldDidEndEditing, of: fields[0]) {
            alerts += 1
            fields[0].becomeFirstResponder()
        }
        fields[0].tap()
        #expect(!fields[0].changeToNextForm())
        #expect(alerts == 1)
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(alerts == 2)
        #expect(fields[0].isFirstResponder)
        phone.center.removeObserver(token)
    }
}

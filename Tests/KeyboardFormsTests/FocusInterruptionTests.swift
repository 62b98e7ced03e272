import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import Testing

/// What callbacks do in the middle of a move, and fields that change unseen.
@MainActor
@Suite("A focus that is interrupted")
struct FocusInterruptionTests {
    private let stage = Stage()

    /// Calls the closure each time that one of these is posted of the field.
    private func on(
        _ name: Notification.Name,
        of field: SimulatedTextField,
        _ action: @escaping @MainActor () -> Void
    ) -> any NSObjectProtocol {
        stage.center.addObserver(forName: name, object: field, queue: nil) { _ in MainActor.assumeIsolated(action) }
    }

    @Test func theFocusIsNotStolenBackFromWhomeverTheAppGaveItTo() {
        let fields = stage.fields(3)
        let other = stage.field()
        let order = FocusOrder(fields)
        fields.registerNextForm()
        let token = on(.fieldDidEndEditing, of: fields[0]) { other.becomeFirstResponder() }
        fields[0].tap()
        #expect(!order.moveToNext())
        #expect(other.isFirstResponder)
        fields[0].tap()
        #expect(!fields[0].changeToNextForm())
        #expect(other.isFirstResponder)
        stage.center.removeObserver(token)
    }

    @Test func aFormIsNotSubmittedInItsMiddle() {
        let fields = stage.fields(2)
        let other = stage.field()
        let order = FocusOrder(fields)
        var count = 0
        order.end = .submit { count += 1 }
        let token = on(.fieldDidEndEditing, of: fields[0]) { other.becomeFirstResponder() }
        fields[0].tap()
        stage.keyboard.tapReturn()
        #expect(count == 0)
        #expect(other.isFirstResponder)
        stage.center.removeObserver(token)
    }

    @Test func aHandlerDoesNotStealTheFocusBack() {
        final class Screen: NextTextFieldHandler {
            let textFields: [any FormField]
            init(_ fields: [any FormField]) { textFields = fields }
        }
        let fields = stage.fields(3)
        let other = stage.field()
        let screen = Screen(fields)
        let token = on(.fieldDidEndEditing, of: fields[0]) { other.becomeFirstResponder() }
        fields[0].tap()
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(other.isFirstResponder)
        stage.center.removeObserver(token)
    }

    @Test func aToolkitThatAsksNobodyIsNotAskedToMove() {
        final class Screen: NextTextFieldHandler {
            let textFields: [any FormField]
            init(_ fields: [any FormField]) { textFields = fields }
        }
        let (a, b) = (OtherTextView(), OtherTextView())
        let order = FocusOrder(a, b)
        [a, b].registerNextForm()
        let screen = Screen([a, b])
        _ = a.becomeFirstResponder()
        a.canResignFirstResponder = false
        #expect(!order.moveToNext())
        order.handleReturnKeyTapped(on: a)
        a.changeToNextForm()
        screen.handleReturnKeyTapped(on: a)
        #expect(a.isFirstResponder)
        #expect(!b.isFirstResponder)
    }

    @Test func aFieldThatIsDisabledOnTheWayDoesNotGetTheFocus() {
        let fields = stage.fields(2)
        let token = on(.fieldDidEndEditing, of: fields[0]) { fields[1].isEnabled = false }
        fields[0].tap()
        #expect(!fields[1].tap())
        #expect(stage.keyboard.firstResponder == nil)
        #expect(stage.keyboard.phase == .disappearing)
        stage.center.removeObserver(token)
    }

    @Test func aFieldThatResignsAsItBeginsIsNotTakenForFocused() {
        let field = stage.field()
        let (first, second) = (FocusOrder(field), FocusOrder(field))
        let token = on(.fieldDidBeginEditing, of: field) { field.resignFirstResponder() }
        #expect(!field.tap())
        #expect(first.focusedField == nil)
        #expect(second.focusedField == nil)
        #expect(stage.keyboard.phase == .hidden)
        stage.center.removeObserver(token)
    }

    @Test func aValueThatGivesTheFocusBackKeepsIt() {
        @MainActor
        final class Model {
            var count = 0 { didSet { onChange?() } }
            var onChange: (@MainActor () -> Void)?
        }
        let (field, model) = (stage.field(), Model())
        let order = FocusOrder(field)
        let number = NumericTextField(field, title: "", value: .of(model, \.count), format: .style(.number))
        model.onChange = { [weak field] in _ = field?.becomeFirstResponder() }
        field.tap()
        stage.keyboard.type("1")
        field.resignFirstResponder()
        #expect(field.isFirstResponder)
        #expect(order.focusedField === field)
        withExtendedLifetime(number) {}
    }

    @Test func aFieldMayHaveTheFocusWhenItJoins() {
        let (a, b) = (stage.field(), stage.field())
        a.tap()
        let navigator = TextFieldNavigator(a, b)
        #expect(navigator.activeField === a)
        #expect(navigator.next.isEnabled)
        #expect(a.inputAccessory === navigator)
        #expect(stage.keyboard.accessoryHeight == 44)
        navigator.order.remove(a)
        #expect(navigator.activeField == nil)
        navigator.order.insert(a, before: b)
        #expect(navigator.activeField === a)
        #expect(a.returnKeyType == .next)
    }

    @Test func aFieldThatWasTakenOutKeepsNoBar() {
        let (a, b) = (stage.field(), stage.field())
        let navigator = TextFieldNavigator(a, b)
        a.tap()
        b.tap()
        navigator.order.remove(a)
        a.tap()
        #expect(a.inputAccessory == nil)
        #expect(stage.keyboard.accessoryHeight == 0)
    }

    @Test func aBoxThatHidesTellsOrdersThatDoNotKnowIt() {
        let fields = stage.fields(2)
        let inner = SimulatedContainer([fields[1]]), outer = SimulatedContainer([inner])
        let order = FocusOrder(fields)
        fields[0].tap()
        #expect(order.canMoveToNext)
        outer.isHidden = true
        #expect(!order.canMoveToNext)
        #expect(!order.moveToNext())
        outer.isHidden = false
        #expect(order.canMoveToNext)
        #expect(order.moveToNext())
    }

    @Test func aFieldThatIsPassedUntoldIsNotPassedForGood() {
        let (a, b) = (stage.field(), OtherTextView())
        let order = FocusOrder([a, b], skipping: [.filled])
        a.tap()
        b.text = "told nobody"
        #expect(!order.moveToNext())
        b.text = ""
        #expect(order.moveToNext())
    }

    @Test func aFieldThatWasAddedByItselfAsWellIsInItsContainerAllTheSame() {
        let fields = stage.fields(4)
        let sheet = SimulatedContainer([fields[1]], isFocusGroup: true)
        let order = FocusOrder(fields[0], fields[1], fields[2], sheet)
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[2].isFirstResponder)
        #expect(order.fields.count == 3)
    }

    @Test func theFirstFieldOfAGroupIsTheGroups() {
        let fields = stage.fields(4)
        let order = FocusOrder(fields)
        order.keepFocus(within: [fields[1], fields[2]])
        fields[2].tap()
        #expect(order.moveToFirst())
        #expect(fields[1].isFirstResponder)
        #expect(order.moveToFirst())
        order.endEditing()
        #expect(order.moveToFirst())
        #expect(fields[0].isFirstResponder)
    }

    @Test func aConditionMayAskAndChangeTheOrderThatAsksIt() {
        let fields = stage.fields(3)
        let box = SimulatedContainer([fields[1]])
        let order = FocusOrder(fields[0], box, fields[2])
        fields[0].tap()
        order.skipping = [
            .when { [weak order] _ in
                box.isHidden.toggle()
                order?.setNeedsArranging()
                _ = order?.fields
                return order?.canMoveToNext == nil
            }
        ]
        #expect(order.moveToNext())
        order.skipping = []
        #expect(order.fields.count == 3)
    }

    @Test func theDeathOfTheFocusedFieldIsTold() async {
        var field: SimulatedTextField? = stage.mortalField()
        let other = stage.field()
        let navigator = TextFieldNavigator(other)
        if let field { navigator.order.add(field) }
        field?.tap()
        await confirmation { told in
            withObservationTracking {
                #expect(navigator.done.isEnabled)
            } onChange: {
                told()
            }
            field = nil
            await Task { @MainActor in }.value
        }
        #expect(!navigator.done.isEnabled)
    }
}

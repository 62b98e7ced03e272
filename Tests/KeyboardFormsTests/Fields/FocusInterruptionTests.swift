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
}

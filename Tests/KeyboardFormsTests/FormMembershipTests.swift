import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Fields that join and leave an order inside of its callbacks.
@MainActor
struct FormMembershipTests {
    private let phone = SimulatedPhone()

    @Test func anElementThatReturnsWhileItLeavesBelongsToTheOrder() {
        let fields = phone.fields(3)
        let box = SimulatedContainer(fields)
        let order = FocusOrder(box)
        let navigator = TextFieldNavigator(order)
        fields[0].tap()
        var hasReturned = false
        fields[0].formState.onTraitChange = { [weak field = fields[0]] trait in
            guard trait == .inputAccessory, !hasReturned, field?.formState.inputAccessory == nil else { return }
            hasReturned = true
            order.add(box)
        }
        order.remove(box)
        #expect(hasReturned && order.fields.count == 3)
        fields[1].isHidden = true
        fields[2].isHidden = true
        #expect(!order.canMoveToNext)
        fields[2].isHidden = false
        fields[2].tap()
        #expect(order.focusedField === fields[2])
        #expect(fields[2].formState.inputAccessory === navigator)
    }

    @Test func aFieldThatIsRemovedBeforeItWasReadBelongsToItsOtherOrder() {
        let fields = phone.fields(3)
        let removed = FocusOrder(fields[0])
        let navigator = TextFieldNavigator(removed)
        removed.add(fields[1])
        removed.remove(fields[1])
        let order = FocusOrder(fields[1], fields[2])
        fields[1].tap()
        phone.keyboard.type("\n")
        #expect(order.focusedField === fields[2])
        withExtendedLifetime(navigator) {}
    }

    @Test func aFieldThatIsRemovedAndStillInAContainerStays() {
        let fields = phone.fields(2)
        let box = SimulatedContainer(fields)
        let order = FocusOrder(fields[0], box)
        order.remove(fields[0])
        fields[0].tap()
        phone.keyboard.type("\n")
        #expect(order.focusedField === fields[1])
    }

    @Test func anElementThatLeavesDuringAReportDoesNotReturn() {
        let window = FieldWindow()
        let fields = window.fields(3)
        let storage = ValueStorage<Int>()
        let order = FocusOrder(fields[0], fields[1])
        let input = ValueInput(
            fields[0],
            BoundValue<Int>(
                get: { storage.value },
                set: { (value: Int?) in
                    storage.value = value
                    order.remove(fields[2])
                }
            ),
            .style(.number.locale(Locale(identifier: "en_US")))
        )
        _ = fields[0].becomeFirstResponder()
        fields[0].text = "77"
        for field in fields[..<2] { field.reportsFocus = false }
        order.add(fields[2])
        _ = fields[1].becomeFirstResponder()
        order.formDidChange()
        #expect(input.value == 77)
        #expect(order.fields.count == 2)
        _ = fields[2].becomeFirstResponder()
        #expect(!fields[2].fieldReturnKeyTapped())
        #expect(fields[2].isFirstResponder)
    }

    /// A new object often has the address of a deallocated object.
    ///
    /// The order nevertheless reports the new field.
    @Test func aFieldInPlaceOfADeallocatedOneIsReported() {
        for _ in 0..<20 {
            let order = FocusOrder()
            var old: SimulatedTextField? = phone.unretainedField()
            if let old { order.add(old) }
            old?.tap()
            #expect(order.focusedField === old)
            var count = 0
            order.onChange = { count += 1 }
            old = nil
            let new = phone.unretainedField()
            order.add(new)
            new.tap()
            #expect(count > 0)
        }
    }

    @Test func aRuleThatAddsAFieldDoesNotKeepTheOrderReading() async {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        var count = 0
        order.skipping = [
            .when { [weak order] _ in
                count += 1
                order?.remove(fields[2])
                order?.add(fields[2])
                return false
            }
        ]
        let before = count
        for _ in 0..<100 { await Task.yield() }
        #expect(count - before <= 9)
    }
}

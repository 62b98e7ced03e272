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
            guard trait == .accessory, !hasReturned, field?.formState.accessory == nil else { return }
            hasReturned = true
            order.add(box)
        }
        order.remove(box)
        #expect(hasReturned && order.fields.count == 3)
        fields[1].isHidden = true
        fields[2].isHidden = true
        #expect(!order.canMoveFocus(.next))
        fields[2].isHidden = false
        fields[2].tap()
        #expect(order.focusedField === fields[2])
        #expect(fields[2].formState.accessory === navigator)
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
}

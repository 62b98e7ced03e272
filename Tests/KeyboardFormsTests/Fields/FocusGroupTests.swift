import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Groups of fields that the focus does not leave.
@MainActor
struct FocusGroupTests {
    private let phone = SimulatedPhone()

    @Test func aContainerCanBeAGroup() {
        let (a, b, c, d) = (phone.field(), phone.field(), phone.field(), phone.field())
        let sheet = SimulatedContainer([b, SimulatedContainer([c])], isFocusGroup: true)
        let order = FocusOrder(a, sheet, d)
        a.tap()
        order.moveFocus(.next)
        #expect(d.isFirstResponder)
        b.tap()
        order.moveFocus(.next)
        #expect(c.isFirstResponder)
        #expect(!order.canMoveFocus(.next))
        sheet.isFocusGroup = false
        #expect(order.canMoveFocus(.next))
    }

    @Test func aNestedGroupIsSeparate() {
        let (a, b, c) = (phone.field(), phone.field(), phone.field())
        let inner = SimulatedContainer([b], isFocusGroup: true)
        let outer = SimulatedContainer([a, inner, c], isFocusGroup: true)
        let order = FocusOrder(outer)
        a.tap()
        order.moveFocus(.next)
        #expect(c.isFirstResponder)
        b.tap()
        #expect(!order.canMoveFocus(.next))
        #expect(!order.canMoveFocus(.previous))
    }

    /// An element that is neither a field nor a container.
    private final class Label: FormElement {
        let formState = FieldState()
        let isHidden = false
    }

    @Test(arguments: [false, true])
    func aContainerIgnoresAnElementThatIsNotAField(isHidden: Bool) {
        let fields = phone.fields(4)
        let label = Label()
        let sheet = SimulatedContainer([fields[1], label, fields[2], label], isFocusGroup: !isHidden)
        sheet.isHidden = isHidden
        let order = FocusOrder(label, fields[0], sheet, fields[3])
        #expect(order.fields.map(ObjectIdentifier.init) == fields.map { ObjectIdentifier($0) })
        #expect(order.next(after: fields[0]) === fields[3])
        #expect(order.next(after: fields[1]) === (isHidden ? fields[3] : fields[2]))
    }

    @Test func anElementThatIsNotAFieldDoesNotAffectTheNextField() {
        let label = Label()
        let (hidden, group) = (SimulatedContainer([label]), SimulatedContainer([label], isFocusGroup: true))
        hidden.isHidden = true
        let fields = phone.fields(3)
        let order = FocusOrder(fields[0], hidden, fields[1], group, fields[2])
        #expect(order.next(after: fields[0]) === fields[1], "a hidden container hides a field outside the container")
        #expect(order.next(after: fields[1]) === fields[2], "a group contains a field outside the container")
    }
}

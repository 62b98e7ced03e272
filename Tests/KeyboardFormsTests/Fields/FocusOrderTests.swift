import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// The sequence of the fields, and the ends of an order.
@MainActor
struct FocusOrderTests {
    private let phone = SimulatedPhone()

    @Test func anInsertedFieldDirectlyPrecedesTheOtherField() {
        let fields = phone.fields(3)
        for index in fields.indices {
            let order = FocusOrder(fields)
            let inserted = phone.field()
            order.add(inserted, before: fields[index])
            var expected = fields
            expected.insert(inserted, at: index)
            #expect(order.fields.map(ObjectIdentifier.init) == expected.map { ObjectIdentifier($0) }, "at \(index)")
            #expect(order.next(after: inserted) === fields[index], "the inserted field is at another position")
        }
        let order = FocusOrder(fields)
        let last = phone.field()
        order.add(last, before: phone.field())
        #expect(order.fields.last === last)
    }

    @Test func fieldsAreOrderedInRowsWithATolerance() {
        let (a, b, c, d) = (
            phone.field(x: 200, y: 104), phone.field(x: 0, y: 100), phone.field(x: 100, y: 96),
            phone.field(x: 0, y: 150)
        )
        let sortings: [(FocusOrder.Sorting, [SimulatedTextField])] = [
            (.byPosition(rowTolerance: 10), [b, c, a, d]), (.byPosition(rowTolerance: 1), [c, b, a, d]),
            (.byPosition(rowTolerance: 10, direction: .rightToLeft), [a, c, b, d]),
        ]
        for (sorting, fields) in sortings {
            let order = FocusOrder([d, a, c, b], sorting: sorting)
            #expect(order.fields.map(ObjectIdentifier.init) == fields.map { ObjectIdentifier($0) })
        }
    }

    @Test(arguments: [Locale.LanguageDirection.leftToRight, .rightToLeft])
    func fieldsAtTheSamePositionKeepTheirSequence(direction: Locale.LanguageDirection) {
        let fields = phone.fields(4)
        let order = FocusOrder(fields, sorting: .byPosition(direction: direction))
        #expect(order.fields.map(ObjectIdentifier.init) == fields.map { ObjectIdentifier($0) })
    }

    @Test func aFieldWithAFrameThatIsNotFiniteIsLast() {
        let (a, b, c) = (phone.field(), phone.field(y: 10), phone.field(y: 100))
        a.frame.origin.y = .nan
        let order = FocusOrder([a, c, b], sorting: .byPosition())
        #expect(order.fields.map(ObjectIdentifier.init) == [b, c, a].map { ObjectIdentifier($0) })
    }

    @Test func aContainerIsInNoRowOfAnOrderByPosition() {
        let (right, left) = (phone.field(x: 200, y: 8), phone.field(x: 0, y: 12))
        (right.frame.size.height, left.frame.size.height) = (0, 0)
        let container = SimulatedContainer([right, left])
        let order = FocusOrder([container], sorting: .byPosition())
        #expect(order.fields.map(ObjectIdentifier.init) == [left, right].map { ObjectIdentifier($0) })
        withExtendedLifetime(container) {}
    }

    @Test func fieldsOfNestedContainersAreOrderedAtTheContainersPosition() {
        let (a, b, c, d) = (phone.field(), phone.field(), phone.field(), phone.field())
        let inner = SimulatedContainer([b])
        let outer = SimulatedContainer([inner, c])
        let order = FocusOrder(a, outer, d)
        #expect(order.fields.map(ObjectIdentifier.init) == [a, b, c, d].map { ObjectIdentifier($0) })
        c.tap()
        inner.isHidden = true
        #expect(order.moveFocus(.previous))
        #expect(a.isFirstResponder)
        inner.isHidden = false
        outer.isHidden = true
        #expect(order.moveFocus(.next))
        #expect(d.isFirstResponder)
    }

    @Test func aHiddenContainerHidesFieldsThatDoNotKnowTheirContainer() {
        let (a, b, c) = (phone.field(), TextArea(), phone.field())
        let inner = SimulatedContainer([b])
        let outer = SimulatedContainer([SimulatedContainer([inner])])
        let order = FocusOrder(a, outer, c)
        a.tap()
        #expect(order.next(after: a) === b)
        outer.isHidden = true
        #expect(order.next(after: a) === c, "only the direct container was looked at")
    }

    @Test func fieldsAddedToAContainerLaterBelongToTheOrder() {
        let container = SimulatedContainer()
        let order = FocusOrder(container)
        let (a, b) = (phone.field(), phone.field())
        container.formElements = [a]
        a.tap()
        #expect(order.focusedField === a)
        #expect(!order.canMoveFocus(.next))
        container.formElements = [a, b]
        #expect(order.canMoveFocus(.next))
        container.formElements = [b]
        #expect(order.focusedField == nil)
    }

    @Test func cyclicAndDeeplyNestedContainersAreCollected() {
        let field = phone.field()
        let loop = SimulatedContainer([field])
        loop.formElements.append(loop)
        #expect(FocusOrder(loop).fields.count == 1)
        loop.formElements = []

        var containers = [SimulatedContainer([field])]
        for _ in 0..<10_000 { containers.append(SimulatedContainer([containers[containers.count - 1]])) }
        #expect(FocusOrder(containers[10_000]).fields.count == 1)
        // The loop empties the outermost container first. Otherwise, the deallocation would recurse through all
        // containers.
        while let last = containers.popLast() { last.formElements = [] }
    }

    @Test func oneFieldCanBelongToManyOrders() {
        let (a, b, c) = (phone.field(), phone.field(), phone.field())
        let forth = FocusOrder(a, b, c), back = FocusOrder(c, b, a)
        for _ in 0..<1_000 { _ = FocusOrder(a, b).fields }
        a.tap()
        #expect(forth.canMoveFocus(.next))
        #expect(!back.canMoveFocus(.next))
        #expect(back.moveFocus(.previous))
        #expect(b.isFirstResponder)
        #expect(forth.focusedField === b)
    }

    @Test func aFieldInTwoFormsHasTheBarAndTheReturnKeyOfOneForm() {
        let (shared, a, b) = (phone.field(), phone.field(), phone.field())
        let plain = FocusOrder([shared, a], end: .submit {})
        let first = TextFieldNavigator(FocusOrder(b, shared))
        let second = TextFieldNavigator(shared, a)
        shared.tap()
        #expect(shared.accessory === first)
        #expect(shared.returnKeyType == .done)
        first.order.remove(shared)
        #expect(shared.accessory === second)
        #expect(shared.returnKeyType == .next)
        phone.keyboard.type("\n")
        #expect(second.order.focusedField === a)
        withExtendedLifetime(plain) {}
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// In which order the focus goes, and where it ends.
@MainActor
@Suite("The order of the focus")
struct FocusOrderTests {
    private let stage = Stage()

    @Test func fieldsComeAsTheyAreGiven() {
        let (a, b, c) = (stage.field(y: 30), stage.field(y: 20), stage.field(y: 10))
        let order = FocusOrder(a, b, c, a)
        #expect(order.fields.map(ObjectIdentifier.init) == [a, b, c].map { ObjectIdentifier($0) })
        order.add(b)
        #expect(order.fields.count == 3)
    }

    @Test func fieldsComeAlongTheirLinksAndFollowThem() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        [a, b].registerNextForm()
        let order = FocusOrder(linkedFrom: a)
        b.tap()
        #expect(!order.canMoveToNext)
        b.nextForm = c
        #expect(order.canMoveToNext)
        #expect(order.moveToNext())
        #expect(c.isFirstResponder)
        c.nextForm = a
        #expect(order.fields.count == 3)
    }

    @Test func fieldsComeInRowsWithATolerance() {
        let (a, b, c, d) = (
            stage.field(x: 200, y: 104), stage.field(x: 0, y: 100), stage.field(x: 100, y: 96),
            stage.field(x: 0, y: 150)
        )
        let order = FocusOrder([d, a, c, b], sorting: .byPosition(rowTolerance: 10))
        #expect(order.fields.map(ObjectIdentifier.init) == [b, c, a, d].map { ObjectIdentifier($0) })
        order.sorting = .byPosition(rowTolerance: 1)
        #expect(order.fields.map(ObjectIdentifier.init) == [c, b, a, d].map { ObjectIdentifier($0) })
        order.sorting = .byPosition(rowTolerance: 10, direction: .rightToLeft)
        #expect(order.fields.map(ObjectIdentifier.init) == [a, c, b, d].map { ObjectIdentifier($0) })
    }

    @Test func aFieldThatMovesOnScreenMovesInTheOrder() {
        let (a, b) = (stage.field(y: 0), stage.field(y: 100))
        let order = FocusOrder([a, b], sorting: .byPosition())
        a.tap()
        #expect(order.canMoveToNext)
        b.frame.origin.y = -100
        #expect(!order.canMoveToNext)
        #expect(order.canMoveToPrevious)
    }

    @Test func aFrameThatIsNoPlaceComesLast() {
        let (a, b, c) = (stage.field(), stage.field(y: 10), stage.field(y: 100))
        a.frame.origin.y = .nan
        let order = FocusOrder([a, c, b], sorting: .byPosition())
        #expect(order.fields.map(ObjectIdentifier.init) == [b, c, a].map { ObjectIdentifier($0) })
    }

    @Test func fieldsOfNestedContainersComeWhereTheContainerStands() {
        let (a, b, c, d) = (stage.field(), stage.field(), stage.field(), stage.field())
        let inner = SimulatedContainer([b])
        let outer = SimulatedContainer([inner, c])
        let order = FocusOrder(a, outer, d)
        #expect(order.fields.map(ObjectIdentifier.init) == [a, b, c, d].map { ObjectIdentifier($0) })
        c.tap()
        inner.isHidden = true
        #expect(order.moveToPrevious())
        #expect(a.isFirstResponder)
        inner.isHidden = false
        outer.isHidden = true
        #expect(order.moveToNext())
        #expect(d.isFirstResponder)
    }

    @Test func fieldsThatAContainerGetsLaterAreKnown() {
        let container = SimulatedContainer()
        let order = FocusOrder(container)
        let (a, b) = (stage.field(), stage.field())
        container.formElements = [a]
        a.tap()
        #expect(order.focusedField === a)
        #expect(!order.canMoveToNext)
        container.formElements = [a, b]
        #expect(order.canMoveToNext)
        container.formElements = [b]
        #expect(order.focusedField == nil)
    }

    @Test func aContainerInItselfAndOneTenThousandDeepAreNoTrouble() {
        let field = stage.field()
        let loop = SimulatedContainer([field])
        loop.formElements.append(loop)
        #expect(FocusOrder(loop).fields.count == 1)
        loop.formElements = []

        var containers = [SimulatedContainer([field])]
        for _ in 0..<10_000 { containers.append(SimulatedContainer([containers[containers.count - 1]])) }
        #expect(FocusOrder(containers[10_000]).fields.count == 1)
        // From the outside in, or their ends would nest as deep.
        while let last = containers.popLast() { last.formElements = [] }
    }

    @Test func itStopsAtTheEnds() {
        let (a, b) = (stage.field(), stage.field())
        let order = FocusOrder(a, b)
        a.tap()
        #expect(!order.canMoveToPrevious)
        #expect(!order.moveToPrevious())
        #expect(order.moveToNext())
        #expect(!order.canMoveToNext)
        #expect(!order.moveToNext())
        #expect(b.isFirstResponder)
    }

    @Test func itWrapsWhereItShould() {
        let (a, b) = (stage.field(), stage.field())
        let order = FocusOrder([a, b], end: .wrap)
        b.tap()
        #expect(order.canMoveToNext)
        #expect(order.moveToNext())
        #expect(a.isFirstResponder)
        #expect(order.moveToPrevious())
        #expect(b.isFirstResponder)
        a.isHidden = true
        #expect(!order.canMoveToNext)
        #expect(!order.moveToNext())
    }

    @Test func returnMovesOnAndClosesTheKeyboardAtTheEnd() {
        let (a, b) = (stage.field(), stage.field())
        let order = FocusOrder(a, b)
        a.tap()
        #expect(a.returnKeyType == .next)
        stage.keyboard.tapReturn()
        #expect(b.isFirstResponder)
        #expect(b.returnKeyType == .done)
        stage.keyboard.tapReturn()
        #expect(order.focusedField == nil)
        #expect(stage.keyboard.firstResponder == nil)
    }

    @Test func returnAtTheEndSubmitsAfterWhatWasTypedIsCommitted() {
        final class Budget { var euros: Int? }
        let (a, b) = (stage.field(), stage.field())
        let budget = Budget()
        let value = NumericTextField(
            b,
            title: "Budget",
            value: .of(budget, \.euros),
            format: .style(.number),
            keyboardType: nil
        )
        let order = FocusOrder(a, b)
        var submitted: [Int?] = []
        order.end = .submit { submitted.append(budget.euros) }
        b.tap()
        #expect(b.returnKeyType == .go)
        stage.keyboard.type("42\n")
        #expect(submitted == [42])
        #expect(stage.keyboard.firstResponder == nil)
        withExtendedLifetime(value) {}
    }

    @Test func aSubmitButtonIsPressedWhereItIsEnabledAndHeldWeakly() {
        final class Button: SubmitTarget {
            var isEnabled = false
            var count = 0
            func submit() { count += 1 }
        }
        let field = stage.field()
        let order = FocusOrder(field)
        do {
            let button = Button()
            order.end = .submit(button)
            field.tap()
            stage.keyboard.tapReturn()
            #expect(button.count == 0)
            button.isEnabled = true
            field.tap()
            stage.keyboard.tapReturn()
            #expect(button.count == 1)
        }
        field.tap()
        stage.keyboard.tapReturn()
        #expect(!field.isFirstResponder)
    }

    @Test func aFieldThatDoesNotLetGoIsNotLeftNorSubmitted() {
        let (a, b) = (stage.field(), stage.field())
        let order = FocusOrder(a, b)
        var count = 0
        order.end = .submit { count += 1 }
        for field in [a, b] {
            field.tap()
            field.canResignFirstResponder = false
            #expect(!order.moveToNext())
            #expect(!order.moveToPrevious())
            stage.keyboard.tapReturn()
            #expect(!order.endEditing())
            #expect(field.isFirstResponder)
            field.canResignFirstResponder = true
        }
        #expect(count == 0)
    }

    @Test func anOrderMayLeaveReturnAlone() {
        let (a, b) = (stage.field(), stage.field())
        let order = FocusOrder(a, b)
        order.handlesReturnKey = false
        a.returnKeyType = .search
        a.tap()
        stage.keyboard.tapReturn()
        #expect(a.isFirstResponder)
        #expect(a.returnKeyType == .search)
    }

    @Test func theReturnKeyFollowsWhatComesAfter() {
        let (a, b) = (stage.field(), stage.field())
        let order = FocusOrder(a, b)
        a.tap()
        b.isHidden = true
        #expect(a.returnKeyType == .done)
        b.isHidden = false
        #expect(a.returnKeyType == .next)
        order.end = .submit {}
        order.remove(b)
        #expect(a.returnKeyType == .go)
    }

    @Test func itGoesToTheFirstAndEndsEditing() {
        let fields = stage.fields(3)
        fields[0].isEnabled = false
        let order = FocusOrder(fields)
        #expect(!order.moveToNext())
        #expect(order.moveToFirst())
        #expect(fields[1].isFirstResponder)
        #expect(order.endEditing())
        #expect(stage.keyboard.firstResponder == nil)
        #expect(!FocusOrder().moveToFirst())
    }

    @Test func oneFieldMayBeInManyOrders() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        let forth = FocusOrder(a, b, c), back = FocusOrder(c, b, a)
        for _ in 0..<1_000 { _ = FocusOrder(a, b).fields }
        a.tap()
        #expect(forth.canMoveToNext)
        #expect(!back.canMoveToNext)
        #expect(back.moveToPrevious())
        #expect(b.isFirstResponder)
        #expect(forth.focusedField === b)
    }

    @Test func neighborsCanBeAskedForWithoutAMove() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        let order = FocusOrder(a, b, c)
        b.isHidden = true
        #expect(order.next(after: a) === c)
        #expect(order.previous(before: c) === a)
        #expect(order.next(after: c) == nil)
        #expect(order.next(after: stage.field()) == nil)
        #expect(stage.keyboard.firstResponder == nil)
    }
}

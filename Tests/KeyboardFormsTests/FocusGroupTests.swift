import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Groups that next never leaves.
@MainActor
@Suite("Groups of fields")
struct FocusGroupTests {
    private let stage = Stage()

    @Test func nextNeverLeavesAGroupNorComesInFromOutside() {
        let fields = stage.fields(5)
        let order = FocusOrder(fields)
        order.keepFocus(within: [fields[1], fields[2]])
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[3].isFirstResponder)
        #expect(order.moveToPrevious())
        #expect(fields[0].isFirstResponder)
        fields[1].tap()
        #expect(!order.canMoveToPrevious)
        #expect(order.moveToNext())
        #expect(!order.canMoveToNext)
        #expect(!order.moveToNext())
        #expect(fields[2].isFirstResponder)
    }

    @Test func aGroupWrapsInItself() {
        let fields = stage.fields(4)
        let order = FocusOrder(fields, end: .wrap)
        order.keepFocus(within: [fields[1], fields[2]])
        fields[2].tap()
        order.moveToNext()
        #expect(fields[1].isFirstResponder)
        order.moveToPrevious()
        #expect(fields[2].isFirstResponder)
    }

    @Test func aContainerMayBeAGroup() {
        let (a, b, c, d) = (stage.field(), stage.field(), stage.field(), stage.field())
        let sheet = SimulatedContainer([b, SimulatedContainer([c])], isFocusGroup: true)
        let order = FocusOrder(a, sheet, d)
        a.tap()
        order.moveToNext()
        #expect(d.isFirstResponder)
        b.tap()
        order.moveToNext()
        #expect(c.isFirstResponder)
        #expect(!order.canMoveToNext)
        sheet.isFocusGroup = false
        #expect(order.canMoveToNext)
    }

    @Test func aGroupInAGroupIsItsOwn() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        let inner = SimulatedContainer([b], isFocusGroup: true)
        let outer = SimulatedContainer([a, inner, c], isFocusGroup: true)
        let order = FocusOrder(outer)
        a.tap()
        order.moveToNext()
        #expect(c.isFirstResponder)
        b.tap()
        #expect(!order.canMoveToNext)
        #expect(!order.canMoveToPrevious)
    }

    @Test func aFieldThatIsTakenOutOfItsGroupIsReachedFromOutside() {
        let fields = stage.fields(4)
        let order = FocusOrder(fields)
        order.keepFocus(within: [fields[1], fields[2]])
        order.stopKeepingFocus(within: [fields[2], fields[3], stage.field()])
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[2].isFirstResponder)
        order.stopKeepingFocus(within: fields)
        #expect(order.moveToPrevious())
        #expect(fields[1].isFirstResponder)
    }

    @Test func aFieldTakenOutOfItsGroupReturnsToItsContainersGroup() {
        let fields = stage.fields(3)
        let sheet = SimulatedContainer([fields[1], fields[2]], isFocusGroup: true)
        let order = FocusOrder(fields[0], sheet)
        order.keepFocus(within: [fields[0], fields[1]])
        fields[1].tap()
        #expect(!order.canMoveToNext)
        order.stopKeepingFocus(within: [fields[1]])
        #expect(order.canMoveToNext)
        #expect(!order.canMoveToPrevious)
    }

    @Test func aFieldMayChangeItsGroup() {
        let fields = stage.fields(3)
        let order = FocusOrder(fields)
        order.keepFocus(within: [fields[0], fields[1]])
        order.keepFocus(within: [fields[1], fields[2]])
        fields[0].tap()
        #expect(!order.canMoveToNext)
        fields[1].tap()
        #expect(order.canMoveToNext)
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import Testing

/// What can be reached, for those who watch it.
@MainActor
@Suite("Observed focus")
struct ObservedFocusTests {
    /// Counts how often something observed was told to change.
    @MainActor
    private final class Watch<Value> {
        private(set) var count = 0
        private(set) var values: [Value] = []
        private let read: @MainActor () -> Value

        init(_ read: @escaping @MainActor () -> Value) {
            self.read = read
            look()
        }

        func look() {
            let value = withObservationTracking(read) { [weak self] in
                MainActor.assumeIsolated { self?.count += 1 }
            }
            values.append(value)
        }
    }

    private let stage = Stage()

    @Test func aChangeThatMattersIsTold() {
        let fields = stage.fields(3)
        let order = FocusOrder(fields)
        fields[1].tap()
        let next = Watch { order.canMoveToNext }
        let previous = Watch { order.canMoveToPrevious }
        fields[2].isEnabled = false
        #expect(next.count == 1)
        #expect(previous.count == 0)
        next.look()
        #expect(next.values == [true, false])
    }

    @Test func aChangeThatDoesNotMatterIsNotTold() {
        let fields = stage.fields(3)
        let order = FocusOrder(fields)
        fields[0].tap()
        let next = Watch { order.canMoveToNext }
        stage.keyboard.type("all these characters")
        fields[2].isHidden = true
        #expect(next.count == 0)
    }

    @Test func aMoveIsToldOnceItHasSettled() {
        let fields = stage.fields(3)
        let order = FocusOrder(fields)
        fields[0].tap()
        let next = Watch { order.canMoveToNext }
        order.moveToNext()
        #expect(next.count == 0)
        order.moveToNext()
        #expect(next.count == 1)
        next.look()
        #expect(next.values == [true, false])
    }

    @Test func fieldsThatComeAndGoAreTold() {
        let fields = stage.fields(2)
        let order = FocusOrder(fields[0])
        fields[0].tap()
        let next = Watch { order.canMoveToNext }
        order.add(fields[1])
        #expect(next.count == 1)
        next.look()
        order.remove(fields[1])
        #expect(next.count == 2)
        next.look()
        #expect(next.values == [false, true, false])
    }

    @Test func theFocusIsTold() {
        let field = stage.field()
        let order = FocusOrder(field)
        let focus = Watch { order.focusedField == nil }
        field.tap()
        #expect(focus.count == 1)
        focus.look()
        field.resignFirstResponder()
        #expect(focus.count == 2)
        focus.look()
        #expect(focus.values == [true, false, true])
    }

    @Test func theBarIsTold() {
        let fields = stage.fields(2)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        let bar = Watch { navigator.items.map(\.isEnabled) }
        fields[0].tap()
        #expect(bar.count == 1)
        bar.look()
        #expect(bar.values == [[false, false, false], [false, true, true]])
    }

    @Test func aFieldThatDiesWhileEditingIsTold() async {
        let field = stage.field()
        var other: SimulatedTextField? = stage.mortalField()
        let order = FocusOrder(field)
        if let other { order.add(other) }
        field.tap()
        await confirmation { told in
            withObservationTracking {
                #expect(order.canMoveToNext)
            } onChange: {
                told()
            }
            other = nil
            // What the death has scheduled comes before this.
            await Task { @MainActor in }.value
        }
        #expect(!order.canMoveToNext)
    }

    @Test func aThousandFieldsThatMoveAreToldOnce() {
        let fields = (0..<1_000).map { stage.field(y: CGFloat($0) * 50) }
        let order = FocusOrder(fields, sorting: .byPosition())
        fields[0].tap()
        let next = Watch { order.canMoveToNext }
        for (index, field) in fields.enumerated() { field.frame.origin.y = -CGFloat(index) * 50 }
        #expect(next.count == 1)
        next.look()
        #expect(next.values == [true, false])
    }
}

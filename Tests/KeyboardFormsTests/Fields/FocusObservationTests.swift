import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import Testing

/// An app can observe which field has the focus, and whether the focus can move.
@MainActor
struct FocusObservationTests {
    /// Counts the reported changes of an observed value.
    @MainActor
    private final class ObservedValue<Value> {
        private(set) var count = 0
        private(set) var values: [Value] = []
        private let readValue: @MainActor () -> Value

        init(_ readValue: @escaping @MainActor () -> Value) {
            self.readValue = readValue
            read()
        }

        func read() {
            let value = withObservationTracking(readValue) { [weak self] in
                MainActor.assumeIsolated { self?.count += 1 }
            }
            values.append(value)
        }
    }

    private let phone = SimulatedPhone()

    @Test func aChangeOfTheReachIsReported() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        fields[1].tap()
        let next = ObservedValue { order.canMoveFocus(.next) }
        fields[2].isEnabled = false
        #expect(next.count == 1)
        next.read()
        #expect(next.values == [true, false])
    }

    @Test func aChangeThatKeepsTheReachIsNotReported() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        fields[0].tap()
        let next = ObservedValue { order.canMoveFocus(.next) }
        phone.keyboard.type("all these characters")
        fields[2].isHidden = true
        #expect(next.count == 0)
    }

    @Test func aStateThatIsReadDuringAMoveIsCorrectedAtItsEnd() {
        let center = NotificationCenter()
        let fields = FieldWindow().fields(2, center: center)
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        var observed: ObservedValue<ObjectIdentifier?>?
        let token = center.addObserver(forName: .fieldDidBeginEditing, object: fields[1], queue: nil) { _ in
            MainActor.assumeIsolated {
                observed = ObservedValue { order.focusedField.map { ObjectIdentifier($0) } }
                _ = fields[0].becomeFirstResponder()
            }
        }
        order.moveFocus(.next)
        #expect(fields[0].isFirstResponder)
        #expect(observed?.values == [ObjectIdentifier(fields[1])])
        #expect(observed?.count == 1)
        center.removeObserver(token)
    }

    @Test func addedAndRemovedFieldsAreReported() async {
        let fields = phone.fields(2)
        let order = FocusOrder(fields[0])
        fields[0].tap()
        let next = ObservedValue { order.canMoveFocus(.next) }
        order.add(fields[1])
        #expect(next.count == 1)
        next.read()
        order.remove(fields[1])
        #expect(next.count == 2)
        next.read()
        #expect(next.values == [false, true, false])
    }

    @Test func theFocusedFieldIsReported() {
        let field = phone.field()
        let order = FocusOrder(field)
        let focus = ObservedValue { order.focusedField == nil }
        field.tap()
        #expect(focus.count == 1)
        focus.read()
        field.resignFirstResponder()
        #expect(focus.count == 2)
        focus.read()
        #expect(focus.values == [true, false, true])
    }

    @Test func theItemsOfABarAreObservable() {
        let fields = phone.fields(2)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        let bar = ObservedValue { navigator.items.map(\.isEnabled) }
        fields[0].tap()
        #expect(bar.count == 1)
        bar.read()
        #expect(bar.values == [[false, false, false], [false, true, true]])
    }

    @Test func eachFieldDeallocatedDuringEditingIsReported() async {
        let fields = phone.fields(2)
        let order = FocusOrder(fields[0])
        fields[0].tap()
        for round in 1...3 {
            var other: SimulatedTextField? = phone.unretainedField()
            if let other { order.add(other) }
            // `add(_:)` has scheduled updates. These updates run now, before the deallocation.
            await Task { @MainActor in }.value
            await Task { @MainActor in }.value
            await confirmation("deallocation \(round) is reported, not only the first one") { reported in
                withObservationTracking {
                    #expect(order.canMoveFocus(.next))
                } onChange: {
                    reported()
                }
                other = nil
                await Task { @MainActor in }.value
            }
            #expect(!order.canMoveFocus(.next))
        }
    }

    @Test func manyChangedFramesAreReportedOnce() {
        let fields = (0..<100).map { phone.field(y: CGFloat($0) * 50) }
        let order = FocusOrder(fields, sorting: .byPosition())
        fields[0].tap()
        let next = ObservedValue { order.canMoveFocus(.next) }
        for (index, field) in fields.enumerated() { field.frame.origin.y = -CGFloat(index) * 50 }
        #expect(next.count == 1)
        next.read()
        #expect(next.values == [true, false])
    }
}

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
        let next = ObservedValue { order.canMoveToNext }
        let previous = ObservedValue { order.canMoveToPrevious }
        fields[2].isEnabled = false
        #expect(next.count == 1)
        #expect(previous.count == 0)
        next.read()
        #expect(next.values == [true, false])
    }

    @Test func aChangeThatKeepsTheReachIsNotReported() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        fields[0].tap()
        let next = ObservedValue { order.canMoveToNext }
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
        order.moveToNext()
        #expect(fields[0].isFirstResponder)
        #expect(observed?.values == [ObjectIdentifier(fields[1])])
        #expect(observed?.count == 1)
        center.removeObserver(token)
    }

    @Test func theReachIsReportedAfterAMove() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        fields[0].tap()
        let next = ObservedValue { order.canMoveToNext }
        order.moveToNext()
        #expect(next.count == 0)
        order.moveToNext()
        #expect(next.count == 1)
        next.read()
        #expect(next.values == [true, false])
    }

    @Test func addedAndRemovedFieldsAreReported() async {
        let fields = phone.fields(2)
        let order = FocusOrder(fields[0])
        fields[0].tap()
        let next = ObservedValue { order.canMoveToNext }
        order.add(fields[1])
        // The order publishes an added field in a later task, together with all other fields that were added before the
        // task.
        await Task { @MainActor in }.value
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
                    #expect(order.canMoveToNext)
                } onChange: {
                    reported()
                }
                other = nil
                await Task { @MainActor in }.value
            }
            #expect(!order.canMoveToNext)
        }
    }

    /// If the queue of updates has more than 16 entries, the queue removes the deallocated orders.
    @Test func manyFieldsDeallocatedAtOnceAreReported() async {
        var (phones, orders): ([SimulatedPhone], [FocusOrder]) = ([], [])
        var others: [SimulatedTextField] = []
        for _ in 0..<40 {
            let phone = SimulatedPhone()
            let (field, other) = (phone.field(), phone.unretainedField())
            orders.append(FocusOrder(field, other))
            field.tap()
            phones.append(phone)
            others.append(other)
        }
        await Task { @MainActor in }.value
        await Task { @MainActor in }.value
        await confirmation(expectedCount: 40) { reported in
            for order in orders {
                withObservationTracking {
                    #expect(order.canMoveToNext)
                } onChange: {
                    reported()
                }
            }
            others = []
            await Task { @MainActor in }.value
            await Task { @MainActor in }.value
        }
        withExtendedLifetime(phones) {}
    }

    @Test func onlyChangesAreReportedAfterADeallocation() async {
        let fields = phone.fields(3)
        var other: SimulatedTextField? = phone.unretainedField()
        let order = FocusOrder(fields)
        if let other { order.add(other) }
        fields[0].tap()
        #expect(order.canMoveToNext)
        other = nil
        await Task { @MainActor in }.value
        let next = ObservedValue { order.canMoveToNext }
        fields[2].isEnabled = false
        #expect(next.count == 0)
        fields[1].isEnabled = false
        #expect(next.count == 1)
    }

    @Test func manyChangedFramesAreReportedOnce() {
        let fields = (0..<100).map { phone.field(y: CGFloat($0) * 50) }
        let order = FocusOrder(fields, sorting: .byPosition())
        fields[0].tap()
        let next = ObservedValue { order.canMoveToNext }
        for (index, field) in fields.enumerated() { field.frame.origin.y = -CGFloat(index) * 50 }
        #expect(next.count == 1)
        next.read()
        #expect(next.values == [true, false])
    }
}

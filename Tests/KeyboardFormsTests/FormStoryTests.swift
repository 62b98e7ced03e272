import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import Testing

/// A value that is read again after each notification of a change.
@MainActor
private final class Observed<Value> {
    private(set) var count = 0
    private(set) var last: Value?
    private let readValue: @MainActor () -> Value
    init(_ readValue: @escaping @MainActor () -> Value) {
        self.readValue = readValue
        read()
    }
    func read() {
        last = withObservationTracking(readValue) { [weak self] in
            MainActor.assumeIsolated { self?.count += 1 }
            Task { @MainActor in self?.read() }
        }
    }
}

/// Lets the waiting tasks of the main actor run.
@MainActor
private func flush() async {
    for _ in 0..<6 { await Task { @MainActor in }.value }
}

@Observable
private final class ObservableModel {
    var value: Int? = 1
}

private final class Handler: NextTextFieldHandler {
    var textFields: [any FormField] = []
}

/// What a form reports and reads while its fields change, are hidden or are deallocated.
@MainActor
struct FormStoryTests {
    private let phone = SimulatedPhone()
    private let window = FieldWindow()
    private let english = Locale(identifier: "en_US")

    private func input(_ field: any FormField, _ value: BoundValue<Int>, update: ValueInput<Int>.Update = .onCommit)
        -> ValueInput<Int>
    {
        ValueInput(field, value, .style(.number.locale(english)), update: update)
    }

    @Test func anObserverThatReadAnAddedFieldIsNotifiedOfItsRemoval() async {
        let fields = phone.fields(2)
        let order = FocusOrder(fields[0])
        fields[0].tap()
        order.add(fields[1])
        let next = Observed { order.canMoveToNext }
        #expect(next.last == true)
        order.remove(fields[1])
        await flush()
        #expect(order.canMoveToNext == false)
        #expect(next.last == false)
    }

    @Test func anObserverThatReadAnAddedFieldIsNotifiedWhenTheFieldIsDisabled() async {
        let fields = phone.fields(2)
        let order = FocusOrder(fields[0])
        fields[0].tap()
        order.add(fields[1])
        let next = Observed { order.canMoveToNext }
        fields[1].isEnabled = false
        await flush()
        #expect(next.last == order.canMoveToNext)
    }

    @Test func anObserverThatReadADeallocationIsNotifiedOfAnAddition() async {
        let fields = phone.fields(2)
        var other: SimulatedTextField? = phone.unretainedField()
        let order = FocusOrder([fields[0], other!])
        fields[0].tap()
        other = nil
        let next = Observed { order.canMoveToNext }
        #expect(next.last == false)
        order.add(fields[1])
        await flush()
        #expect(order.canMoveToNext)
        #expect(next.last == true)
    }

    @Test func aRequiredOptionalValueThatIsEmptiedRefusesASubmit() {
        let fields = phone.fields(2)
        let storage = ValueStorage<Int>(5)
        let value = input(fields[0], .of(storage, \.value))
        value.isRequired = true
        let order = FocusOrder(fields)
        fields[0].tap()
        fields[0].text = ""
        let refusal = order.submitRefusal
        let isSubmitted = order.submit()
        #expect((refusal == nil) == isSubmitted)
    }

    /// If `isRead` is `true`, the order reads its fields between the deallocation and the change.
    @Test(arguments: [false, true])
    func aChainOutlivesItsFirstField(isRead: Bool) async {
        let changes: [(FocusOrder, [SimulatedTextField]) -> Void] = [
            { $0.remove($1[2]) },
            { $0.add($1[3]) },
            { $0.insert($1[3], before: $1[2]) },
        ]
        for (change, count) in zip(changes, [3, 4, 4]) {
            let fields = phone.fields(4)
            var first: SimulatedTextField? = phone.unretainedField()
            let order = first.map { first in
                ([first] + fields[..<3]).registerNextForm()
                return FocusOrder(linkedFrom: first)
            }
            #expect(order?.fields.count == 4)
            first = nil
            if isRead { await flush() }
            if let order { change(order, fields) }
            #expect(order?.fields.count == count)
        }
    }

    @Test func theDeallocationOfTheNextFieldKeepsTheLabelOfAFieldThatIsFollowed() async {
        let fields = phone.fields(2)
        var other: SimulatedTextField? = phone.unretainedField()
        let order = FocusOrder([fields[0], other!, fields[1]])
        fields[0].tap()
        var labels: [ReturnKeyType] = []
        fields[0].formState.onTraitChange = { [weak field = fields[0]] trait in
            if trait == .returnKeyType, let field { labels.append(field.formState.returnKeyType) }
        }
        #expect(fields[0].returnKeyType == .next)
        other = nil
        #expect(order.canMoveToNext)
        #expect(fields[0].returnKeyType == .next)
        phone.keyboard.type("a")
        #expect(labels == [])
    }

    @Test func aFieldInAContainerThatACommitHidesIsNotCommitted() {
        let fields = phone.fields(2)
        final class Box: FormContainer {
            let formState = FormElementState()
            var formElements: [any FormElement] = []
            var isHidden = false
            var isFocusGroup: Bool { false }
        }
        let box = Box()
        box.formElements = [fields[1]]
        let storage = ValueStorage<Int>()
        let hiding = input(
            fields[0],
            BoundValue<Int>(
                get: { 1 },
                set: { (_: Int?) in
                    box.isHidden = true
                    box.containerDidChange()
                }
            )
        )
        let hidden = input(fields[1], .of(storage, \.value))
        let order = FocusOrder(fields[0], box)
        fields[0].text = "2"
        fields[1].text = "3"
        order.submit()
        #expect(storage.value == nil)
        withExtendedLifetime((hiding, hidden)) {}
    }

    @Test func aFieldThatACommitRemovesIsNotCommitted() {
        let fields = phone.fields(2)
        let storage = ValueStorage<Int>()
        let order = FocusOrder(fields)
        let removing = input(
            fields[0],
            BoundValue<Int>(get: { 1 }, set: { (_: Int?) in order.remove(fields[1]) })
        )
        let removed = input(fields[1], .of(storage, \.value))
        fields[0].text = "2"
        fields[1].text = "3"
        order.submit()
        #expect(storage.value == nil)
        withExtendedLifetime((removing, removed)) {}
    }

    @Test func aTextThatTheBeginOfEditingCorrectsHasNoError() {
        let fields = phone.fields(2)
        let storage = ValueStorage<Int>()
        let value = input(fields[0], .of(storage, \.value))
        let order = FocusOrder(fields)
        fields[0].text = "x"
        let token = phone.center.addObserver(forName: .fieldDidBeginEditing, object: fields[0], queue: nil) { _ in
            MainActor.assumeIsolated { fields[0].text = "5" }
        }
        #expect(!order.submit())
        #expect(fields[0].text == "5")
        #expect(order.submitRefusal == nil)
        #expect(value.error == nil)
        phone.center.removeObserver(token)
    }

    @Test func aBarThatWasDrawnDuringAMoveIsDrawnAgain() {
        let center = NotificationCenter()
        let fields = window.fields(2, center: center)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        var drawn: [Bool] = []
        let draw: @MainActor () -> Void = { drawn = navigator.items.map(\.isEnabled) }
        navigator.onChange = { draw() }
        _ = fields[0].becomeFirstResponder()
        let token = center.addObserver(forName: .fieldDidBeginEditing, object: fields[1], queue: nil) { _ in
            MainActor.assumeIsolated {
                draw()
                _ = fields[0].becomeFirstResponder()
            }
        }
        navigator.next.action()
        #expect(fields[0].isFirstResponder)
        #expect(drawn == navigator.items.map(\.isEnabled))
        center.removeObserver(token)
    }

    @Test func aKeyInALiveFieldOfAnObservableModelReadsTheFieldsOnce() async {
        let fields = phone.fields(10)
        let model = ObservableModel()
        let value = input(fields[0], .of(model, \.value), update: .live)
        var count = 0
        let order = FocusOrder(
            fields,
            skipping: [
                .when { _ in
                    count += 1
                    return false
                }
            ]
        )
        fields[0].tap()
        await flush()
        count = 0
        phone.keyboard.type("2")
        #expect(model.value == 2 || model.value == 12)
        let immediate = count
        await flush()
        #expect(count <= 10, "immediately \(immediate), at the end \(count)")
        withExtendedLifetime((value, order)) {}
    }

    @Test func aSkipRuleThatAsksItsOrderReportsNoChange() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        order.skipping = [
            .when { [weak order] field in
                _ = order?.canMoveToNext
                return field.isHidden
            }
        ]
        fields[0].tap()
        var count = 0
        order.onChange = { count += 1 }
        phone.keyboard.type("text")
        order.formDidChange()
        #expect(count == 0)
    }

    @Test func theDeallocationOfTheFieldOfARefusalIsReported() async {
        let field = phone.field()
        let storage = ValueStorage<Int>()
        var other: SimulatedTextField? = phone.unretainedField()
        var value = other.map { input($0, .of(storage, \.value)) }
        value?.isRequired = true
        let order = FocusOrder(field)
        if let other { order.add(other) }
        let refusal = Observed { order.submitRefusal?.error }
        #expect(refusal.last??.reason == .empty)
        other = nil
        value = nil
        await flush()
        #expect(refusal.last == .some(nil))
    }

    @Test func aHandlerDoesNotFocusAFieldThatARefusalHides() {
        let fields = window.fields(4)
        let handler = Handler()
        handler.textFields = fields
        for field in fields { field.returnKeyHandler = handler }
        _ = fields[0].becomeFirstResponder()
        fields[1].refusesFocus = true
        fields[1].onFocusRequest = { fields[2].isSetHidden = true }
        _ = fields[0].fieldReturnKeyTapped()
        #expect(!fields[2].isFirstResponder)
        #expect(fields[3].isFirstResponder)
    }

    @Test func aFieldThatIsHiddenWhenTheFocusedOneIsAskedDoesNotTakeTheFocus() {
        let fields = window.fields(3)
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        fields[0].formState.providers.canResignFirstResponder = {
            fields[1].isSetHidden = true
            return true
        }
        order.moveToNext()
        #expect(!fields[1].isFirstResponder)
        #expect(fields[2].isFirstResponder)
    }

    @Test func aLinkedFieldThatIsHiddenWhenTheFocusedOneIsAskedDoesNotTakeTheFocus() {
        let fields = window.fields(3)
        fields.registerNextForm()
        _ = fields[0].becomeFirstResponder()
        fields[0].formState.providers.canResignFirstResponder = {
            fields[1].isSetHidden = true
            return true
        }
        #expect(fields[0].moveFocus(.next))
        #expect(fields[2].isFirstResponder)
    }

    @Test func aFieldIsNotAskedIfOnlySkippedFieldsFollowAlongTheLinks() {
        let fields = window.fields(2)
        fields.registerNextForm()
        fields[1].isSetHidden = true
        _ = fields[0].becomeFirstResponder()
        var questions = 0
        fields[0].formState.providers.canResignFirstResponder = {
            questions += 1
            return true
        }
        #expect(!fields[0].moveFocus(.next))
        #expect(questions == 0)
    }

    @Test func aSymbolWithoutANumberIsMissingInARequiredField() {
        let field = phone.field()
        let storage = ValueStorage<Decimal>(5)
        let amount = NumberInput(field, storage.bound, .style(.currency(code: "EUR"), locale: english))
        amount.isRequired = true
        let order = FocusOrder(field)
        field.tap()
        field.text = "€"
        #expect(order.submitRefusal?.error.reason == .empty)
        #expect(!order.submit())
    }

    @Test func anOrderThatDoesNotContainAFieldDoesNotDetermineItsLabel() {
        let fields = phone.fields(2)
        fields[0].formState.returnKeyType = .search
        let (order, other) = (FocusOrder(fields[0]), FocusOrder(fields[1]))
        fields[0].tap()
        #expect(fields[0].returnKeyType == .done)
        fields[0].returnKeyHandler = other
        #expect(fields[0].returnKeyType == .search)
        withExtendedLifetime(order) {}
    }

    @Test func aLiveSetterThatMovesTheFocusReportsTheValueOnce() {
        let fields = phone.fields(2)
        let storage = ValueStorage<Int>()
        let value = input(
            fields[0],
            BoundValue<Int>(
                get: { storage.value },
                set: { (value: Int?) in
                    storage.value = value
                    fields[1].tap()
                }
            ),
            update: .live
        )
        var values: [Int?] = []
        value.onValueChange = { values.append($0) }
        fields[0].tap()
        phone.keyboard.type("8")
        #expect(values == [8])
    }

    @Test func anExampleIsAcceptedBelowZero() {
        let field = phone.field()
        let storage = ValueStorage<Int>()
        let number = NumberInput(field, storage.bound, .style(.number.locale(english)), range: ...(-7), step: 5)
        field.text = "x"
        number.commit()
        guard case .notANumber(_, let example)? = number.error?.reason else {
            Issue.record("no example")
            return
        }
        field.text = example
        #expect(number.commit(), "\(example)")
    }
}

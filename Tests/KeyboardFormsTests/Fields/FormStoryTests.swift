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

    @Test func aFieldInAContainerThatACommitHidesIsNotCommitted() {
        let fields = phone.fields(2)
        final class Box: FormContainer {
            let formState = FieldState()
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

    @Test func aTextThatTheBeginOfEditingCorrectsHasNoError() {
        let fields = phone.fields(2)
        let storage = ValueStorage<Int>()
        let value = input(fields[0], .of(storage, \.value))
        let order = FocusOrder(fields)
        fields[0].text = "x"
        let token = phone.center.addObserver(forName: .fieldDidBeginEditing, object: fields[0], queue: nil) { _ in
            MainActor.assumeIsolated { fields[0].text = "5" }
        }
        #expect(order.submit() != nil)
        #expect(fields[0].text == "5")
        #expect(order.submitRefusal == nil)
        #expect(value.error == nil)
        phone.center.removeObserver(token)
    }

    @Test func aBarThatWasDrawnDuringAMoveIsDrawnAgain() {
        let center = NotificationCenter()
        let fields = window.fields(2, center: center)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        var (drawn, observed) = ([Bool](), Observed<ObjectIdentifier?>?.none)
        let draw: @MainActor () -> Void = { drawn = navigator.items.map(\.isEnabled) }
        navigator.onChange = { draw() }
        _ = fields[0].becomeFirstResponder()
        let token = center.addObserver(forName: .fieldDidBeginEditing, object: fields[1], queue: nil) { _ in
            MainActor.assumeIsolated {
                draw()
                observed = Observed { navigator.order.focusedField.map { ObjectIdentifier($0) } }
                _ = fields[0].becomeFirstResponder()
            }
        }
        navigator.next.action()
        #expect(fields[0].isFirstResponder)
        #expect(drawn == navigator.items.map(\.isEnabled))
        #expect(observed?.last == ObjectIdentifier(fields[1]) && observed?.count == 1)
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
                _ = order?.canMoveFocus(.next)
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

    @Test func aSymbolWithoutANumberIsMissingInARequiredField() {
        let field = phone.field()
        let storage = ValueStorage<Decimal>(5)
        let amount = NumberInput(field, storage.bound, .style(.currency(code: "EUR"), locale: english))
        amount.isRequired = true
        let order = FocusOrder(field)
        field.tap()
        field.text = "€"
        #expect(order.submitRefusal?.error?.reason == .empty)
        #expect(order.submit() != nil)
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
}

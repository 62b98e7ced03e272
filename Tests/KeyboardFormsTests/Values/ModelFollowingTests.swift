import Foundation
import KeyboardForms
import KeyboardSimulation
import Observation
import Testing

/// Fields that follow an observable model.
@MainActor
struct ModelFollowingTests {
    @Observable
    final class Model {
        var count: Int? = 5
        var details = Details()
    }

    @Observable
    final class Details {
        var name = "Ada"
    }

    private let phone = SimulatedPhone()
    private let model = Model()

    private func number(_ field: any FormField) -> NumberInput<Int> {
        NumberInput(field, .of(model, \.count), .style(.number, locale: Locale(identifier: "en_US")))
    }

    /// Lets the waiting tasks of the main actor run.
    private func performDeferredUpdates() async {
        await Task { @MainActor in }.value
    }

    @Test func aFieldAtRestFollowsACallbackThatCorrectsTheModel() async {
        let field = phone.field()
        let count = number(field)
        count.onValueChange = { [model] in if let value = $0, value > 1_000 { model.count = 1_000 } }
        model.count = 2_100
        for _ in 0..<2 { await performDeferredUpdates() }
        #expect(field.text == "1,000")
    }

    @Test func returnSubmitsNoLaterValueThanTheTypedOne() async {
        let field = phone.field()
        let count = number(field)
        let order = FocusOrder(field)
        var submissions = 0
        order.end = .submit { submissions += 1 }
        field.tap()
        phone.keyboard.type("6")
        model.count = 9
        await performDeferredUpdates()
        #expect(field.fieldReturnKeyTapped())
        #expect(submissions == 0 && field.isFirstResponder && count.error != nil)
        #expect(field.fieldReturnKeyTapped() && submissions == 1 && model.count == 9)
    }

    @Test func aFieldAtRestFollowsEachChange() async {
        let field = phone.field()
        let count = number(field)
        var values: [Int?] = []
        count.onValueChange = { values.append($0) }
        for value in [6, 1_234, nil, 7] as [Int?] {
            model.count = value
            await performDeferredUpdates()
            #expect(field.text == count.displayText)
            #expect(count.value == value)
        }
        #expect(values == [6, 1_234, nil, 7])
    }

    @Test func anUntouchedFieldFollowsAndATypedTextGivesWayAtTheCommit() async {
        let field = phone.field()
        let count = number(field)
        field.tap()
        model.count = 1_234
        await performDeferredUpdates()
        #expect(field.text == "1234")
        phone.keyboard.type("5")
        model.count = 6
        await performDeferredUpdates()
        #expect(field.text == "12345")
        field.resignFirstResponder()
        #expect(model.count == 6 && field.text == "6" && count.error?.reason == .outdated(text: "12345"))
    }

    @Test func aLiveFieldShowsAChangeThatFollowsItsOwn() async {
        let field = phone.field()
        let count = NumberInput(field, .of(model, \.count), .style(.number), update: .live)
        field.tap()
        field.text = "20"
        model.count = 21
        await performDeferredUpdates()
        #expect(field.text == "21")
        field.resignFirstResponder()
        #expect(model.count == 21)
        withExtendedLifetime(count) {}
    }

    @Test func aFieldFollowsAnObjectThatIsReplaced() async {
        let field = phone.field()
        let name = ValueInput(field, .of(model, \.details.name), .text)
        let old = model.details
        model.details = Details()
        model.details.name = "Grace"
        await performDeferredUpdates()
        #expect(field.text == "Grace")
        model.details.name = "Mary"
        await performDeferredUpdates()
        old.name = "unused"
        await performDeferredUpdates()
        #expect(field.text == "Mary")
        withExtendedLifetime(name) {}
    }

    @Test func aValueInputIsObservable() async {
        let field = phone.field()
        let count = number(field)
        let changes = AtomicCounter()
        withObservationTracking {
            _ = count.displayText
        } onChange: {
            changes.add()
        }
        field.text = "6"
        #expect(count.commit())
        #expect(changes.value == 1)
    }

    @Test func aModelDoesNotRetainFieldsThatWereReleased() async {
        weak var released: NumberInput<Int>?
        let field = phone.field()
        do {
            let count = number(field)
            released = count
        }
        #expect(released == nil)
        model.count = 6
        await performDeferredUpdates()
        #expect(field.text == "5")
    }

    @Test func fieldsFollowTheirModelsInTheOrderOfTheChanges() async {
        let models = (0..<20).map { _ in Model() }
        var changed: [Int] = []
        let numbers = models.indices.map { index in
            let number = NumberInput(phone.field(), .of(models[index], \.count), .style(.number))
            number.onValueChange = { _ in changed.append(index) }
            return number
        }
        for model in models.reversed() { model.count = 7 }
        await performDeferredUpdates()
        #expect(changed == models.indices.reversed())
        withExtendedLifetime(numbers) {}
    }

    @Test func aModelIsReleasedWithItsFields() {
        weak var released: Model?
        weak var field: NumberInput<Int>?
        do {
            let model = Model()
            released = model
            let number = NumberInput(phone.field(), .of(model, \.count), .style(.number))
            field = number
            model.count = 6
        }
        #expect(released == nil)
        #expect(field == nil)
    }
}

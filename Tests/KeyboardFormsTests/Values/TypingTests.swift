import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// A typed text whose model or closures change the field, the focus or the value.
@MainActor
struct TypingTests {
    private final class Model {
        var count: Int? {
            didSet { onChange?() }
        }
        var onChange: (() -> Void)?
    }

    private let phone = SimulatedPhone()
    private let model = Model()

    private func number(
        _ field: any FormField,
        update: ValueInput<Int>.Update = .onCommit,
        range: ClosedRange<Int> = 0...10_000
    ) -> NumberInput<Int> {
        NumberInput(
            field,
            .of(model, \.count),
            .style(.number, locale: Locale(identifier: "en_US")),
            keyboardType: nil,
            range: range,
            update: update
        )
    }

    @Test func returnOnABadTextNeitherMovesNorSubmits() {
        model.count = 5
        let (first, last) = (phone.field(), phone.field())
        var submits = 0
        let order = FocusOrder([first, last], end: .submit { submits += 1 })
        let count = number(first)
        first.tap()
        first.text = "abc\u{301}"
        phone.keyboard.type("\n")
        #expect(order.focusedField === first)
        #expect(first.text == "abc\u{301}")
        #expect(count.error != nil)
        order.remove(last)
        phone.keyboard.type("\n")
        #expect(submits == 0)
        first.text = "6"
        #expect(count.error == nil)
        phone.keyboard.type("\n")
        #expect(submits == 1)
        #expect(model.count == 6)
    }

    @Test func liveModeDoesNotRewriteTheText() {
        let field = phone.field()
        let count = number(field, update: .live)
        model.onChange = { [weak count] in count?.refresh() }
        field.tap()
        for text in ["+", "+1", "+1,", "+1,2", "+1,23", "+1,234", "+1,234.", "+1,234.0"] {
            field.text = text
            #expect(field.text == text)
            #expect(count.error == nil)
        }
        #expect(model.count == 1_234)
    }

    @Test func aModelThatReportsTheOwnChangeOfAFieldIsReportedOnce() {
        let field = phone.field()
        let count = number(field)
        var values: [Int?] = []
        count.onValueChange = { values.append($0) }
        model.onChange = { [weak count] in count?.refresh() }
        field.tap()
        field.text = "1234"
        field.resignFirstResponder()
        #expect(values == [1_234])
        #expect(field.text == "1,234")
    }

    @Test func aModelThatStoresAnotherValueIsShown() {
        let field = phone.field()
        let bound = BoundValue<Int>(
            get: { [model] in model.count },
            set: { [model] (value: Int?) in model.count = value.map { min($0, 100) } }
        )
        let count = NumberInput(field, bound, .style(.number), update: .live)
        field.tap()
        phone.keyboard.type("150")
        #expect(field.text == "150")
        #expect(model.count == 100)
        field.resignFirstResponder()
        #expect(field.text == "100")
        withExtendedLifetime(count) {}
    }

    @Test func aCallbackCanMoveTheFocusDuringACommit() {
        model.count = 5
        let (field, other) = (phone.field(), phone.field())
        let count = number(field)
        model.onChange = { [weak other] in _ = other?.becomeFirstResponder() }
        field.tap()
        field.text = "1234"
        #expect(count.commit())
        #expect(other.isFirstResponder)
        #expect(model.count == 1_234)
        #expect(field.text == "1,234")
    }

    @Test func aCallbackCanTakeTheFocusBackDuringACommit() {
        model.count = 5
        let field = phone.field()
        let count = number(field)
        model.onChange = { [weak field] in _ = field?.becomeFirstResponder() }
        field.tap()
        field.text = "1234"
        field.resignFirstResponder()
        #expect(field.isFirstResponder)
        #expect(field.text == "1234")
        #expect(model.count == 1_234)
        model.onChange = nil
        field.text = "6"
        field.resignFirstResponder()
        #expect(model.count == 6)
        withExtendedLifetime(count) {}
    }

    @Test func aCallbackCanChangeTheModelDuringACommit() {
        let field = phone.field()
        let count = number(field)
        var isFirst = true
        model.onChange = { [weak model, weak count] in
            guard isFirst else { return }
            isFirst = false
            model?.count = 77
            count?.refresh()
        }
        field.tap()
        field.text = "6"
        field.resignFirstResponder()
        #expect(model.count == 77)
        #expect(field.text == "77")
    }

    @Test func aCallbackCanReleaseTheValueInput() {
        let field = phone.field()
        var count: NumberInput<Int>? = number(field)
        model.onChange = { count = nil }
        field.tap()
        field.text = "6"
        field.resignFirstResponder()
        #expect(model.count == 6)
        #expect(count == nil)
    }

    @Test func closuresReceiveValuesAndErrors() {
        let field = phone.field()
        let count = number(field, update: .live)
        var values: [Int?] = []
        var errors: [String?] = []
        count.onValueChange = { values.append($0) }
        count.onErrorChange = { errors.append($0?.description) }
        count.localizedMessage = { $0.reason == .empty ? "leer" : "keine Zahl" }
        field.tap()
        phone.keyboard.type("12x")
        #expect(count.errorMessage == "keine Zahl")
        phone.keyboard.perform(.deleteBackward)
        #expect(count.errorMessage == nil)
        model.count = 7
        count.refresh()
        field.text = ""
        #expect(values == [1, 12, 7, nil])
        #expect(errors == ["“12x” is not a number such as 12.", nil])
    }
}

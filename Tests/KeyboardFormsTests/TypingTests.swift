import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// What happens to a typed text: return, Escape, leaving, a changed model, an input method.
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

    // MARK: Return and leaving

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

    @Test func leavingWithABadTextShowsTheValueAndKeepsTheError() {
        model.count = 1_234
        let (field, other) = (phone.field(), phone.field())
        let count = number(field)
        field.tap()
        field.text = "abc"
        other.tap()
        #expect(field.text == "1,234")
        #expect(count.error?.reason == .notANumber(text: "abc", example: "12"))
        field.tap()
        #expect(count.error == nil)
        #expect(field.text == "1234")
    }

    @Test func aValidReturnThatKeepsTheFocusShowsTheEditingText() {
        let field = phone.field()
        let count = number(field)
        field.tap()
        field.text = "+1,234"
        _ = field.fieldReturnKeyTapped()
        #expect(field.isFirstResponder)
        #expect(field.text == "1234")
        #expect(model.count == 1_234)
        #expect(count.commit())
    }

    // MARK: Escape

    @Test func escapeAbandonsTheTyping() {
        model.count = 1_234
        let field = phone.field()
        let count = number(field)
        field.tap()
        #expect(!field.fieldEscapeKeyTapped())
        field.text = "abc"
        #expect(!count.commit())
        #expect(field.fieldEscapeKeyTapped())
        #expect(field.text == "1234")
        #expect(count.error == nil)
        #expect(field.isFirstResponder)
        #expect(!field.fieldEscapeKeyTapped())
        #expect(!phone.field().fieldEscapeKeyTapped())
    }

    @Test func escapeUndoesLiveChanges() {
        model.count = 5
        let field = phone.field()
        let count = number(field, update: .live)
        field.tap()
        phone.keyboard.type("67")
        #expect(model.count == 567)
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 5)
        #expect(field.text == "5")
        field.text = ""
        #expect(model.count == nil)
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 5)
        withExtendedLifetime(count) {}
    }

    @Test func escapeKeepsTheChangesOfTheModel() {
        model.count = 5
        let field = phone.field()
        let count = number(field, update: .live)
        field.tap()
        phone.keyboard.type("6")
        model.count = 9
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 9)
        #expect(field.text == "9")
        phone.keyboard.type("1")
        #expect(model.count == 91)
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 9)
        withExtendedLifetime(count) {}
    }

    @Test func escapeKeepsWhatReturnHasCommitted() {
        model.count = 5
        let field = phone.field()
        let count = number(field, update: .live)
        field.tap()
        phone.keyboard.type("6")
        #expect(count.commit())
        phone.keyboard.type("7")
        #expect(field.fieldEscapeKeyTapped())
        #expect(model.count == 56)
        #expect(field.text == "56")
    }

    // MARK: The model changes while the field has the focus

    @Test func anUntouchedTextFollowsTheModel() {
        model.count = 5
        let field = phone.field()
        let count = number(field)
        field.tap()
        model.count = 1_234
        count.refresh()
        #expect(field.text == "1234")
        field.resignFirstResponder()
        #expect(model.count == 1_234)
    }

    @Test func theCommitOfATouchedTextReplacesTheValueOfTheModel() {
        model.count = 5
        let field = phone.field()
        let count = number(field)
        field.tap()
        phone.keyboard.type("6")
        model.count = 9
        count.refresh()
        #expect(field.text == "56")
        field.resignFirstResponder()
        #expect(model.count == 56)
    }

    @Test func aTextThatTheModelAgreesWithIsUntouched() {
        model.count = 5
        let field = phone.field()
        let count = number(field)
        field.tap()
        phone.keyboard.type("6")
        model.count = 56
        count.refresh()
        model.count = 7
        count.refresh()
        #expect(field.text == "7")
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

    // MARK: Input methods

    @Test func aComposedTextIsNotReplaced() {
        model.count = 5
        let field = phone.field()
        let count = number(field, update: .live)
        field.tap()
        field.compose("x")
        #expect(field.text == "5x")
        #expect(count.error == nil)
        model.count = 9
        count.refresh()
        #expect(field.text == "5x")
        #expect(!field.fieldEscapeKeyTapped())
        field.endComposition(inserting: "")
        #expect(field.text == "9")
        #expect(model.count == 9)
    }

    @Test func aComposedTextThatIsInsertedIsTyping() {
        model.count = 5
        let field = phone.field()
        let count = number(field, update: .live)
        field.tap()
        field.compose("六")
        model.count = 9
        count.refresh()
        field.endComposition(inserting: "6")
        #expect(field.text == "56")
        #expect(model.count == 56)
        #expect(count.error == nil)
    }

    /// If a composition continues after a commit, the field keeps the composed text.
    @Test(arguments: [("日本", "日本"), ("", nil), (nil, "に")] as [(String?, String?)])
    func aCommitDuringACompositionKeepsTheTextThatFollows(inserted: String?, stored: String?) {
        let storage = ValueStorage<String>()
        let field = phone.field()
        let name = ValueInput(field, storage.bound, .text)
        field.tap()
        field.compose("に")
        #expect(name.commit())
        #expect(storage.value == "に")
        field.endComposition(inserting: inserted)
        #expect(field.text == inserted ?? "に")
        field.resignFirstResponder()
        #expect(storage.value == stored)
        #expect(field.text == stored ?? "")
    }

    @Test func aRefusedTextOfACompositionStaysRefused() {
        let field = phone.field()
        let count = number(field)
        field.tap()
        field.compose("x")
        #expect(!count.commit())
        field.endComposition()
        #expect(!count.commit())
        #expect(count.error != nil)
    }

    /// After the composition, the field shows the committed value, because the text has not changed since the commit.
    @Test func aTextCommittedDuringACompositionIsUntouched() {
        let field = phone.field()
        let count = number(field)
        field.tap()
        field.compose("０６")
        #expect(count.commit())
        #expect(model.count == 6)
        #expect(field.text == "０６")
        field.endComposition()
        #expect(field.text == "6")
    }

    @Test func aTextIsReplacedAfterTheCompositionIfTheFocusHasLeft() {
        model.count = 1_234
        let field = phone.field()
        let count = number(field)
        field.tap()
        field.compose("x")
        field.resignFirstResponder()
        #expect(field.text == "1234x")
        field.endComposition()
        #expect(field.text == "1,234")
        #expect(count.error != nil)
    }

    // MARK: Closures

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

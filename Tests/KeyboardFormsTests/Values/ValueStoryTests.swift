import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// A value, its field, and another field without a value.
@MainActor
struct ValueStoryTests {
    /// What a person, the model and an input method do, and what the field and the model have.
    ///
    /// A story begins with the kind of the value, which is connected to the field: an integer up to 10,000, an amount in
    /// euros, a name, an address that ends with ".org", or an integer that the setter or a callback limits to 10.
    private nonisolated static let stories = """
        a number is shown in its format: number 1234, shows 1,234, displays 1,234, edits 1234
        nil is shown as an empty text: text left over, euros, shows, is nil
        return commits the value: number 5, tap, clear, type 1200, is 5, press return, is 1200,
            no focus, shows 1,200, valid
        return in a pad does not: pad euros, tap, type 12.5, press return, shows 12.5, is nil, tap other, is 12.5,
            shows €12.50
        the dismissal of the keyboard commits the value: euros, tap, rest, type 7, dismiss, is 7, no focus
        leaving with a bad text shows the value and keeps the error: number 1234, tap, text abc, tap other,
            shows 1,234, says “abc” is not a number such as 12., tap, valid, shows 1234
        leaving restores the display text: euros 100, tap, type abc, shows 100.00abc, leave, is 100, shows €100.00,
            says “100.00abc” is not a number such as €12.00.
        a bad text without a value leaves an empty field: euros, text abc, refuse, shows, is nil, error
        return on a bad text keeps the focus: number 5, link, tap, type x, press return, focus, error, shows 5x,
            delete, valid, type 1, press return, other focus, is 51
        a commit that keeps the focus shows the editing text: number, tap, text +1,234, commit, focus, shows 1234,
            is 1234, commit
        a number is set at the commit only: number, tap, type 123, sets 0, commit, commit, sets 1
        a live number is set at each change: live number, tap, type 1234, is 1234, sets 4, shows 1234, type x, is 1234,
            error, delete, valid, leave, shows 1,234, sets 4
        a live number returns to the shown value: live number 5, tap, type 7, is 57, delete, is 5
        an empty text and a mere symbol set an optional value to nil: euros 12, clear, commit, is nil, model 12,
            text €, commit, is nil
        a text that was not edited is not parsed: euros 12.3456, shows €12.35, tap, leave, is 12.3456, tap, type 0,
            delete, leave, is 12.3456, sets 0
        a live text restores digits that it does not show: live euros 12.3456, tap, type 0, is 12.35, delete,
            is 12.3456, valid, commit, is 12.3456
        a text that was not edited does not overwrite a changed value: euros 1, tap, model 2, leave, is 2, refresh,
            shows €2.00
        a field shows the editing text while it has the focus: euros 1234, shows €1,234.00, tap, shows 1234.00,
            displays €1,234.00, edits 1234.00, leave, shows €1,234.00, sets 0
        a visit keeps hidden digits: euros 12.3456, tap, shows 12.35, tap other, tap, press return, leave, is 12.3456,
            sets 0, shows €12.35
        a visit of a live field keeps hidden digits: live euros 12.3456, tap, shows 12.35, tap other, tap,
            press return, leave, is 12.3456, sets 0, shows €12.35
        a field that has the focus when it is connected shows the editing text: tap, euros 3, shows 3.00, text 4,
            leave, is 4
        a text that was set at rest is kept at the begin: number 5, text 77, tap, shows 77, leave, is 77
        a second begin of editing has no effect: number 5, tap, text 6x, refuse, begin, shows 6x, error

        escape abandons the typing: number 1234, tap, no escape, text abc, refuse, escape, shows 1234, valid, focus,
            no escape, no escape in other
        escape undoes live changes: live number 5, tap, type 67, is 567, escape, is 5, shows 5, clear, is nil, escape,
            is 5
        escape keeps the changes of the model: live number 5, tap, type 6, model 9, escape, is 9, shows 9, type 1,
            is 91, escape, is 9
        escape keeps what return has committed: live number 5, tap, type 6, commit, type 7, escape, is 56, shows 56

        an untouched text follows the model: number 5, tap, model 1234, refresh, shows 1234, leave, is 1234
        a typed text does not replace a later value of the model: number 5, tap, type 6, model 9, refresh, shows 56,
            leave, is 9, shows 9, says “56” was not stored because the value has changed., tap, valid
        return and submit do not replace a later value: number 5, tap, type 6, model 9, refuse, is 9, shows 9, error,
            commit, valid, type 1, model 7, submit, is 7, error
        a key after a change of the model is newer: number 5, tap, type 6, model 9, refresh, type 7, leave, is 567
        a typed text that the model agrees with is no conflict: number 5, tap, type 6, model 9, refresh, model 56,
            leave, is 56, valid
        a later value replaces no text that is refused: number 5, keeps, tap, type x, model 9, leave, is 9, shows 5x, error
        a text that is not composed further is older: number 5, tap, type 6, compose x, model 9, refresh, end, shows 56x

        a value that the setter changes is shown at once: live clamped 5, tap, type 7, is 10, shows 10, valid, caret 2,
            escape, is 5
        a setter in capitals keeps the caret: capitals B12, tap, type a, shows B12A, caret 4, tap at 1, type x,
            shows BX12A, caret 2
        a value that the setter keeps leaves the text: live clamped 5, tap, text 7., is 7, shows 7., caret 2
        a value that a callback sets is shown at once: live called 5, tap, type 7, is 10, shows 10, valid, leave, is 10
        a value that a callback sets is shown after a commit: called 5, tap, text 150, leave, is 10, shows 10
        a live text that the model stores equal stays: live number, reporting, tap, text +, shows +, text +1, shows +1,
            text +1., shows +1., text +1.0, shows +1.0, is 1, valid, text +1234, is 1234, shows +1234
        a model that reports the change of the field is reported once: number, listen, reporting, tap, text 1234, leave,
            heard 1234, shows 1,234
        a setter may move the focus: number 5, moving, tap, text 1234, commit, other focus, is 1234, shows 1,234
        a live setter may move the focus: live number 5, moving, tap, text 1234, other focus, is 1234, shows 1,234
        a setter may take the focus back: number 5, returning, tap, text 1234, leave, focus, shows 1234, is 1234, calm,
            text 6, leave, is 6
        a setter may change the model: number, setting 77, tap, text 6, leave, is 77, shows 77
        a setter may release the input: number, releasing, tap, text 6, leave, is 6
        a change of the model clears the error at rest: number 5, tap, text x, leave, error, model 7, refresh, shows 7, valid
        escape restores the value of a setter that reports the field: live number 5, announcing, tap, text 56, is 56,
            escape, is 5, shows 5
        escape has nothing to abandon if the value is back: live number 5, tap, text 56, text 5, is 5, no escape, text 56,
            escape, is 5
        a refresh in a callback is shown at once: live refreshed 5, tap, type 7, is 10, shows 10
        a live text that was stored gives way to the model: live number 5, tap, text 20, is 20, model 21, refresh,
            shows 21, leave, is 21
        leaving writes no stored live text again: live number 5, tap, text 20, model 21, leave, is 21, shows 21
        return writes no stored live text again: live number 5, tap, text 20, model 21, return, is 21, shows 21
        submit writes no stored live text again: live number 5, tap, text 20, model 21, submit, is 21, shows 21
        a key that follows the model is newer: live number 5, tap, text 20, model 21, type 5, is 205, leave, is 205
        a text that a live field refused gives way to nothing: live number 5, tap, text 20x, model 21, refresh,
            shows 20x, error, leave, is 21, shows 21, error

        a live field that ends with a bad text gets its value back: live number 1250, tap, text 12, is 12, text 12x,
            is 12, leave, is 1250, shows 1,250, error
        a live field that ends empty gets its value back: live whole 1250, tap, text 12, text 1, clear, is 1, valid,
            leave, is 1250, shows 1,250, error
        a live field gets back a newer value of the model: live whole 1250, tap, text 12, model 7, clear, is 7, leave,
            is 7, shows 7
        a live field that is left outside its range gets its value back: live number 5, tap, text 9000, is 9000,
            text 90000, is 9000, leave, is 5, shows 5, error
        a live field gets its value back at a refused return: live whole 1250, tap, text 12, clear, return, focus,
            error, is 1250, shows, type 7, is 7, valid, escape, is 1250
        a live field that keeps its bad text gets its value back: live number 1250, keeps, tap, text 12, text 12x,
            leave, shows 12x, is 1250, error

        a text that the model agrees with is untouched: number 5, tap, type 6, model 56, refresh, model 7, refresh,
            shows 7

        a composed text is not replaced: live number 5, tap, compose x, shows 5x, valid, model 9, refresh, shows 5x,
            no escape, insert, shows 9, is 9
        a composed text that is inserted is typing: live number 5, tap, compose 六, model 9, refresh, insert 6,
            shows 56, is 56, valid
        a commit during a composition keeps the text that follows: name, tap, compose に, commit, is に, insert 日本,
            shows 日本, leave, is 日本, shows 日本
        a commit during a composition keeps an empty text that follows: name, tap, compose に, commit, is に, insert,
            shows, leave, is nil, shows
        // If a composition continues after a commit, the field keeps the composed text.
        a commit during a composition that ends: name, tap, compose に, commit, is に, end, shows に, leave, is に, shows に
        a refused text of a composition stays refused: number, tap, compose x, refuse, end, refuse, error
        // The text has not changed since the commit.
        a text committed during a composition is untouched: number, tap, compose ０６, commit, is 6, shows ０６, end,
            shows 6
        a text is replaced after the composition if the focus has left: number 1234, tap, compose x, leave,
            shows 1234x, end, shows 1,234, error

        a refused text stays with its error: address, tap, text ada@example, leave, shows ada@example,
            says Enter an address such as ada@example.org., is nil, tap, shows ada@example, error,
            text ada@example.org, valid, leave, is ada@example.org, shows ada@example.org
        a visit keeps a refused text: address, tap, text ada, leave, tap, leave, shows ada, error, is nil
        escape restores the stored value: address bob@example.org, tap, text ada@example, leave, tap, escape,
            shows bob@example.org, valid
        the error ends when the model takes the refused value: address, text ada@example, refuse, model ada@example,
            commit, valid, shows ada@example
        a field may revert a refused text: address bob@example.org, reverts, tap, text ada@example, leave,
            shows bob@example.org, error, tap, valid
        a number is reverted: number 5, tap, text x, leave, shows 5, error, keeps, tap, text x, leave, shows x, error
        a refresh shows the value: address, tap, text ada, leave, model bob@example.org, refresh,
            shows bob@example.org, valid
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) {
        let fields = StoryFields()
        for step in story.steps { #expect(fields.perform(step), "\(step): \(fields.state)") }
    }

    @Test(arguments: [(0, 0), (1, 0), (2, 1), (3, 1), (6, 4), (7, 5), (8, 6), (9, 7)])
    func aClickKeepsTheDigitsToTheRightOfTheCaret(clicked: Int, caret: Int) {
        let fields = StoryFields()
        for step in ["euros 1234", "tap at \(clicked)", "shows 1234.00", "caret \(caret)"] {
            #expect(fields.perform(step))
        }
    }

    @Test(arguments: [(0, 1), (1, 1), (2, 1), (3, 2), (9, 6)])
    func aClickInANegativeNumberKeepsTheDigitsToTheRight(clicked: Int, caret: Int) {
        let fields = StoryFields()
        for step in ["euros -12.34", "shows -€12.34", "tap at \(clicked)", "shows -12.34", "caret \(caret)"] {
            #expect(fields.perform(step))
        }
    }
}

/// The fields of a story.
@MainActor
private final class StoryFields {
    private struct NoAddress: LocalizedError {
        let errorDescription: String? = "Enter an address such as ada@example.org."
    }

    private let phone = SimulatedPhone()
    private let field: SimulatedTextField
    private let other: SimulatedTextField
    private var input: (any StoryInput)?
    private var value: () -> String = { "" }
    private var setValue: (String) -> Void = { _ in }
    private var setCount = 0
    private var onSet: () -> Void = {}
    private var heard: [String] = []

    init() {
        (field, other) = (phone.field(), phone.field())
    }

    /// The text and the value, for the message of a failure.
    var state: String { "\(field.text), \(value()), \(input?.errorMessage ?? "valid")" }

    private func connect<Value: Equatable>(
        _ text: String,
        _ parse: @escaping (String) -> Value?,
        _ input: (BoundValue<Value>) -> ValueInput<Value>
    ) {
        var stored = parse(text)
        value = { stored.map { "\($0)" } ?? "nil" }
        setValue = { stored = parse($0) }
        let bound = BoundValue<Value>(
            get: { stored },
            set: { (value: Value?) in
                stored = value
                self.setCount += 1
                self.onSet()
            }
        )
        self.input = input(bound)
    }

    private func connect(_ words: [Substring]) {
        let english = Locale(identifier: "en_US")
        let text = words.count > 1 ? String(words[1]) : ""
        let isLive = words[0].hasPrefix("live")
        switch words[0].split(separator: "_").last {
        case "number":
            connect(text, { Int($0) }) {
                let format = NumericFormat<Int>.style(.number, locale: english)
                let update: ValueInput<Int>.Update = isLive ? .live : .onCommit
                return NumberInput(field, $0, format, keyboardType: nil, range: 0...10_000, update: update)
            }
        case "euros":
            connect(text, { Decimal(string: $0) }) {
                let format = NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: english)
                let type: KeyboardType? = words[0].hasPrefix("pad") ? .decimalPad : nil
                let update: ValueInput<Decimal>.Update = isLive ? .live : .onCommit
                return NumberInput(field, $0, format, keyboardType: type, update: update)
            }
        case "whole":
            var stored = Int(text)
            value = { stored.map { "\($0)" } ?? "nil" }
            setValue = { stored = Int($0) }
            let bound = BoundValue<Int>(get: { stored }, set: { (value: Int) in stored = value })
            input = NumberInput(field, bound, .style(.number, locale: english), keyboardType: nil, update: .live)
        case let kind? where ["clamped", "called", "refreshed"].contains(kind):
            var stored = Int(text)
            value = { stored.map { "\($0)" } ?? "nil" }
            let bound = BoundValue<Int>(
                get: { stored },
                set: { (value: Int?) in stored = kind == "clamped" ? value.map { min($0, 10) } : value }
            )
            let number = NumberInput(field, bound, .style(.number, locale: english), keyboardType: nil, update: .live)
            number.onValueChange = { [weak number] value in
                stored = value.map { min($0, 10) }
                if kind == "refreshed" { number?.refresh() }
            }
            input = number
        case "capitals":
            var stored = text
            value = { stored }
            let bound = BoundValue<String>(get: { stored }, set: { (value: String) in stored = value.uppercased() })
            input = ValueInput(field, bound, .text, update: .live)
        case "name": connect(text, { $0.isEmpty ? nil : $0 }) { ValueInput(field, $0, .text) }
        default:
            let format = ValueFormat<String> {
                $0
            } parse: { text in
                guard text.hasSuffix(".org") else { throw NoAddress() }
                return text
            }
            connect(text, { $0.isEmpty ? nil : $0 }) { ValueInput(field, $0, format) }
        }
    }

    /// Performs a step, and returns whether its check succeeds.
    func perform(_ step: String) -> Bool {
        let step = step.replacing("live ", with: "live_").replacing("pad ", with: "pad_")
        let words = step.split(separator: " ", maxSplits: 1)
        let rest = words.count > 1 ? String(words[1]) : ""
        switch step {
        case "tap": field.tap()
        case "tap other": other.tap()
        case "link": [field, other].registerNextForm()
        case "leave": field.resignFirstResponder()
        case "begin": field.fieldDidBeginEditing()
        case "press return": phone.keyboard.type("\n")
        case "return": _ = field.fieldReturnKeyTapped()
        case "rest": phone.finishTransitions()
        case "dismiss":
            phone.keyboard.perform(.beginDismissing)
            phone.keyboard.perform(.endDismissing())
        case "delete": phone.keyboard.perform(.deleteBackward)
        case "clear": field.text = ""
        case "end": field.endComposition()
        case "commit", "refuse": return input?.commit() == (step == "commit")
        case "escape", "no escape": return field.fieldEscapeKeyTapped() == (step == "escape")
        case "no escape in other": return !other.fieldEscapeKeyTapped()
        case "reverts", "keeps": input?.revertsRefusedText = step == "reverts"
        case "refresh": input?.refresh()
        case "submit": FocusOrder(field).submit()
        case "listen": input?.listen { self.heard.append($0) }
        case "moving": onSet = { [other] in other.tap() }
        case "returning": onSet = { [field] in field.becomeFirstResponder() }
        case "reporting": onSet = { [weak input] in input?.refresh() }
        case "announcing": onSet = { [field] in field.fieldDidChange() }
        case "releasing": onSet = { self.input = nil }
        case "calm": onSet = {}
        case "valid", "error": return (input?.errorMessage == nil) == (step == "valid")
        case "focus", "no focus": return field.isFirstResponder == (step == "focus")
        case "other focus": return other.isFirstResponder
        case _ where words[0] == "tap": field.tap(at: Int(rest.dropFirst(3)))
        case _ where words[0] == "text": field.text = rest
        case _ where words[0] == "type": phone.keyboard.type(rest)
        case _ where words[0] == "compose": field.compose(rest)
        case _ where words[0] == "insert": field.endComposition(inserting: rest)
        case _ where words[0] == "model": setValue(rest)
        case _ where words[0] == "heard": return heard == rest.split(separator: " ").map(String.init)
        case _ where words[0] == "setting":
            onSet = { [weak input] in
                self.onSet = {}
                self.setValue(rest)
                input?.refresh()
            }
        case _ where words[0] == "shows": return field.text == rest
        case _ where words[0] == "displays": return input?.displayText == rest
        case _ where words[0] == "edits": return input?.editingText == rest
        case _ where words[0] == "is": return value() == rest
        case _ where words[0] == "sets": return setCount == Int(rest)
        case _ where words[0] == "says": return input?.errorMessage == rest
        case _ where words[0] == "caret": return field.selectedTextRange.description == "\(rest)..<\(rest)"
        default: connect(words)
        }
        return true
    }
}

/// A value input without the type of its value.
@MainActor
private protocol StoryInput: AnyObject {
    var displayText: String { get }
    var editingText: String { get }
    var errorMessage: String? { get }
    var revertsRefusedText: Bool { get set }
    func commit() -> Bool
    func refresh()
    func listen(_ hear: @escaping (String) -> Void)
}

extension ValueInput: StoryInput {
    fileprivate func listen(_ hear: @escaping (String) -> Void) {
        onValueChange = { hear($0.map { "\($0)" } ?? "nil") }
    }
}

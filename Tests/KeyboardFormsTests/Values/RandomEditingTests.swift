import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Random edits of a person, compared with a naive model.
///
/// The test runs 10,000 sequences if the environment has `KEYBOARD_OBSERVATION_FULL`, and 100 sequences otherwise.
@MainActor
struct RandomEditingTests {
    private static let seed: UInt64 = 1_414

    @MainActor
    private final class Walk {
        let storage = ValueStorage<Decimal>()
        let field = ReportingWidget()
        let number: NumberInput<Decimal>
        var model: EditingModel
        var random: SeededRandom
        private(set) var steps: [String] = []

        init(seed: UInt64, format: NumericFormat<Decimal>) {
            random = SeededRandom(seed: seed)
            let isLive = Bool.random(using: &random)
            model = EditingModel(isLive: isLive)
            number = NumberInput(field, storage.bound, format, range: 0...5_000, update: isLive ? .live : .onCommit)
        }

        func step() {
            switch Int.random(in: 0..<16, using: &random) {
            case 0:
                steps.append("focus")
                _ = field.becomeFirstResponder()
                model.focus()
            case 1:
                steps.append("blur")
                if field.isFirstResponder { _ = field.resignFirstResponder() }
                model.blur()
            case 2:
                steps.append("return")
                guard field.isFirstResponder else { return }
                _ = field.fieldReturnKeyTapped()
                model.commit()
                if !field.isFirstResponder { model.blur() }
            case 3:
                steps.append("escape")
                _ = field.fieldEscapeKeyTapped()
                model.escape()
            case 4:
                changeModel()
            case 5:
                edit(["1,234", "12.34", "€5", "5 €", "x", "-3", "99999", " 7 "].randomElement(using: &random) ?? "")
            case 6...8:
                delete()
            default:
                edit(["0", "1", "2", "5", "9", ".", ",", "-"].randomElement(using: &random) ?? "")
            }
        }

        private func changeModel() {
            let value: Decimal? =
                [nil, 0, 12, Decimal(string: "1234.567"), Decimal(string: "0.004"), -7, 4_999]
                .randomElement(using: &random) ?? nil
            steps.append("model \(value.map { "\($0)" } ?? "nil")")
            storage.value = value
            number.refresh()
            model.changeModel(to: value)
        }

        private func edit(_ inserted: String) {
            guard field.isFirstResponder else { return }
            let offset = Int.random(in: 0...field.text.count, using: &random)
            var text = Array(field.text)
            text.insert(contentsOf: Array(inserted), at: Bool.random(using: &random) ? text.count : offset)
            set(String(text))
        }

        private func delete() {
            guard field.isFirstResponder, !field.text.isEmpty else { return }
            var text = Array(field.text)
            let end = Int.random(in: 1...text.count, using: &random)
            let start = Bool.random(using: &random) ? end - 1 : Int.random(in: 0..<end, using: &random)
            text.removeSubrange(start..<end)
            set(String(text))
        }

        private func set(_ text: String) {
            steps.append("text \(text)")
            field.text = text
            model.type(text)
        }
    }

    @Test func aFieldAgreesWithANaiveModel() {
        let format = NumericFormat<Decimal>.style(.currency(code: "EUR"), locale: Locale(identifier: "en_US"))
        for index in RandomTestSize.seeds(RandomTestSize.cases(of: 10_000)) {
            let walk = Walk(seed: Self.seed + index, format: format)
            for _ in 0..<30 {
                walk.step()
                let isRight =
                    walk.field.text == walk.model.text && walk.storage.value == walk.model.stored
                    && (walk.model.hasError.map { $0 == (walk.number.error != nil) } ?? true)
                    && (walk.model.isFocused || walk.field.text == EditingModel.shown(walk.storage.value))
                guard isRight else {
                    let expected = (walk.model.text, walk.model.stored, walk.model.hasError, walk.model.isLive)
                    let actual = (walk.field.text, walk.storage.value, walk.number.error?.description)
                    Issue.record("seed \(Self.seed + index): \(walk.steps), expected \(expected), actual \(actual)")
                    return
                }
            }
        }
    }
}

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

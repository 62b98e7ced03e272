import Foundation
import KeyboardForms

/// A move of the focus among 10,000 fields, of which 99 in a hundred are filled and skipped.
@MainActor
struct FocusRow {
    let comparison: Comparison
    private let count = 10_000

    func row() -> Row {
        let ordered = fields()
        let order = FocusOrder(ordered, skipping: [.unavailable, .filled], end: .wrap)
        ordered[0].becomeFirstResponder()
        let plain = fields()
        let statistics = comparison.run(
            "focus_move",
            [
                (.ours, { precondition(order.moveToNext()) }),
                (.handwritten, { Self.next(in: plain)?.becomeFirstResponder() }),
            ]
        )
        // The order holds them weakly.
        withExtendedLifetime(ordered) {}
        return Row(name: "focus_move", screens: count, statistics: statistics)
    }

    private func fields() -> [Field] {
        let focus = Focus()
        return (0..<count).map { Field(focus, text: $0.isMultiple(of: 100) ? "" : "filled") }
    }

    /// Code without a library, which finds the field with the focus and then the next empty one.
    private static func next(in fields: [Field]) -> Field? {
        let start = fields.firstIndex(where: \.isFirstResponder) ?? 0
        return fields[(start + 1)...].first(where: \.text.isEmpty) ?? fields.first(where: \.text.isEmpty)
    }
}

@MainActor
private final class Focus {
    let center = NotificationCenter()
    weak var field: Field?
}

private final class Field: FormField {
    let formState: FormElementState
    private let focus: Focus
    var text: String
    var isHidden: Bool { false }
    var isEnabled: Bool { true }
    var isMultiLine: Bool { false }

    init(_ focus: Focus, text: String) {
        self.focus = focus
        self.text = text
        formState = FormElementState(center: focus.center)
    }

    var isFirstResponder: Bool { focus.field === self }

    @discardableResult
    func becomeFirstResponder() -> Bool {
        let last = focus.field
        focus.field = self
        if last !== self { last?.fieldDidEndEditing() }
        fieldDidBeginEditing()
        return true
    }

    func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        focus.field = nil
        fieldDidEndEditing()
        return true
    }
}

import Foundation
import KeyboardForms

/// The cost to move the focus, and the cost to type a character, in a form with a bar.
///
/// Every third field is filled, so a move skips this field.
@MainActor
struct FormRows {
    let comparison: Comparison

    func rows() -> [Row] {
        [10, 100, 1_000].flatMap(rows)
    }

    private func rows(fields count: Int) -> [Row] {
        let ordered = fields(count)
        let order = FocusOrder(ordered, skipping: [.unavailable, .filled], end: .wrap)
        let navigator = TextFieldNavigator(order)
        navigator.onChange = { [unowned navigator] in precondition(navigator.items.count == 3) }
        ordered[0].becomeFirstResponder()
        let plain = fields(count)
        let move = comparison.run(
            "form_move",
            [
                (.ours, { precondition(order.moveToNext()) }),
                (.handwritten, { Self.next(in: plain)?.becomeFirstResponder() }),
            ]
        )
        ordered[0].becomeFirstResponder()
        let key = comparison.run("form_key", [(.ours, { ordered[0].type() })])
        // The order holds the fields weakly.
        withExtendedLifetime((ordered, navigator)) {}
        return [
            Row(name: "form_move", fields: count, statistics: move),
            Row(name: "form_key", fields: count, statistics: key),
        ]
    }

    private func fields(_ count: Int) -> [Field] {
        let focus = Focus()
        return (0..<count).map { Field(focus, text: $0 % 3 == 2 ? "filled" : "") }
    }

    /// Returns the next empty field after the focused field, without a library.
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

    /// Types one character in place of the text.
    func type() {
        text = text == "a" ? "b" : "a"
        fieldDidChange()
    }

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

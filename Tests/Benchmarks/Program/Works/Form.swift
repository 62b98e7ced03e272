import Foundation
import KeyboardForms

/// A form with a bar.
///
/// Every third field is filled, so a move skips this field.
@MainActor
struct Form {
    private let fields: [Field]

    private init(_ count: Int) {
        let focus = Focus()
        fields = (0..<count).map { Field(focus, text: $0 % 3 == 2 ? "filled" : "") }
    }

    static func job(_ work: Work, of implementation: Implementation, fields count: Int) -> Job? {
        let form = Form(count)
        switch (work, implementation) {
        case (.formMove, .handwritten):
            return Job { form.nextEmpty?.becomeFirstResponder() }
        case (_, .ours):
            let order = FocusOrder(form.fields, skipping: [.unavailable, .filled], end: .wrap)
            let navigator = TextFieldNavigator(order)
            navigator.onChange = { [unowned navigator] in precondition(navigator.items.count == 3) }
            form.fields[0].becomeFirstResponder()
            return Job(owner: (form, navigator)) {
                if work == .formMove { order.moveFocus(.next) } else { form.fields[0].type() }
            }
        default:
            return nil
        }
    }

    /// The next empty field after the focused field, without a library.
    private var nextEmpty: Field? {
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
    let formState: FieldState
    private let focus: Focus
    var text: String
    var isHidden: Bool { false }
    var isEnabled: Bool { true }
    var isMultiLine: Bool { false }

    init(_ focus: Focus, text: String) {
        self.focus = focus
        self.text = text
        formState = FieldState(center: focus.center)
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

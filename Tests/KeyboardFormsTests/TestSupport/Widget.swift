import Foundation
import KeyboardForms

/// A text widget without a keyboard, which reports its focus.
class Widget: FormChangeable {
    let formState = FieldState(center: NotificationCenter(), diagnostics: FormDiagnostics())
    var text = ""
    var isHidden: Bool { false }
    var isEnabled: Bool { true }
    var isMultiLine: Bool { false }
    private(set) final var isFirstResponder = false

    init() {}

    final func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        fieldDidBeginEditing()
        return true
    }

    final func resignFirstResponder() -> Bool {
        isFirstResponder = false
        fieldDidEndEditing()
        return true
    }
}

/// A text view, which does not report changes of its text.
final class TextArea: Widget {
    override var isMultiLine: Bool { true }
}

/// A subclass that adds a selection.
class SelectingWidget: Widget, SelectableField {
    final var selectedTextRange = 0..<0
    final var hasMarkedText = false
}

/// A text field that reports every change.
final class ReportingWidget: SelectingWidget {
    override var text: String {
        didSet { if text != oldValue { fieldDidChange() } }
    }
}

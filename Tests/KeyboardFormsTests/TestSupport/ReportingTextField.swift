import Foundation
import KeyboardForms

/// A text field without a keyboard, which reports every change.
final class ReportingTextField: TextInputField {
    let formState = FormElementState(center: NotificationCenter())
    var text = "" {
        didSet { if text != oldValue { fieldDidChange() } }
    }
    var selectedTextRange = 0..<0
    var hasMarkedText = false
    var isHidden: Bool { false }
    var isEnabled: Bool { true }
    var isMultiLine: Bool { false }
    private(set) var isFirstResponder = false

    func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        fieldDidBeginEditing()
        return true
    }

    func resignFirstResponder() -> Bool {
        isFirstResponder = false
        fieldDidEndEditing()
        return true
    }
}

import Foundation
import KeyboardForms

/// A window, in which one field has the focus.
@MainActor
final class FieldWindow {
    fileprivate(set) weak var focused: WindowField?

    func fields(
        _ count: Int,
        diagnostics: FormDiagnostics = FormDiagnostics(),
        center: NotificationCenter = NotificationCenter()
    ) -> [WindowField] {
        (0..<count).map { _ in WindowField(self, diagnostics, center) }
    }
}

/// A field of a toolkit with a behavior that a test chooses.
@MainActor
final class WindowField: FormChangeable {
    let formState: FieldState
    var text = ""
    let isEnabled = true
    let isMultiLine = false
    private let window: FieldWindow
    private var hasFocus = false

    var isSetHidden = false
    /// Whether the field reports its focus.
    var reportsFocus = true
    /// Whether `becomeFirstResponder()` returns `false` after the field has taken the focus.
    var deniesTakingFocus = false
    /// Whether `becomeFirstResponder()` returns `true` although the field never has the focus.
    var claimsFocus = false
    /// Whether `becomeFirstResponder()` has no effect.
    var refusesFocus = false
    /// Called by `becomeFirstResponder()`.
    var onFocusRequest: (@MainActor () -> Void)?
    /// Whether `resignFirstResponder()` has an effect, and the value that it returns.
    var resigning: (hasEffect: Bool, result: Bool) = (true, true)
    /// Returns whether the window may take the focus from the field.
    var shouldEndEditing: (@MainActor () -> Bool)?
    /// Receives the loss of the focus, and returns whether the field then reports it.
    var onFocusOut: (@MainActor () -> Bool)?

    /// The traits that the toolkit shows.
    private(set) var shownReturnKeyType = ReturnKeyType.default
    private(set) var showsAccessory = false

    init(_ window: FieldWindow, _ diagnostics: FormDiagnostics, _ center: NotificationCenter) {
        self.window = window
        formState = FieldState(center: center, diagnostics: diagnostics)
        formState.onTraitChange = { [weak self] trait in
            guard let self else { return }
            if trait == .returnKeyType { shownReturnKeyType = formState.returnKeyType }
            if trait == .accessory { showsAccessory = formState.accessory != nil }
        }
    }

    var isHidden: Bool { isSetHidden }
    var isFirstResponder: Bool { hasFocus && !claimsFocus }

    /// Types characters, and reports only the change.
    func type(_ characters: String) {
        text += characters
        fieldDidChange()
    }

    func becomeFirstResponder() -> Bool {
        onFocusRequest?()
        if refusesFocus { return false }
        if hasFocus { return true }
        if let old = window.focused {
            if let shouldEndEditing = old.shouldEndEditing, !shouldEndEditing() { return false }
            old.loseFocus()
            if window.focused != nil { return hasFocus }
        }
        hasFocus = true
        window.focused = self
        if reportsFocus { fieldDidBeginEditing() }
        return hasFocus && !deniesTakingFocus
    }

    func resignFirstResponder() -> Bool {
        if hasFocus, resigning.hasEffect { loseFocus() }
        return resigning.result
    }

    private func loseFocus() {
        hasFocus = false
        window.focused = nil
        if let onFocusOut, !onFocusOut() { return }
        if reportsFocus { fieldDidEndEditing() }
    }
}

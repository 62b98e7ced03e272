import Foundation
import KeyboardForms

// The adapters that the author of a toolkit writes, at most 20 lines for each kind of widget.

@safe class EntryAdapter: FormFieldAdapter {
    let entry: OpaquePointer

    init(_ entry: OpaquePointer, diagnostics: FormDiagnostics = .shared) {
        unsafe self.entry = unsafe entry
        super.init(center: NotificationCenter(), diagnostics: diagnostics)
        unsafe fake_widget_set_data(entry, retainedPointer(), FormFieldAdapter.widgetWasDestroyed)
        unsafe fake_widget_connect(entry, .focusIn) { unsafe FormFieldAdapter.with($0) { $0.fieldDidBeginEditing() } }
        unsafe fake_widget_connect(entry, .focusOut) { unsafe FormFieldAdapter.with($0) { $0.fieldDidEndEditing() } }
        unsafe fake_widget_connect(entry, .changed) { unsafe FormFieldAdapter.with($0) { $0.fieldDidChange() } }
        unsafe fake_widget_connect(entry, .visibilityChanged) {
            unsafe FormFieldAdapter.with($0) { $0.fieldDidChange() }
        }
        unsafe fake_widget_connect(entry, .returnPressed) {
            unsafe FormFieldAdapter.with($0) { _ = $0.fieldReturnKeyTapped() }
        }
    }
    override var text: String {
        get { unsafe fake_entry_get_text(entry) }
        set { unsafe fake_entry_set_text(entry, newValue) }
    }
    override var isHidden: Bool { unsafe !fake_widget_is_visible(entry) }
    override var isEnabled: Bool { unsafe fake_widget_is_sensitive(entry) }
    override var isFirstResponder: Bool { unsafe fake_widget_has_focus(entry) }
    override func becomeFirstResponder() -> Bool { unsafe fake_widget_grab_focus(entry) }
    override func resignFirstResponder() -> Bool { unsafe fake_widget_drop_focus(entry) }
}

final class TextAreaAdapter: EntryAdapter {
    override var isMultiLine: Bool { true }
}

final class SecureEntryAdapter: EntryAdapter {
    override init(_ entry: OpaquePointer, diagnostics: FormDiagnostics = .shared) {
        unsafe super.init(entry, diagnostics: diagnostics)
        formState.isSecureTextEntry = true
    }
    override func traitDidChange(_ trait: FormElementState.Trait) {
        if trait == .isSecureTextEntry { unsafe fake_entry_set_visibility(entry, !formState.isSecureTextEntry) }
        if trait == .returnKeyType { unsafe fake_entry_set_label(entry, formState.returnKeyType.rawValue) }
    }
}

import Foundation
import KeyboardForms

// The adapters that the author of a toolkit writes: at most 20 lines for each class.

@safe class WidgetAdapter: FormFieldAdapter {
    let widget: OpaquePointer
    init(_ widget: OpaquePointer, center: NotificationCenter = .init(), diagnostics: FormDiagnostics = .shared) {
        unsafe self.widget = unsafe widget
        super.init(center: center, diagnostics: diagnostics)
        unsafe fake_widget_set_data(widget, retainedPointer(), FormFieldAdapter.widgetWasDestroyed)
        unsafe fake_widget_connect(widget, .focusIn) { unsafe FormFieldAdapter.with($0) { $0.fieldDidBeginEditing() } }
        unsafe fake_widget_connect(widget, .focusOut) { unsafe FormFieldAdapter.with($0) { $0.fieldDidEndEditing() } }
        unsafe fake_widget_connect(widget, .changed) { unsafe FormFieldAdapter.with($0) { $0.fieldDidChange() } }
        unsafe fake_widget_connect(widget, .activated) {
            unsafe FormFieldAdapter.with($0) { _ = $0.fieldReturnKeyTapped() }
        }
    }
    override var isHidden: Bool { unsafe !fake_widget_is_visible(widget) }
    override var isEnabled: Bool { unsafe fake_widget_is_sensitive(widget) }
    override var isFirstResponder: Bool { unsafe fake_widget_has_focus(widget) }
    override func becomeFirstResponder() -> Bool { unsafe fake_widget_grab_focus(widget) }
    override func resignFirstResponder() -> Bool { unsafe fake_widget_drop_focus(widget) }
}

class EntryAdapter: WidgetAdapter {
    override var text: String {
        get { unsafe fake_entry_get_text(widget) }
        set { unsafe fake_entry_set_text(widget, newValue) }
    }
}

final class TextAreaAdapter: WidgetAdapter {
    override var isMultiLine: Bool { true }
    override var text: String {
        get { unsafe fake_area_get_text(widget) }
        set { unsafe fake_area_set_text(widget, newValue) }
    }
}

final class SecureEntryAdapter: EntryAdapter {
    override func traitDidChange(_ trait: FieldState.Trait) {
        if trait == .isSecureTextEntry { unsafe fake_entry_set_visibility(widget, !formState.isSecureTextEntry) }
        if trait == .returnKeyType { unsafe fake_entry_set_label(widget, formState.returnKeyType.rawValue) }
    }
}

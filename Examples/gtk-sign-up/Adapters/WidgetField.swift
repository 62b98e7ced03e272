import CGTK
import Foundation
import KeyboardForms
import LinuxKeyboards

/// The base class of the fields of all widgets.
///
/// The widget retains its field. The field does not retain the widget. After the window was closed, the field has no
/// widget.
class WidgetField: FormFieldAdapter {
    private let pointer: WidgetPointer
    final var widget: WidgetPointer? { isWidgetDestroyed ? nil : pointer }
    private var wasEnabled = true
    private let focus: OpaquePointer = gtk_event_controller_focus_new()
    private let requester: KeyboardRequester

    init(_ widget: WidgetPointer, _ requester: KeyboardRequester) {
        (pointer, self.requester) = (widget, requester)
        super.init()
        // The frame of the field in the content does not change when the content scrolls.
        formState.providers.frame = { [weak self] in self?.frame ?? .zero }
        g_object_set_data_full(
            widget.as(),
            "keyboard-form-field",
            retainedPointer(),
            FormFieldAdapter.widgetWasDestroyed
        )
        gtk_widget_add_controller(widget, focus)
        connect(gpointer(focus), "notify::contains-focus") { [weak self] in self?.focusDidChange() }
        widget.onKeyPress { [weak self] in self?.keyPressed($0) ?? false }
        widget.onPress { requester.fieldTapped() }
        for signal in ["map", "unmap"] { connect(widget, signal, reportChange) }
        connect(widget, "state-flags-changed") { [weak self] in self?.sensitivityMayChange() }
    }

    /// Returns a closure that reports a change of the field.
    final var reportChange: () -> Void { { [weak self] in self?.fieldDidChange() } }

    private func focusDidChange() {
        if isFirstResponder {
            fieldDidBeginEditing()
            requester.focusBegan(in: self)
        } else {
            fieldDidEndEditing()
            removeSelection()
            requester.focusEnded(in: self)
        }
    }

    /// Ends the editing if the field is no longer sensitive, because GTK does not report that the focus has ended.
    private func sensitivityMayChange() {
        guard wasEnabled != isEnabled else { return }
        wasEnabled.toggle()
        if wasEnabled { fieldDidChange() } else { focusDidChange() }
    }

    /// Removes the selection, because GTK would show the selection even without the focus.
    func removeSelection() {}

    private func keyPressed(_ key: CInt) -> Bool {
        // While an input method composes a text, it uses these keys.
        if (self as? any TextInputField)?.hasMarkedText == true { return false }
        return switch key {
        case GDK_KEY_Tab: moveFocus(.next)
        case GDK_KEY_ISO_Left_Tab: moveFocus(.previous)
        case GDK_KEY_Escape: fieldEscapeKeyTapped()
        default: false
        }
    }

    override var isFirstResponder: Bool { isEnabled && gtk_event_controller_focus_contains_focus(focus) != 0 }
    override func becomeFirstResponder() -> Bool { isEnabled && gtk_widget_grab_focus(widget) != 0 && isFirstResponder }
    override func resignFirstResponder() -> Bool {
        if isFirstResponder { gtk_root_set_focus(gtk_widget_get_root(widget), nil) }
        return !isFirstResponder
    }
    override var isHidden: Bool { widget.map { gtk_widget_is_visible($0) == 0 } ?? true }
    override var isEnabled: Bool { widget.map { gtk_widget_is_sensitive($0) != 0 } ?? false }

    final var frame: CGRect { widget?.scrolledContent.flatMap { widget?.frame(in: $0) } ?? .zero }
}

/// A `GtkEntry` as a field.
final class EntryField: WidgetField, TextInputField {
    private(set) var hasMarkedText = false
    private var editable: OpaquePointer? { widget.map { OpaquePointer($0) } }

    override init(_ entry: WidgetPointer, _ requester: KeyboardRequester) {
        super.init(entry, requester)
        connect(entry, "notify::text", reportChange)
        connect(entry, "activate") { [weak self] in _ = self?.fieldReturnKeyTapped() }
        connect(gpointer(gtk_editable_get_delegate(OpaquePointer(entry))), "preedit-changed") {
            [weak self] preedit, _ in
            self?.hasMarkedText = preedit?.load(as: CChar.self) != 0
            self?.fieldDidChange()
            return false
        }
    }

    override func removeSelection() { gtk_editable_set_position(editable, gtk_editable_get_position(editable)) }
    override var text: String {
        get { editable.map { String(cString: gtk_editable_get_text($0)) } ?? "" }
        set { editable.map { gtk_editable_set_text($0, newValue) } }
    }
    var selectedTextRange: Range<Int> {
        get {
            var (start, end): (CInt, CInt) = (0, 0)
            _ = editable.map { gtk_editable_get_selection_bounds($0, &start, &end) }
            return text.characterRange(ofUnicodeScalars: Int(start)..<Int(end))
        }
        set {
            let range = text.unicodeScalarRange(ofCharacters: newValue)
            editable.map { gtk_editable_select_region($0, CInt(range.lowerBound), CInt(range.upperBound)) }
        }
    }
}

/// A `GtkTextView` as a field of several lines.
final class TextViewField: WidgetField {
    private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { widget.map { gtk_text_view_get_buffer($0.as()) } }

    override init(_ view: WidgetPointer, _ requester: KeyboardRequester) {
        super.init(view, requester)
        gtk_text_view_set_accepts_tab(view.as(), 0)
        formState.providers.caretRectangle = { [weak self] in self?.caretRectangle }
        connect(gtk_text_view_get_buffer(view.as()), "changed", reportChange)
        // The layout that follows reports the caret.
        connect(gtk_text_view_get_buffer(view.as()), "notify::cursor-position") { gtk_widget_queue_allocate(view) }
    }

    override var isMultiLine: Bool { true }
    override func removeSelection() { buffer?.removeSelection() }
    override var text: String {
        get { buffer?.text ?? "" }
        set { buffer?.text = newValue }
    }
    private var caretRectangle: CGRect? {
        widget.map { $0.caretBounds.offsetBy(dx: frame.minX, dy: frame.minY) }
    }
}

import CGTK
import Foundation
import KeyboardForms
import LinuxKeyboards

/// What the fields of all widgets have in common, each retained by its widget.
class WidgetField: FormFieldAdapter {
    final let widget: WidgetPointer
    private let focus: OpaquePointer = gtk_event_controller_focus_new()
    private let requester: KeyboardRequester

    init(_ widget: WidgetPointer, _ requester: KeyboardRequester) {
        (self.widget, self.requester) = (widget, requester)
        super.init()
        g_object_set_data_full(widget.as(), "field", retainedPointer(), FormFieldAdapter.widgetWasDestroyed)
        let (keys, click): (OpaquePointer, OpaquePointer) = (gtk_event_controller_key_new(), gtk_gesture_click_new())
        for controller in [focus, keys, click] {
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(widget, controller)
        }
        connect(gpointer(focus), "notify::contains-focus") { [weak self] in self?.focusDidChange() }
        connect(gpointer(keys), "key-pressed") { [weak self] key, _ in self?.keyPressed(key) ?? false }
        connect(gpointer(click), "pressed") { requester.fieldTapped() }
        for signal in ["map", "unmap", "notify::sensitive"] { connect(widget, signal, reportChange) }
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

    /// Removes the selection, which GTK would show without the focus.
    func removeSelection() {}

    private func keyPressed(_ key: gpointer?) -> Bool {
        switch CInt(truncatingIfNeeded: Int(bitPattern: key)) {
        case GDK_KEY_Tab: moveFocus(.next)
        case GDK_KEY_ISO_Left_Tab: moveFocus(.previous)
        case GDK_KEY_Escape: fieldEscapeKeyTapped()
        default: false
        }
    }

    override var isFirstResponder: Bool { !isWidgetDestroyed && gtk_event_controller_focus_contains_focus(focus) != 0 }
    override func becomeFirstResponder() -> Bool { gtk_widget_grab_focus(widget) != 0 && isFirstResponder }
    override func resignFirstResponder() -> Bool {
        if isFirstResponder { gtk_root_set_focus(gtk_widget_get_root(widget), nil) }
        return !isFirstResponder
    }
    override var isHidden: Bool { gtk_widget_is_visible(widget) == 0 }
    override var isEnabled: Bool { gtk_widget_is_sensitive(widget) != 0 }

    /// The frame in the content of the scrolled window, which does not change when the content scrolls.
    override var frame: CGRect { widget.scrolledContent.map { widget.frame(in: $0) } ?? .zero }
}

/// A `GtkEntry` as a field.
final class EntryField: WidgetField, TextInputField {
    private(set) var hasMarkedText = false
    private var editable: OpaquePointer { OpaquePointer(widget) }

    override init(_ entry: WidgetPointer, _ requester: KeyboardRequester) {
        super.init(entry, requester)
        connect(entry, "notify::text", reportChange)
        connect(entry, "activate") { [weak self] in _ = self?.fieldReturnKeyTapped() }
        connect(gpointer(gtk_editable_get_delegate(editable)), "preedit-changed") { [weak self] preedit, _ in
            self?.hasMarkedText = preedit?.load(as: CChar.self) != 0
            self?.fieldDidChange()
            return false
        }
    }

    override func removeSelection() { gtk_editable_select_region(editable, 0, 0) }
    override var text: String {
        get { String(cString: gtk_editable_get_text(editable)) }
        set { gtk_editable_set_text(editable, newValue) }
    }
    var selectedTextRange: Range<Int> {
        get {
            var (start, end): (CInt, CInt) = (0, 0)
            gtk_editable_get_selection_bounds(editable, &start, &end)
            return text.characterRange(ofUnicodeScalars: Int(start)..<Int(end))
        }
        set {
            let range = text.unicodeScalarRange(ofCharacters: newValue)
            gtk_editable_select_region(editable, CInt(range.lowerBound), CInt(range.upperBound))
        }
    }
}

/// A `GtkTextView` as a field of several lines.
final class TextViewField: WidgetField {
    private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(widget.as()) }

    override init(_ view: WidgetPointer, _ requester: KeyboardRequester) {
        super.init(view, requester)
        connect(buffer, "changed", reportChange)
    }

    override var isMultiLine: Bool { true }
    override var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            let text = gtk_text_buffer_get_text(buffer, &start, &end, 1)
            defer { g_free(text) }
            return text.map { String(cString: $0) } ?? ""
        }
        set { gtk_text_buffer_set_text(buffer, newValue, -1) }
    }
    override func removeSelection() {
        var caret = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &caret, gtk_text_buffer_get_insert(buffer))
        gtk_text_buffer_place_cursor(buffer, &caret)
    }
    override var caretRectangle: CGRect? {
        var (caret, x, y) = (GdkRectangle(), CInt(0), CInt(0))
        gtk_text_view_get_cursor_locations(widget.as(), nil, &caret, nil)
        gtk_text_view_buffer_to_window_coords(widget.as(), GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y, &x, &y)
        let (frame, padding) = (frame, widget.bounds(in: widget).origin)
        let bounds = CGRect(x: Int(x), y: Int(y), width: 1, height: Int(caret.height))
        return bounds.offsetBy(dx: frame.minX - padding.x, dy: frame.minY - padding.y)
    }
}

import CGTK

/// A label, a field, and the reason that the field has refused its text.
final class FormRow {
    /// The box that contains the label, the field and the reason.
    ///
    /// All three stay above the keyboard.
    let box: Widget
    let input: Widget
    private let reason: Widget

    init(_ title: String, _ input: WidgetPointer) {
        box = Widget(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        self.input = Widget(input)
        reason = Widget(label("", style: "reason"))
        gtk_widget_set_visible(reason.pointer, 0)
        gtk_box_append(box.pointer.as(), label(title, style: "title"))
        gtk_box_append(box.pointer.as(), input)
        gtk_box_append(box.pointer.as(), reason.pointer)
    }

    /// The widget that stays visible together with the field.
    var group: UnsafeMutableRawPointer { UnsafeMutableRawPointer(box.pointer) }

    /// The reason that the field has refused its text; `nil` if the field has accepted its text.
    var message: String? {
        didSet {
            gtk_label_set_text(OpaquePointer(reason.pointer), message ?? "")
            gtk_widget_set_visible(reason.pointer, message == nil ? 0 : 1)
            if message == nil {
                gtk_widget_remove_css_class(input.pointer, "refused")
            } else {
                gtk_widget_add_css_class(input.pointer, "refused")
            }
        }
    }
}

/// Creates a label that wraps its text.
func label(_ text: String, style: String) -> WidgetPointer {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_widget_add_css_class(label, style)
    return label
}

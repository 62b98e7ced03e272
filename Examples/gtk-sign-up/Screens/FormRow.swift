import CGTK

/// A label, a field, and the reason why the field has refused its text.
final class FormRow {
    /// The box that contains the label, the field and the reason.
    ///
    /// The three widgets stay above the keyboard together.
    let box: Widget
    let input: Widget
    private let reason: Widget

    init(_ title: String, _ input: WidgetPointer) {
        box = Widget(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        self.input = Widget(input)
        reason = Widget(label("", style: "reason"))
        gtk_widget_set_visible(reason.pointer, 0)
        let title = label(title, style: "title")
        for child in [title, input, reason.pointer] { gtk_box_append(box.pointer.as(), child) }
        set_accessible_labels(input, title, reason.pointer)
        // An entry is at most 56 characters wide, so that its text is easy to read.
        set_maximum_width(input, 56)
    }

    /// The widget that stays visible together with the field.
    var group: UnsafeMutableRawPointer { UnsafeMutableRawPointer(box.pointer) }

    /// The reason why the field has refused its text; `nil` if the field has accepted its text.
    var message: String? {
        didSet {
            gtk_label_set_text(OpaquePointer(reason.pointer), message ?? "")
            let isRefused = message != nil
            gtk_widget_set_visible(reason.pointer, isRefused ? 1 : 0)
            set_accessible_invalid(input.pointer, isRefused ? 1 : 0)
            (isRefused ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(input.pointer, "refused")
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

import CGTK

/// The widgets of the dialog, without a controller.
final class InviteView {
    let window: Widget
    let scrolled: Widget, content: Widget
    let mail = FormRow("Your friend’s e-mail", gtk_entry_new())
    let cancel = Widget(gtk_button_new_with_label("Cancel"))
    let send = Widget(gtk_button_new_with_label("Invite"))

    init(over parent: WidgetPointer) {
        window = Widget(gtk_window_new())
        scrolled = Widget(gtk_scrolled_window_new())
        content = Widget(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        gtk_window_set_title(window.pointer.as(), "Invite a friend")
        gtk_window_set_transient_for(window.pointer.as(), parent.as())
        gtk_window_set_modal(window.pointer.as(), 1)
        gtk_window_set_default_size(window.pointer.as(), 480, 222)
        gtk_widget_add_css_class(window.pointer, "invite")
        gtk_widget_add_css_class(content.pointer, "dialog")

        let buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
        gtk_widget_set_halign(buttons, GTK_ALIGN_END)
        gtk_box_append(buttons.as(), cancel.pointer)
        gtk_box_append(buttons.as(), send.pointer)
        gtk_widget_add_css_class(send.pointer, "suggested-action")
        let words = label("We send one e-mail, and do not keep the address.", style: "words")
        for child in [words, mail.box.pointer, buttons] { gtk_box_append(content.pointer.as(), child) }
        gtk_scrolled_window_set_policy(OpaquePointer(scrolled.pointer), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(OpaquePointer(scrolled.pointer), content.pointer)
        gtk_window_set_child(window.pointer.as(), scrolled.pointer)
        gtk_entry_set_input_purpose(mail.input.pointer.as(), GTK_INPUT_PURPOSE_EMAIL)
        gtk_window_set_focus(window.pointer.as(), mail.input.pointer)
    }
}

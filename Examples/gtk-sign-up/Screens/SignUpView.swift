import CGTK

/// The widgets of the form, without a controller.
final class SignUpView {
    let window: Widget
    let scrolled: Widget, content: Widget
    let name = FormRow("Your name", gtk_entry_new())
    let mail = FormRow("E-mail", gtk_entry_new())
    let password = FormRow("Password", gtk_entry_new())
    let budget = FormRow("Monthly budget", gtk_entry_new())
    let note = FormRow("What may we do for you?", gtk_text_view_new())
    let invite = Widget(gtk_button_new_with_label("Invite a friend…"))
    let submit = Widget(gtk_button_new_with_label("Create account"))
    private let done = Widget(label("", style: "done"))

    init(in application: UnsafeMutablePointer<GtkApplication>) {
        window = Widget(gtk_application_window_new(application))
        scrolled = Widget(gtk_scrolled_window_new())
        content = Widget(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        gtk_widget_add_css_class(window.pointer, "sign-up")
        gtk_window_set_title(window.pointer.as(), "Sign up")
        gtk_window_set_decorated(window.pointer.as(), 0)
        // The window has this size when it is no longer maximized.
        gtk_window_set_default_size(window.pointer.as(), 640, 720)

        let box: UnsafeMutablePointer<GtkBox> = content.pointer.as()
        gtk_widget_add_css_class(content.pointer, "form")
        gtk_widget_set_halign(content.pointer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(content.pointer, GTK_ALIGN_START)
        gtk_box_append(box, label("Create your account", style: "heading"))
        for row in rows { gtk_box_append(box, row.box.pointer) }
        gtk_entry_set_visibility(password.input.pointer.as(), 0)
        gtk_entry_set_input_purpose(mail.input.pointer.as(), GTK_INPUT_PURPOSE_EMAIL)
        gtk_entry_set_input_purpose(password.input.pointer.as(), GTK_INPUT_PURPOSE_PASSWORD)
        gtk_text_view_set_accepts_tab(note.input.pointer.as(), 0)
        gtk_text_view_set_wrap_mode(note.input.pointer.as(), GTK_WRAP_WORD_CHAR)
        gtk_widget_set_size_request(note.input.pointer, -1, 84)
        gtk_widget_add_css_class(submit.pointer, "suggested-action")
        for child in [invite, submit, done] { gtk_box_append(box, child.pointer) }

        gtk_scrolled_window_set_policy(OpaquePointer(scrolled.pointer), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(OpaquePointer(scrolled.pointer), content.pointer)
        gtk_window_set_child(window.pointer.as(), scrolled.pointer)
        // Without this call, GTK would give the focus to the first field.
        gtk_window_set_focus(window.pointer.as(), submit.pointer)
    }

    /// The rows with fields, from the top.
    var rows: [FormRow] { [name, mail, password, budget, note] }

    /// The bar on the keyboard; `nil` if the bar is hidden.
    var bar: WidgetPointer? {
        window.pointer.children.first {
            gtk_widget_has_css_class($0, "keyboard-bar") != 0 && gtk_widget_get_visible($0) != 0
        }
    }

    /// The answer to the submitted form.
    var answer: String = "" {
        didSet { gtk_label_set_text(OpaquePointer(done.pointer), answer) }
    }
}

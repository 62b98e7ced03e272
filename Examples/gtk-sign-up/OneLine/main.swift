import CGTK
import KeyboardGTK

// This app has one window with fields, and no controller. Only the next line is for the keyboard.
KeyboardManager.start()

let application = gtk_application_new("org.example.OneLine", G_APPLICATION_DEFAULT_FLAGS)!
let activate: @convention(c) (UnsafeMutablePointer<GtkApplication>, gpointer?) -> Void = { application, _ in
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 60)!
    for index in 1...10 {
        let entry = gtk_entry_new()!
        gtk_entry_set_placeholder_text(
            UnsafeMutableRawPointer(entry).assumingMemoryBound(to: GtkEntry.self),
            "\(index)"
        )
        gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), entry)
    }
    let scrolled = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(OpaquePointer(scrolled), box)
    let window = UnsafeMutableRawPointer(gtk_application_window_new(application))!.assumingMemoryBound(
        to: GtkWindow.self
    )
    gtk_window_set_child(window, scrolled)
    gtk_window_maximize(window)
    gtk_window_present(window)
}
g_signal_connect_data(application, "activate", unsafeBitCast(activate, to: GCallback.self), nil, nil, G_CONNECT_DEFAULT)
g_application_run(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self), 0, nil)

import CGTK

/// Loads the style of all windows.
func loadStyle() {
    let provider = gtk_css_provider_new()!
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(),
        OpaquePointer(provider),
        guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
    )
}

private let style = """
    window.sign-up, window.invite { background: #f6f5f2; color: #22303c; font-size: 17px; }
    .form { padding: 28px 24px; min-width: 560px; }
    window.invite { border: 1px solid #8a949c; }
    .dialog { padding: 20px 24px; }
    .heading { font-size: 30px; font-weight: bold; }
    .title { font-weight: bold; }
    entry, textview { background: white; min-height: 40px; border-radius: 6px; border: 2px solid #7d8a94; padding: 2px 10px; }
    textview { padding: 8px 10px; }
    entry:focus-within, textview:focus-within { border-color: #1a6fd4; outline: none; }
    entry.refused, textview.refused { border-color: #c01c28; }
    .reason { color: #c01c28; }
    .form button, .dialog button { min-height: 36px; }
    button.suggested-action { background: #1a5fb4; }
    .done { color: #1b7f3b; font-weight: bold; }
    .keyboard-bar { background: #dfe3e6; border-top: 1px solid #b8c0c6; padding: 2px 8px; }
    """

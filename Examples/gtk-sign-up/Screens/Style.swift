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

/// A style sheet with the colors of the theme, and with some sizes that depend on the font of the desktop.
private let style = """
    window.sign-up, window.invite { font-size: 1.3em; }
    .form { padding: 28px 24px; }
    window.invite { border: 1px solid @borders; }
    .dialog { padding: 20px 24px; }
    .heading { font-size: 1.8em; font-weight: bold; }
    .title { font-weight: bold; }
    entry, textview {
        min-height: 2.4em; border-radius: 6px; border: 2px solid alpha(@theme_fg_color, 0.4); padding: 2px 10px;
    }
    textview { padding: 8px 10px; }
    entry:focus-within, textview:focus-within { border-color: @theme_selected_bg_color; outline: none; }
    entry.refused, textview.refused { border-color: @error_color; }
    .reason { color: @error_color; }
    .form button, .dialog button { min-height: 2.1em; }
    .done { color: @success_color; font-weight: bold; }
    .keyboard-bar {
        background: mix(@theme_bg_color, @theme_fg_color, 0.1); border-top: 1px solid @borders; padding: 2px 8px;
    }
    """

#if __has_include(<gtk/gtk.h>)
#include <gtk/gtk.h>
#else
#error "GTK is missing; install it with: apt-get install libgtk-4-dev"
#endif
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

static inline gboolean keyboard_gtk_is_a(gconstpointer object, GType type) {
    return object != NULL && g_type_check_instance_is_a((GTypeInstance *)object, type);
}

static inline gboolean keyboard_gtk_is_on_x11(GdkSurface *surface) {
#ifdef GDK_WINDOWING_X11
    return GDK_IS_X11_SURFACE(surface);
#else
    return FALSE;
#endif
}

/// Returns the position of an X11 surface on the screen, in pixels.
static inline void keyboard_gtk_x11_origin(GdkSurface *surface, int *x, int *y) {
    *x = *y = 0;
#ifdef GDK_WINDOWING_X11
    // Later versions of GTK deprecate these functions, but GTK 4.8 in Debian 12 does not.
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    if (GDK_IS_X11_SURFACE(surface)) {
        GdkDisplay *display = gdk_surface_get_display(surface);
        Window child;
        XTranslateCoordinates(gdk_x11_display_get_xdisplay(display), gdk_x11_surface_get_xid(surface),
                              gdk_x11_display_get_xrootwindow(display), 0, 0, x, y, &child);
    }
    G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}

/// Sets the number of pixels in a point.
static inline void keyboard_gtk_set_x11_scale(GdkDisplay *display, int scale) {
#ifdef GDK_WINDOWING_X11
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    if (GDK_IS_X11_DISPLAY(display)) gdk_x11_display_set_surface_scale(display, scale);
    G_GNUC_END_IGNORE_DEPRECATIONS
#endif
}

static inline gboolean keyboard_gtk_permits_animations(GtkSettings *settings) {
    gboolean permits = TRUE;
    g_object_get(settings, "gtk-enable-animations", &permits, NULL);
    return permits;
}

/// Returns whether the function has changed the input method.
///
/// The function keeps an input method that the app has set for the text widget.
static inline gboolean keyboard_gtk_set_simple_im(gpointer text, gboolean is_simple) {
    const char *simple = "gtk-im-context-simple";
    char *current = NULL;
    g_object_get(text, "im-module", &current, NULL);
    gboolean is_set = g_strcmp0(current, is_simple ? NULL : simple) == 0;
    if (is_set) g_object_set(text, "im-module", is_simple ? simple : NULL, NULL);
    g_free(current);
    return is_set;
}

static inline void keyboard_gtk_set_string(gpointer object, const char *name, const char *value) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), name)) g_object_set(object, name, value, NULL);
}

static inline void keyboard_gtk_set_int(gpointer object, const char *name, int value) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), name)) g_object_set(object, name, value, NULL);
}

static inline int keyboard_gtk_get_int(gpointer object, const char *name) {
    int value = 0;
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), name)) g_object_get(object, name, &value, NULL);
    return value;
}

static inline void keyboard_gtk_notify(gpointer object, const char *name) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(object), name)) g_object_notify(object, name);
}

static inline void keyboard_gtk_set_accessible_label(GtkWidget *widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/// The function works only if the environment contains `GTK_A11Y=test`.
static inline gboolean keyboard_gtk_has_accessible_label(GtkWidget *widget, const char *label) {
    if (!gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL)) return FALSE;
    char *difference = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
    g_free(difference);
    return difference == NULL;
}

static inline void keyboard_gtk_activate(GtkWidget *text) { g_signal_emit_by_name(text, "activate"); }

static inline void keyboard_gtk_load_css(GtkCssProvider *provider, const char *rules) {
    // Later versions of GTK deprecate this function, but GTK 4.8 in Debian 12 does not.
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gtk_css_provider_load_from_data(provider, rules, -1);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

/// Returns whether an X event reports the frame of a surface.
static inline gboolean keyboard_gtk_is_configure(gconstpointer event, GdkSurface *surface) {
#ifdef GDK_WINDOWING_X11
    const XEvent *xevent = event;
    return xevent->type == ConfigureNotify && xevent->xconfigure.window == gdk_x11_surface_get_xid(surface);
#else
    return FALSE;
#endif
}

/// Writes a message that GLib prints if the variable `G_MESSAGES_DEBUG` contains `KeyboardGTK`.
static inline void keyboard_gtk_debug(const char *message) {
    g_log("KeyboardGTK", G_LOG_LEVEL_DEBUG, "%s", message);
}

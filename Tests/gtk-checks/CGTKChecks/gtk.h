#include <X11/keysym.h>
#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>

static inline gboolean is_text_view(GtkWidget *widget) { return GTK_IS_TEXT_VIEW(widget); }

static inline void set_boolean(gpointer object, const char *property, gboolean value) {
    g_object_set(object, property, value, NULL);
}

// GTK deprecates X11, which has no other functions.
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static inline Display *default_x_display(void) { return gdk_x11_display_get_xdisplay(gdk_display_get_default()); }

static inline void set_scale(int scale) { gdk_x11_display_set_surface_scale(gdk_display_get_default(), scale); }

/// Returns the position of a surface on the screen, in pixels.
static inline void get_origin(GdkSurface *surface, int *x, int *y) {
    Window child;
    XTranslateCoordinates(default_x_display(), gdk_x11_surface_get_xid(surface), DefaultRootWindow(default_x_display()),
                          0, 0, x, y, &child);
}

static inline void move_window(GdkSurface *surface, int x, int y) {
    XMoveWindow(default_x_display(), gdk_x11_surface_get_xid(surface), x, y);
    XFlush(default_x_display());
}

G_GNUC_END_IGNORE_DEPRECATIONS

/// Returns whether a widget has this name for screen readers.
///
/// The function works only if the environment contains `GTK_A11Y=test`.
static inline gboolean has_accessible_label(GtkWidget *widget, const char *label) {
    if (!gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL)) return FALSE;
    char *difference = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);
    g_free(difference);
    return difference == NULL;
}

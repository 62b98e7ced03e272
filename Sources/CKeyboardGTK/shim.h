#if __has_include(<gtk/gtk.h>)
#include <gtk/gtk.h>
#else
#error "GTK is missing; install it with: apt-get install libgtk-4-dev"
#endif
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

/// Returns whether an object exists and has a type.
static inline gboolean keyboard_gtk_is_a(gconstpointer object, GType type) {
    return object != NULL && g_type_check_instance_is_a((GTypeInstance *)object, type);
}

/// Returns whether a surface is on an X server.
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
    // Debian 12 has GTK 4.8, where these functions are not deprecated yet.
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

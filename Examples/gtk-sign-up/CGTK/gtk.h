#include <glib-unix.h>
#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>

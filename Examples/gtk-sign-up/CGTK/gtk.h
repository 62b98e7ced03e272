#include <glib-unix.h>
#include <gdk/x11/gdkx.h>
#include <gtk/gtk.h>

/// Relates a field to its label and to its error message, for screen readers.
static inline void set_accessible_labels(GtkWidget *field, GtkWidget *label, GtkWidget *message) {
    gtk_accessible_update_relation(GTK_ACCESSIBLE(field), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL,
                                   GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, message, NULL, -1);
}

/// Reports to screen readers whether a field has refused its text.
static inline void set_accessible_invalid(GtkWidget *field, gboolean is_invalid) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(field), GTK_ACCESSIBLE_STATE_INVALID,
                                is_invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/// Returns whether screen readers know that a field has refused its text.
///
/// The function is for an environment with `GTK_A11Y=test`.
static inline gboolean is_accessible_invalid(GtkWidget *field) {
    if (!gtk_test_accessible_has_state(GTK_ACCESSIBLE(field), GTK_ACCESSIBLE_STATE_INVALID)) return FALSE;
    char *difference = gtk_test_accessible_check_state(GTK_ACCESSIBLE(field), GTK_ACCESSIBLE_STATE_INVALID,
                                                       GTK_ACCESSIBLE_INVALID_TRUE);
    g_free(difference);
    return difference == NULL;
}

/// Limits the width of an entry to a number of characters; does nothing with another widget.
static inline void set_maximum_width(GtkWidget *widget, int characters) {
    if (!GTK_IS_EDITABLE(widget)) return;
    gtk_editable_set_width_chars(GTK_EDITABLE(widget), 8);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(widget), characters);
}

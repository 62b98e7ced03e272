#include "form.h"

#include <gtk/gtk.h>

// The form of an app that has no code for a keyboard. In a picture, the colors show where each field is.

enum { ENTRIES = 20, NOTE = ENTRIES, MENU, DIALOG, TEXT, MENU_BUTTON, DIALOG_BUTTON, PLACES };

static GtkWidget *window, *dialog, *focused, *fields[PLACES];
static char *last_line;

static char *text_of(GtkWidget *field) {
    if (GTK_IS_EDITABLE(field)) return g_strdup(gtk_editable_get_text(GTK_EDITABLE(field)));
    GtkTextIter start, end;
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(field));
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
}

// A field is an entry, or the line of the caret in a text view.
static int height_of(GtkWidget *field) {
    if (GTK_IS_EDITABLE(field)) {
        int height;
        gtk_widget_measure(field, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
        return height;
    }
    GtkTextIter caret;
    GdkRectangle line;
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(field));
    gtk_text_buffer_get_iter_at_mark(buffer, &caret, gtk_text_buffer_get_insert(buffer));
    gtk_text_view_get_iter_location(GTK_TEXT_VIEW(field), &caret, &line);
    return line.height;
}

static void report(void) {
    GtkWidget *widget = gtk_window_get_focus(GTK_WINDOW(dialog ? dialog : window)), *former = focused;
    focused = NULL;
    GString *line = g_string_new("{\"texts\": {");
    for (int i = 0; i < MENU_BUTTON; i++) {
        if (!fields[i]) continue;
        if (widget && (widget == fields[i] || gtk_widget_is_ancestor(widget, fields[i]))) focused = fields[i];
        char *text = text_of(fields[i]), *escaped = g_strescape(text, NULL);
        g_string_append_printf(line, "%s\"%d\": \"%s\"", line->str[line->len - 1] == '{' ? "" : ", ", i + 1, escaped);
        g_free(text);
        g_free(escaped);
    }
    g_string_append(line, "}");
    if (former != focused && former) gtk_widget_remove_css_class(former, "focused");
    if (former != focused && focused) gtk_widget_add_css_class(focused, "focused");
    for (int i = 0; i < MENU_BUTTON; i++) {
        if (focused && focused == fields[i])
            g_string_append_printf(line, ", \"focus\": \"%d\", \"height\": %d", i + 1, height_of(focused));
    }
    g_string_append(line, "}");
    if (g_strcmp0(line->str, last_line) != 0) {
        puts(line->str);
        fflush(stdout);
    }
    g_free(last_line);
    last_line = g_string_free(line, FALSE);
}

static GtkWidget *place(GtkWidget *widget, int index) {
    char name[8];
    snprintf(name, sizeof name, "p%d", index + 1);
    gtk_widget_add_css_class(widget, name);
    return fields[index] = widget;
}

static GtkWidget *entry(int index) {
    GtkWidget *entry = place(gtk_entry_new(), index);
    char text[32];
    snprintf(text, sizeof text, "word %d", index + 1);
    gtk_editable_set_text(GTK_EDITABLE(entry), text);
    g_signal_connect(entry, "changed", G_CALLBACK(report), NULL);
    return entry;
}

static GtkWidget *text_view(int index, int lines) {
    GtkWidget *view = place(gtk_text_view_new(), index);
    // The round corners of a frame cut off a caret at the edge.
    gtk_text_view_set_left_margin(GTK_TEXT_VIEW(view), 8);
    gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    for (int i = 1; i <= lines; i++) {
        char text[32];
        snprintf(text, sizeof text, i < lines ? "line %d\n" : "line %d", i);
        gtk_text_buffer_insert_at_cursor(buffer, text, -1);
    }
    g_signal_connect(buffer, "changed", G_CALLBACK(report), NULL);
    return view;
}

static void dialog_is_gone(void) {
    dialog = fields[DIALOG] = NULL;
    // GTK has freed the field of the dialog.
    focused = NULL;
    report();
}

static void open_dialog(void) {
    dialog = gtk_window_new();
    gtk_window_set_title(GTK_WINDOW(dialog), "dialog");
    gtk_window_set_transient_for(GTK_WINDOW(dialog), GTK_WINDOW(window));
    gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(content), entry(DIALOG));
    gtk_window_set_child(GTK_WINDOW(dialog), content);
    // A keyboard that the app draws is inside the dialog.
    gtk_window_set_default_size(GTK_WINDOW(dialog), 400, 400);
    gtk_widget_set_size_request(fields[DIALOG], 300, -1);
    gtk_widget_set_valign(fields[DIALOG], GTK_ALIGN_CENTER);
    g_signal_connect_swapped(fields[DIALOG], "activate", G_CALLBACK(gtk_window_destroy), dialog);
    g_signal_connect(dialog, "destroy", G_CALLBACK(dialog_is_gone), NULL);
    g_signal_connect(dialog, "notify::focus-widget", G_CALLBACK(report), NULL);
    gtk_window_present(GTK_WINDOW(dialog));
    report();
}

static GtkWidget *form(void) {
    GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 60);
    gtk_widget_set_margin_start(content, 24);
    gtk_widget_set_margin_end(content, 24);
    for (int i = 0; i < ENTRIES; i++) {
        // The last entry is the end of the content.
        if (i == ENTRIES - 1) {
            GtkWidget *frame = gtk_frame_new(NULL);
            gtk_widget_add_css_class(frame, "frame");
            gtk_frame_set_child(GTK_FRAME(frame), text_view(NOTE, 4));
            gtk_box_append(GTK_BOX(content), frame);
        }
        gtk_box_append(GTK_BOX(content), entry(i));
    }
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 24), *popover = gtk_popover_new();
    gtk_popover_set_child(GTK_POPOVER(popover), entry(MENU));
    gtk_box_append(GTK_BOX(buttons), place(gtk_menu_button_new(), MENU_BUTTON));
    gtk_menu_button_set_label(GTK_MENU_BUTTON(fields[MENU_BUTTON]), "Menu");
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(fields[MENU_BUTTON]), popover);
    gtk_box_append(GTK_BOX(buttons), place(gtk_button_new_with_label("Dialog"), DIALOG_BUTTON));
    g_signal_connect(fields[DIALOG_BUTTON], "clicked", G_CALLBACK(open_dialog), NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), content);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), buttons);
    gtk_box_append(GTK_BOX(box), scrolled);
    return box;
}

static void load_style(void) {
    GString *css = g_string_new(
        "entry, textview { border: none; border-radius: 0; outline: none; box-shadow: none; }"
        "textview { caret-color: #ff00ff; }");
    for (int i = 1; i <= PLACES; i++)
        g_string_append_printf(css,
                               "entry.p%d, textview.p%d, textview.p%d > text, button.p%d, .p%d > button"
                               "{ background: rgb(255, 255, %d); }",
                               i, i, i, i, i, i * 8);
    g_string_append(css, "entry.focused { background: #ff00ff; }");
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, css->str, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_USER);
    g_string_free(css, TRUE);
    // A picture between two blinks would have no caret.
    g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, NULL);
}

static void activate(GtkApplication *application, char **arguments) {
    const char *const *options = (const char *const *)arguments;
    load_style();
    window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(window), "form");
    gtk_window_set_default_size(GTK_WINDOW(window), 600, 500);
    if (g_strv_contains(options, "--header-bar")) gtk_window_set_titlebar(GTK_WINDOW(window), gtk_header_bar_new());
    if (g_strv_contains(options, "--maximized")) gtk_window_maximize(GTK_WINDOW(window));
    if (g_strv_contains(options, "--full-screen")) gtk_window_fullscreen(GTK_WINDOW(window));
    if (g_strv_contains(options, "--text-view")) {
        GtkWidget *scrolled = gtk_scrolled_window_new();
        gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), text_view(TEXT, 120));
        gtk_window_set_child(GTK_WINDOW(window), scrolled);
    } else {
        gtk_window_set_child(GTK_WINDOW(window), form());
    }
    g_signal_connect(window, "notify::focus-widget", G_CALLBACK(report), NULL);
    gtk_window_present(GTK_WINDOW(window));
    report();
}

int form_run(int argc, char **argv) {
    (void)argc;
    GtkApplication *application = gtk_application_new("org.example.OneLine", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), argv);
    int status = g_application_run(G_APPLICATION(application), 0, NULL);
    g_object_unref(application);
    return status;
}

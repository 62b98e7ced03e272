#include <gtk/gtk.h>
#include <string.h>
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

/// A client that receives the frame of KWin's keyboard through the protocol `zwp_text_input_v2`.
struct keyboard_gtk_panel {
    struct wl_registry *registry;
    struct wl_proxy *manager, *input;
    struct wl_seat *seat;
    /// Called with each frame of the keyboard, in the coordinates of the surface that has the focus.
    void (*report)(gpointer data, gboolean is_visible, int x, int y, int width, int height);
    gpointer data;
};

#ifdef GDK_WINDOWING_WAYLAND

// The part of the protocol that the client uses. The client sends three requests, and receives all events.
static const struct wl_interface *keyboard_gtk_no_types[5] = {NULL, NULL, NULL, NULL, NULL};
static const struct wl_message keyboard_gtk_input_requests[] = {{"destroy", "", keyboard_gtk_no_types}};
static const struct wl_message keyboard_gtk_input_events[] = {
    {"enter", "uo", keyboard_gtk_no_types},
    {"leave", "uo", keyboard_gtk_no_types},
    {"input_panel_state", "uiiii", keyboard_gtk_no_types},
    {"preedit_string", "ss", keyboard_gtk_no_types},
    {"preedit_styling", "uuu", keyboard_gtk_no_types},
    {"preedit_cursor", "i", keyboard_gtk_no_types},
    {"commit_string", "s", keyboard_gtk_no_types},
    {"cursor_position", "ii", keyboard_gtk_no_types},
    {"delete_surrounding_text", "uu", keyboard_gtk_no_types},
    {"modifiers_map", "a", keyboard_gtk_no_types},
    {"keysym", "uuuu", keyboard_gtk_no_types},
    {"language", "s", keyboard_gtk_no_types},
    {"text_direction", "u", keyboard_gtk_no_types},
    {"configure_surrounding_text", "ii", keyboard_gtk_no_types},
    {"input_method_changed", "uu", keyboard_gtk_no_types},
};
static const struct wl_interface keyboard_gtk_input_interface = {
    "zwp_text_input_v2", 1, 1, keyboard_gtk_input_requests, 15, keyboard_gtk_input_events,
};
static const struct wl_message keyboard_gtk_manager_requests[] = {
    {"destroy", "", keyboard_gtk_no_types},
    {"get_text_input", "no", keyboard_gtk_no_types},
};
static const struct wl_interface keyboard_gtk_manager_interface = {
    "zwp_text_input_manager_v2", 1, 2, keyboard_gtk_manager_requests, 0, NULL,
};

static inline int keyboard_gtk_panel_dispatch(const void *implementation, void *proxy, uint32_t event,
                                              const struct wl_message *message, union wl_argument *arguments) {
    struct keyboard_gtk_panel *panel = wl_proxy_get_user_data(proxy);
    if (strcmp(message->name, "input_panel_state") == 0) {
        panel->report(panel->data, arguments[0].u != 0, arguments[1].i, arguments[2].i, arguments[3].i, arguments[4].i);
    }
    return 0;
}

static inline void keyboard_gtk_panel_bind(void *data, struct wl_registry *registry, uint32_t name,
                                           const char *interface, uint32_t version) {
    struct keyboard_gtk_panel *panel = data;
    const struct wl_interface *manager = &keyboard_gtk_manager_interface;
    if (panel->manager != NULL || strcmp(interface, manager->name) != 0) return;
    panel->manager = wl_registry_bind(registry, name, manager, 1);
    if (panel->manager == NULL) return;
    panel->input = wl_proxy_marshal_flags(panel->manager, 1, &keyboard_gtk_input_interface, 1, 0, NULL, panel->seat);
    if (panel->input != NULL) wl_proxy_add_dispatcher(panel->input, keyboard_gtk_panel_dispatch, NULL, panel);
}

static inline void keyboard_gtk_panel_ignore(void *data, struct wl_registry *registry, uint32_t name) {}

static const struct wl_registry_listener keyboard_gtk_panel_listener = {
    keyboard_gtk_panel_bind, keyboard_gtk_panel_ignore,
};

#endif

/// GDK's event loop dispatches the events.
static inline void keyboard_gtk_panel_start(struct keyboard_gtk_panel *panel, GdkDisplay *display) {
#ifdef GDK_WINDOWING_WAYLAND
    GdkSeat *seat = GDK_IS_WAYLAND_DISPLAY(display) ? gdk_display_get_default_seat(display) : NULL;
    if (seat == NULL) return;
    panel->seat = gdk_wayland_seat_get_wl_seat(seat);
    panel->registry = wl_display_get_registry(gdk_wayland_display_get_wl_display(display));
    if (panel->registry != NULL) wl_registry_add_listener(panel->registry, &keyboard_gtk_panel_listener, panel);
#endif
}

static inline void keyboard_gtk_panel_stop(struct keyboard_gtk_panel *panel) {
#ifdef GDK_WINDOWING_WAYLAND
    for (int index = 0; index < 2; index++) {
        struct wl_proxy *proxy = index == 0 ? panel->input : panel->manager;
        if (proxy != NULL) wl_proxy_marshal_flags(proxy, 0, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
    }
    if (panel->registry != NULL) wl_registry_destroy(panel->registry);
    panel->input = panel->manager = NULL;
    panel->registry = NULL;
#endif
}

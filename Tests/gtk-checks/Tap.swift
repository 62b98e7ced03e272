import CGTKChecks
import Foundation

/// A tap of a person: an event of the X server that gives a widget the focus.
@safe
final class Tap {
    private(set) var hasEnded = false
    private let observed: WidgetPointer
    private let controller: OpaquePointer
    private let focused: WidgetPointer?
    private let isKey: Bool

    /// Waits for an event on a window.
    ///
    /// The events are swallowed, because a text widget would also move its caret or select its text.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - focused: The widget that the event gives the focus.
    ///   - isKey: Whether the event is a key, and not a click.
    init(in window: WidgetPointer, focused: WidgetPointer?, isKey: Bool) {
        // The manager must receive the event first. A click goes from the window to its child, and a key from the
        // focused widget up to the window after it has gone down.
        unsafe observed = isKey ? window : unsafe gtk_window_get_child(window.as())
        unsafe controller = unsafe gtk_event_controller_legacy_new()
        unsafe self.focused = unsafe focused
        self.isKey = isKey
        unsafe gtk_event_controller_set_propagation_phase(controller, isKey ? GTK_PHASE_BUBBLE : GTK_PHASE_CAPTURE)
        unsafe gtk_event_controller_set_propagation_limit(controller, GTK_LIMIT_NONE)
        let callback: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, event, tap in
            // Safe: `end` disconnects the handler while the tap is alive.
            unsafe Unmanaged<Tap>.fromOpaque(tap).takeUnretainedValue().receive(event) ? 1 : 0
        }
        unsafe g_signal_connect_data(
            gpointer(controller),
            "event",
            unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            GConnectFlags(rawValue: 0)
        )
        unsafe gtk_widget_add_controller(observed, controller)
    }

    func end() { unsafe gtk_widget_remove_controller(observed, controller) }

    private func receive(_ event: OpaquePointer) -> Bool {
        switch unsafe gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS where !isKey, GDK_KEY_PRESS where isKey:
            if let focused = unsafe focused { unsafe gtk_widget_grab_focus(focused) }
            return true
        case GDK_BUTTON_RELEASE where !isKey, GDK_KEY_RELEASE where isKey:
            hasEnded = true
            return true
        default: return false
        }
    }
}

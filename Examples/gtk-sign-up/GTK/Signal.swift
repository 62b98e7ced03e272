import CGTK

/// Calls a closure with the first two arguments of a signal when a GTK object emits the signal.
///
/// The object retains the closure. The closure returns whether it has handled the signal.
func connect(_ object: gpointer, _ signal: String, handler action: @escaping (gpointer?, gpointer?) -> Bool) {
    final class Handler {
        let action: (gpointer?, gpointer?) -> Bool
        init(_ action: @escaping (gpointer?, gpointer?) -> Bool) { self.action = action }
    }
    // If a handler is connected with G_CONNECT_SWAPPED, GTK passes the data before the arguments.
    let callback: @convention(c) (gpointer, gpointer?, gpointer?) -> gboolean = { data, first, second in
        Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().action(first, second) ? 1 : 0
    }
    let data = Unmanaged.passRetained(Handler(action)).toOpaque()
    let release: GClosureNotify = { data, _ in data.map { Unmanaged<Handler>.fromOpaque($0).release() } }
    g_signal_connect_data(object, signal, unsafeBitCast(callback, to: GCallback.self), data, release, G_CONNECT_SWAPPED)
}

/// Calls a closure when a GTK object emits a signal that has no result.
func connect(_ object: gpointer, _ signal: String, _ action: @escaping () -> Void) {
    connect(object, signal) { _, _ in
        action()
        return false
    }
}

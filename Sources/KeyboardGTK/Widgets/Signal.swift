#if GTK4
    import CKeyboardGTK

    /// Calls a closure when a GTK object emits a signal, with the signal's first two arguments.
    ///
    /// The object retains the closure. The closure returns whether it has handled the signal.
    ///
    /// - Returns: The identifier with which ``disconnect(_:_:)`` ends the calls.
    @discardableResult
    func connect(
        _ object: gpointer,
        _ signal: String,
        handler action: @escaping (gpointer?, gpointer?) -> Bool
    ) -> gulong {
        // GTK passes the data before the arguments if a handler is connected with G_CONNECT_SWAPPED.
        let callback: @convention(c) (gpointer, gpointer?, gpointer?) -> gboolean = { data, first, second in
            unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().action(first, second) ? 1 : 0
        }
        let data = unsafe Unmanaged.passRetained(SignalHandler(action)).toOpaque()
        let release: GClosureNotify = { data, _ in
            unsafe data.map { unsafe Unmanaged<SignalHandler>.fromOpaque($0).release() }
        }
        // The handler of a signal with fewer arguments ignores the rest of the registers that it reads.
        return unsafe g_signal_connect_data(
            object,
            signal,
            unsafeBitCast(callback, to: GCallback.self),
            data,
            release,
            G_CONNECT_SWAPPED
        )
    }

    /// Calls a closure when a GTK object emits a signal that has no result.
    @discardableResult
    func connect(_ object: gpointer, _ signal: String, _ action: @escaping () -> Void) -> gulong {
        unsafe connect(object, signal) { _, _ in
            action()
            return false
        }
    }

    @safe
    private final class SignalHandler {
        let action: (gpointer?, gpointer?) -> Bool
        init(_ action: @escaping (gpointer?, gpointer?) -> Bool) { unsafe self.action = unsafe action }
    }
#endif

#if GTK4
    import CKeyboardGTK

    /// The closure receives the first three arguments of the signal, and returns whether it has handled the signal.
    ///
    /// The GTK object retains the closure.
    @discardableResult
    func connect(
        _ object: gpointer,
        _ signal: String,
        isLast: Bool = false,
        handler action: @escaping (gpointer?, gpointer?, gpointer?) -> Bool
    ) -> gulong {
        // With G_CONNECT_SWAPPED, GTK passes the data first, and then the arguments of the signal.
        typealias Callback = @convention(c) (gpointer, gpointer?, gpointer?, gpointer?) -> gboolean
        let callback: Callback = { data, first, second, third in
            unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().action(first, second, third) ? 1 : 0
        }
        let data = unsafe Unmanaged.passRetained(SignalHandler(action)).toOpaque()
        let release: GClosureNotify = { data, _ in
            unsafe data.map { unsafe Unmanaged<SignalHandler>.fromOpaque($0).release() }
        }
        // The callback reads three arguments from registers. An argument that the signal lacks has an undefined value.
        return unsafe g_signal_connect_data(
            object,
            signal,
            unsafeBitCast(callback, to: GCallback.self),
            data,
            release,
            GConnectFlags(rawValue: G_CONNECT_SWAPPED.rawValue | (isLast ? G_CONNECT_AFTER.rawValue : 0))
        )
    }

    @discardableResult
    func connect(
        _ object: gpointer,
        _ signal: String,
        isLast: Bool = false,
        _ action: @escaping () -> Void
    ) -> gulong {
        unsafe connect(object, signal, isLast: isLast) { _, _, _ in
            action()
            return false
        }
    }

    /// Calls a closure when GLib's loop runs again, by default before GTK draws the windows.
    func whenIdle(_ priority: CInt = G_PRIORITY_HIGH, _ action: @escaping () -> Void) {
        let run: GSourceFunc = { data in
            // Safe: GLib retains the handler until GLib calls `release`.
            if let data = unsafe data {
                _ = unsafe Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().action(nil, nil, nil)
            }
            return 0
        }
        let release: GDestroyNotify = { unsafe $0.map { unsafe Unmanaged<SignalHandler>.fromOpaque($0).release() } }
        let handler = unsafe SignalHandler { _, _, _ in
            action()
            return false
        }
        unsafe g_idle_add_full(priority, run, Unmanaged.passRetained(handler).toOpaque(), release)
    }

    /// Handles a signal of a GTK object until this connection is deallocated.
    @safe
    final class SignalConnection {
        private let object: gpointer
        private let handler: gulong

        init(_ object: OpaquePointer, _ signal: String, _ action: @escaping (gpointer?) -> Void) {
            unsafe self.object = unsafe gpointer(object)
            unsafe g_object_ref(self.object)
            handler = unsafe connect(self.object, signal) { argument, _, _ in
                unsafe action(argument)
                return false
            }
        }

        isolated deinit {
            unsafe g_signal_handler_disconnect(object, handler)
            unsafe g_object_unref(object)
        }
    }

    @safe
    private final class SignalHandler {
        let action: (gpointer?, gpointer?, gpointer?) -> Bool
        init(_ action: @escaping (gpointer?, gpointer?, gpointer?) -> Bool) { unsafe self.action = unsafe action }
    }
#endif

#if SystemKeyboards
    import CKeyboardDBus
    import Dispatch
    import Foundation
    import Testing

    /// Receives the values of the property `Visible` on the main actor, with libdbus and nothing else.
    ///
    /// An experienced developer would write the client in this way for an app. It has a private connection, and a match
    /// rule for one sender and one path. Dispatch watches the descriptor of the connection on the main queue.
    @MainActor
    @safe
    final class BareBusClient {
        private let connection: OpaquePointer
        private let source: any DispatchSourceRead

        /// Starts to receive.
        ///
        /// - Parameters:
        ///   - address: The address of the bus.
        ///   - path: The path of the object whose signals are received.
        ///   - handler: A closure that is called with each value.
        /// - Throws: An error if the bus cannot be reached.
        init(_ address: String, path: String, handler: @escaping @MainActor (_ isVisible: Bool) -> Void) throws {
            unsafe connection = try unsafe #require(unsafe dbus_connection_open_private(address, nil))
            unsafe dbus_connection_set_exit_on_disconnect(connection, 0)
            let rule = """
                type='signal',sender='\(Keyboard.name)',path='\(path)',\
                interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(Keyboard.interface)'
                """
            try #require(unsafe dbus_bus_register(connection, nil) != 0)
            unsafe dbus_bus_add_match(connection, rule, nil)
            unsafe dbus_connection_flush(connection)
            // When the bus answers this call, it has accepted the rule.
            try #require(unsafe dbus_bus_name_has_owner(connection, Keyboard.name, nil) != 0)
            var descriptor: CInt = -1
            try #require(unsafe dbus_connection_get_unix_fd(connection, &descriptor) != 0)
            // libdbus closes its descriptor at once, but Dispatch uses the descriptor until the source is cancelled.
            let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            try #require(duplicate >= 0)
            source = DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: .main)
            source.setCancelHandler { _ = Foundation.close(duplicate) }
            source.setEventHandler { [unowned self] in
                MainActor.assumeIsolated { self.receive(handler) }
            }
            source.activate()
        }

        isolated deinit {
            source.cancel()
            unsafe dbus_connection_close(connection)
            unsafe dbus_connection_unref(connection)
        }

        private func receive(_ handler: (Bool) -> Void) {
            unsafe dbus_connection_read_write(connection, 0)
            while let message = unsafe dbus_connection_pop_message(connection) {
                if let isVisible = unsafe Self.isVisible(message) { handler(isVisible) }
                unsafe dbus_message_unref(message)
            }
        }

        /// Returns the new value of `Visible`, or `nil` if the message has none.
        private static func isVisible(_ message: OpaquePointer) -> Bool? {
            let interface = "org.freedesktop.DBus.Properties"
            guard unsafe dbus_message_is_signal(message, interface, "PropertiesChanged") != 0,
                unsafe dbus_message_has_signature(message, "sa{sv}as") != 0
            else { return nil }
            var arguments = unsafe DBusMessageIter()
            var entries = unsafe DBusMessageIter()
            unsafe dbus_message_iter_init(message, &arguments)
            unsafe dbus_message_iter_next(&arguments)
            unsafe dbus_message_iter_recurse(&arguments, &entries)
            while unsafe dbus_message_iter_get_arg_type(&entries) == CInt(UInt8(ascii: "e")) {
                var entry = unsafe DBusMessageIter()
                var variant = unsafe DBusMessageIter()
                var value = unsafe DBusBasicValue()
                unsafe dbus_message_iter_recurse(&entries, &entry)
                unsafe dbus_message_iter_get_basic(&entry, &value)
                let isVisible = unsafe strcmp(value.str, "Visible") == 0
                unsafe dbus_message_iter_next(&entry)
                unsafe dbus_message_iter_recurse(&entry, &variant)
                if isVisible, unsafe dbus_message_iter_get_arg_type(&variant) == CInt(UInt8(ascii: "b")) {
                    unsafe dbus_message_iter_get_basic(&variant, &value)
                    return unsafe value.bool_val != 0
                }
                unsafe dbus_message_iter_next(&entries)
            }
            return nil
        }
    }
#endif

#if SystemKeyboards
    import CKeyboardDBus
    import Glibc

    /// A private connection of libdbus.
    ///
    /// The transport uses Dispatch to watch the descriptors of the connection.
    ///
    /// When the object is deallocated, the connection ends.
    @MainActor
    @safe
    final class BusTransport {
        /// The maximum number of bytes in a received message.
        ///
        /// The same limit applies to the total size of all waiting messages.
        ///
        /// A message of a keyboard has fewer than 1,000 bytes. If a message is larger than the limit, libdbus ends the
        /// connection before it has received the whole message.
        nonisolated static let messageByteLimit = 1 << 20

        private let connection: OpaquePointer

        /// The object that watches the file descriptors of the connection.
        ///
        /// The transport retains the object until the connection is closed.
        private let watches: BusWatches

        /// Connects to a bus, without waiting for a reply.
        ///
        /// - Parameters:
        ///   - address: The address, or a list of addresses.
        ///   - onActivity: A closure that is called when messages may have arrived, or when the connection may be lost.
        /// - Throws: An error if the address is malformed or unsupported, or if nothing listens at the address.
        init(address: String, onActivity: @escaping () -> Void) throws(BusError) {
            // Other transports start programs, such as `unixexec:`, or block while they connect, such as `tcp:`.
            guard address.split(separator: ";").allSatisfy({ $0.hasPrefix("unix:") }) else {
                throw .unreachable(reason: "its address “\(address)” does not begin with “unix:”")
            }
            // With the argument 0, libdbus does not change the SIGPIPE handler of the process. Messages cause no
            // SIGPIPE, because libdbus sends them with MSG_NOSIGNAL.
            dbus_connection_set_change_sigpipe(0)
            var error = unsafe DBusError()
            unsafe dbus_error_init(&error)
            defer { unsafe dbus_error_free(&error) }
            guard let connection = unsafe dbus_connection_open_private(address, &error) else {
                throw .unreachable(reason: unsafe error.text)
            }
            watches = BusWatches(onActivity: onActivity)
            unsafe self.connection = unsafe connection
            unsafe dbus_connection_set_max_received_size(connection, Self.messageByteLimit)
            unsafe dbus_connection_set_max_message_size(connection, Self.messageByteLimit)
            unsafe dbus_connection_set_max_received_unix_fds(connection, 16)
            guard unsafe watches.install(on: connection) else {
                throw .unreachable(reason: "no file descriptor or no memory is left")
            }
        }

        isolated deinit {
            unsafe watches.uninstall(from: connection)
            unsafe dbus_connection_close(connection)
            unsafe dbus_connection_unref(connection)
        }

        /// Whether the connection to the bus is still open.
        var isConnected: Bool {
            unsafe dbus_connection_get_is_connected(connection) != 0
        }

        /// Removes and returns the first received message.
        func takeMessage() -> BusMessage? {
            unsafe dbus_connection_pop_message(connection).map { unsafe BusMessage(adopting: $0) }
        }

        /// Sends a message, or queues the message until the bus accepts it.
        ///
        /// - Returns: The serial of the message; `nil` if the queue is full because the bus reads nothing.
        func send(_ message: borrowing BusMessage) -> UInt32? {
            var serial: dbus_uint32_t = 0
            guard unsafe dbus_connection_get_outgoing_size(connection) < Self.messageByteLimit,
                unsafe dbus_connection_send(connection, message.pointer, &serial) != 0
            else { return nil }
            return serial
        }
    }

    extension DBusError {
        /// The text of an error that libdbus has set.
        fileprivate var text: String {
            unsafe message.map { unsafe String(cString: $0) } ?? "libdbus gives no reason"
        }
    }
#endif

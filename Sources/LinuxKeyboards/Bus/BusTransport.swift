#if SystemKeyboards
    import CKeyboardDBus
    import Glibc

    /// libdbus has an unretained pointer to this object until `deinit` ends the connection.
    @MainActor
    @safe
    final class BusTransport {
        /// The limit applies to one message, and to all waiting messages together.
        ///
        /// A message of a keyboard has fewer than 1,000 bytes. When a message exceeds the limit, libdbus ends the
        /// connection before the message is complete.
        nonisolated static let messageByteLimit = 1 << 20

        private let connection: OpaquePointer

        private let onActivity: () -> Void

        /// The keys are the addresses of the `DBusWatch` objects of libdbus.
        private var watches: [UInt: [DescriptorWatch]] = [:]

        /// Connects to a bus, without waiting for a reply.
        ///
        /// `onActivity` is called when messages may have arrived, or when the connection may be lost.
        init(address: String, onActivity: @escaping () -> Void) throws(BusError) {
            // Only `unix:` is supported, because `unixexec:` starts programs, and `tcp:` blocks during the connection.
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
            self.onActivity = onActivity
            unsafe self.connection = unsafe connection
            unsafe dbus_connection_set_max_received_size(connection, Self.messageByteLimit)
            unsafe dbus_connection_set_max_message_size(connection, Self.messageByteLimit)
            unsafe dbus_connection_set_max_received_unix_fds(connection, 16)
            guard addWatches() else {
                throw .unreachable(reason: "no file descriptor or no memory is left")
            }
        }

        isolated deinit {
            _ = unsafe dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
            unsafe dbus_connection_close(connection)
            unsafe dbus_connection_unref(connection)
        }

        var isConnected: Bool {
            unsafe dbus_connection_get_is_connected(connection) != 0
        }

        func takeMessage() -> BusMessage? {
            unsafe dbus_connection_pop_message(connection).map { unsafe BusMessage(adopting: $0) }
        }

        /// Queues the message until the bus accepts the message.
        ///
        /// The result is `nil` if the queue is full because the bus reads nothing.
        func send(_ message: borrowing BusMessage) -> UInt32? {
            var serial: dbus_uint32_t = 0
            guard unsafe dbus_connection_get_outgoing_size(connection) < Self.messageByteLimit,
                unsafe dbus_connection_send(connection, message.pointer, &serial) != 0
            else { return nil }
            return serial
        }
    }

    // MARK: - Watches

    extension BusTransport {
        private func addWatches() -> Bool {
            // This module calls libdbus only on the main actor, and libdbus calls these closures only during those
            // calls.
            unsafe dbus_connection_set_watch_functions(
                connection,
                { watch, transport in
                    let (watch, transport) = (UInt(bitPattern: watch), UInt(bitPattern: transport))
                    return MainActor.assumeIsolated { BusTransport.at(transport)?.add(watch) ?? false } ? 1 : 0
                },
                { watch, transport in
                    let (watch, transport) = (UInt(bitPattern: watch), UInt(bitPattern: transport))
                    MainActor.assumeIsolated { BusTransport.at(transport)?.watches[watch] = nil }
                },
                { watch, transport in
                    let (watch, transport) = (UInt(bitPattern: watch), UInt(bitPattern: transport))
                    MainActor.assumeIsolated { BusTransport.at(transport)?.update(watch) }
                },
                Unmanaged.passUnretained(self).toOpaque(),
                nil
            ) != 0
        }

        private static func at(_ address: UInt) -> BusTransport? {
            guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
            return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
        }

        private func add(_ address: UInt) -> Bool {
            guard let watch = unsafe OpaquePointer(bitPattern: address) else { return false }
            let flags = unsafe dbus_watch_get_flags(watch)
            var added: [DescriptorWatch] = []
            for flag in [DBUS_WATCH_READABLE.rawValue, DBUS_WATCH_WRITABLE.rawValue] where flags & flag != 0 {
                // libdbus closes its descriptor as soon as the connection is lost, but Dispatch may still use the
                // descriptor. So each watch uses a duplicate of the descriptor.
                let descriptor = unsafe fcntl(dbus_watch_get_unix_fd(watch), F_DUPFD_CLOEXEC, 0)
                guard descriptor >= 0 else { return false }
                let isWriter = flag == DBUS_WATCH_WRITABLE.rawValue
                let descriptorWatch = DescriptorWatch(descriptor, isWriter: isWriter) { [weak self] in
                    guard let self, watches[address] != nil, let watch = unsafe OpaquePointer(bitPattern: address)
                    else { return }
                    _ = unsafe dbus_watch_handle(watch, flag)
                    onActivity()
                }
                added.append(descriptorWatch)
            }
            watches[address] = added
            update(address)
            return true
        }

        private func update(_ address: UInt) {
            guard let watch = unsafe OpaquePointer(bitPattern: address) else { return }
            let isEnabled = unsafe dbus_watch_get_enabled(watch) != 0
            for watch in watches[address] ?? [] { if isEnabled { watch.resume() } else { watch.pause() } }
        }
    }

    extension DBusError {
        fileprivate var text: String {
            unsafe message.map { unsafe String(cString: $0) } ?? "libdbus gives no reason"
        }
    }
#endif

#if SystemKeyboards
    import CKeyboardDBus
    import Testing

    @testable import LinuxKeyboards

    /// A blocking connection of libdbus, which the bus treats as another process.
    @safe
    final class BusPeer {
        let connection: OpaquePointer

        init(_ address: String) throws {
            unsafe connection = try unsafe #require(unsafe dbus_connection_open_private(address, nil))
            unsafe dbus_connection_set_exit_on_disconnect(connection, 0)
            try #require(unsafe dbus_bus_register(connection, nil) != 0)
        }

        deinit {
            unsafe dbus_connection_close(connection)
            unsafe dbus_connection_unref(connection)
        }

        var uniqueName: String {
            unsafe String(cString: dbus_bus_get_unique_name(connection))
        }

        /// Requests a name.
        ///
        /// If another peer owns the name and permits the replacement, this peer takes the name.
        func own(_ name: String) {
            let flags = DBUS_NAME_FLAG_ALLOW_REPLACEMENT | DBUS_NAME_FLAG_REPLACE_EXISTING
            #expect(unsafe dbus_bus_request_name(connection, name, CUnsignedInt(flags), nil) == 1)
        }

        func release(_ name: String) {
            #expect(unsafe dbus_bus_release_name(connection, name, nil) == 1)
        }

        /// Returns when the bus has handled all sent messages.
        func finishSending() {
            unsafe dbus_connection_flush(connection)
            _ = unsafe dbus_bus_name_has_owner(connection, "org.freedesktop.DBus", nil)
        }

        /// Sends a signal, to one connection or to all.
        func emit(
            _ member: String,
            of interface: String = Keyboard.interface,
            at path: String = Keyboard.path,
            to destination: String? = nil,
            _ arguments: [PeerValue] = []
        ) throws {
            let signal = try unsafe BusMessage(
                adopting: #require(unsafe dbus_message_new_signal(path, interface, member))
            )
            if let destination { unsafe dbus_message_set_destination(signal.pointer, destination) }
            try signal.append(arguments)
            send(signal)
        }

        private static func changeArguments(
            of property: String,
            to value: PeerValue,
            interface: String
        ) -> [PeerValue] {
            [.string(interface), .properties([property: value]), .array([], elementSignature: "s")]
        }

        /// Reports a new value of a property.
        func emitChange(
            of property: String,
            to value: PeerValue,
            interface: String = Keyboard.interface,
            to destination: String? = nil
        ) throws {
            try emit(
                "PropertiesChanged",
                of: "org.freedesktop.DBus.Properties",
                to: destination,
                Self.changeArguments(of: property, to: value, interface: interface)
            )
        }

        func send(_ message: borrowing BusMessage) {
            #expect(unsafe dbus_connection_send(connection, message.pointer, nil) != 0)
            finishSending()
        }

        /// Waits for the next call of a method.
        @MainActor
        func nextCall() async throws -> BusMessage {
            try await nextMessage(.methodCall)
        }

        /// Waits for the next message of a kind.
        ///
        /// The main queue runs during the wait, because the sender may need the main queue.
        @MainActor
        func nextMessage(_ kind: BusHeader.Kind) async throws -> BusMessage {
            var found: BusMessage?
            try await waitUntil {
                try #require(unsafe dbus_connection_read_write(connection, 0) != 0)
                while let pointer = unsafe dbus_connection_pop_message(connection) {
                    let message = unsafe BusMessage(adopting: pointer)
                    if message.header.kind == kind {
                        found = consume message
                        return true
                    }
                }
                return false
            }
            guard let message = found.take() else { throw DesktopSession.Failure(description: "no \(kind) arrived") }
            return message
        }

        /// Replies to a call of another connection, even if the peer has not received the call.
        func reply(to call: borrowing BusMessage, _ values: [PeerValue]) throws {
            let reply = try unsafe BusMessage(adopting: #require(unsafe dbus_message_new_method_return(call.pointer)))
            try reply.append(values)
            send(reply)
        }

        func refuse(_ call: borrowing BusMessage, name: String, text: String) throws {
            let reply = unsafe dbus_message_new_error(call.pointer, name, text)
            send(try unsafe BusMessage(adopting: #require(unsafe reply)))
        }
    }

    /// The names of the keyboard in the tests, which are the names of Onboard.
    enum Keyboard {
        static let name = "org.onboard.Onboard"
        static let path = "/org/onboard/Onboard/Keyboard"
        static let interface = "org.onboard.Onboard.Keyboard"
    }
#endif

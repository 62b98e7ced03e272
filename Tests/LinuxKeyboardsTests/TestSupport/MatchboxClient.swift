#if SystemKeyboards
    import CKeyboardXCB
    import Glibc
    import Testing

    /// Sends commands to the daemon of matchbox-keyboard on a connection of its own, as the input method of an app
    /// does.
    @safe
    final class MatchboxClient {
        enum Command: UInt32 {
            case show = 1
            case hide
        }

        private let connection: OpaquePointer
        private let root: UInt32
        private let messageType: UInt32

        @MainActor
        init(on desktop: RealDesktop) throws {
            let display = desktop.environment["DISPLAY"] ?? ""
            unsafe connection = try unsafe #require(unsafe xcb_connect(display, nil))
            try #require(unsafe xcb_connection_has_error(connection) == 0)
            let screen = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection))
            root = try unsafe #require(unsafe screen.data).pointee.root
            let name = "_MB_IM_INVOKER_COMMAND"
            let cookie = unsafe xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
            let reply = try unsafe #require(unsafe xcb_intern_atom_reply(connection, cookie, nil))
            messageType = unsafe reply.pointee.atom
            unsafe free(reply)
        }

        deinit {
            unsafe xcb_disconnect(connection)
        }

        /// Sends a command.
        ///
        /// After a command to hide, the daemon waits for 100 milliseconds, or until another window is mapped or
        /// unmapped. Another command in this time cancels the hide.
        func send(_ command: Command) {
            var message = xcb_client_message_event_t()
            message.response_type = UInt8(XCB_CLIENT_MESSAGE)
            message.format = 32
            message.window = root
            message.type = messageType
            unsafe message.data.data32.0 = command.rawValue
            unsafe withUnsafeBytes(of: &message) { bytes in
                let event = unsafe bytes.bindMemory(to: CChar.self).baseAddress
                _ = unsafe xcb_send_event(connection, 0, root, XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, event)
            }
            unsafe xcb_flush(connection)
        }
    }
#endif

#if SystemKeyboards
    import CKeyboardXCB
    import Glibc
    import Testing

    /// A window of an app with 600 by 400 pixels, which can be full-screen.
    ///
    /// The window is destroyed together with this object.
    @safe
    final class FullScreenWindow {
        private let connection: OpaquePointer
        private let root: UInt32
        private let window: UInt32
        var identifier: UInt32 { window }
        private let stateAtom, fullScreenAtom: UInt32

        /// Maps a full-screen window, which can ignore the window manager.
        init(on display: String?, ignoresWindowManager: Bool = false) throws {
            unsafe connection = try unsafe #require(unsafe xcb_connect(display, nil))
            try #require(unsafe xcb_connection_has_error(connection) == 0)
            let screen = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection))
            root = try unsafe #require(unsafe screen.data).pointee.root
            window = unsafe xcb_generate_id(connection)
            stateAtom = unsafe Self.atom("_NET_WM_STATE", connection)
            fullScreenAtom = unsafe Self.atom("_NET_WM_STATE_FULLSCREEN", connection)
            unsafe xcb_create_window(
                connection,
                0,
                window,
                root,
                0,
                0,
                600,
                400,
                0,
                UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
                0,
                XCB_CW_OVERRIDE_REDIRECT.rawValue,
                [ignoresWindowManager ? 1 : 0]
            )
            let states = [fullScreenAtom]
            let replace = UInt8(XCB_PROP_MODE_REPLACE.rawValue)
            let type = XCB_ATOM_ATOM.rawValue
            unsafe xcb_change_property(connection, replace, window, stateAtom, type, 32, 1, states)
            unsafe xcb_map_window(connection, window)
            unsafe xcb_flush(connection)
        }

        deinit {
            unsafe xcb_disconnect(connection)
        }

        /// Asks the window manager to make the window full-screen, or to end the full-screen mode.
        func setFullScreen(_ isFullScreen: Bool) {
            var event = xcb_client_message_event_t()
            event.response_type = UInt8(XCB_CLIENT_MESSAGE)
            event.format = 32
            event.window = window
            event.type = stateAtom
            unsafe event.data.data32 = (isFullScreen ? 1 : 0, fullScreenAtom, 0, 1, 0)
            let mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
            unsafe withUnsafeBytes(of: event) { bytes in
                _ = unsafe xcb_send_event(connection, 0, root, mask, bytes.bindMemory(to: CChar.self).baseAddress)
            }
            unsafe xcb_flush(connection)
        }

        private static func atom(_ name: String, _ connection: OpaquePointer) -> UInt32 {
            let cookie = unsafe xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
            guard let reply = unsafe xcb_intern_atom_reply(connection, cookie, nil) else { return 0 }
            defer { unsafe free(reply) }
            return unsafe reply.pointee.atom
        }
    }
#endif

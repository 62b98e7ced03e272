#if SystemKeyboards
    import CKeyboardXCB
    import Glibc
    import Testing

    /// A window like the window of a hidden Onboard, at the bottom of a screen with 1,280 by 800 pixels.
    @safe
    final class OnboardWindow {
        private let connection: OpaquePointer

        init(on display: String) throws {
            unsafe connection = try unsafe #require(unsafe xcb_connect(display, nil))
            try #require(unsafe xcb_connection_has_error(connection) == 0)
            let screen = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection))
            let root = try unsafe #require(unsafe screen.data).pointee.root
            let window = unsafe xcb_generate_id(connection)
            unsafe xcb_create_window(
                connection,
                0,
                window,
                root,
                0,
                810,
                1_280,
                205,
                0,
                UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
                0,
                0,
                nil
            )
            setText(XCB_ATOM_WM_CLASS.rawValue, "onboard\0Onboard\0", of: window)
            setText(XCB_ATOM_WM_NAME.rawValue, "Onboard", of: window)
            // When the reply arrives, the server has created the window.
            let cookie = unsafe xcb_get_input_focus(connection)
            unsafe free(xcb_get_input_focus_reply(connection, cookie, nil))
        }

        deinit {
            unsafe xcb_disconnect(connection)
        }

        private func setText(_ property: UInt32, _ text: String, of window: UInt32) {
            let bytes = Array(text.utf8)
            _ = unsafe xcb_change_property(
                connection,
                UInt8(XCB_PROP_MODE_REPLACE.rawValue),
                window,
                property,
                XCB_ATOM_STRING.rawValue,
                8,
                UInt32(bytes.count),
                bytes
            )
        }
    }
#endif

#if SystemKeyboards
    import CKeyboardXCB
    import Foundation
    import Testing

    /// A window of a keyboard with 638 by 192 pixels, and the frame window that a window manager puts around it.
    ///
    /// Both windows are destroyed together with this object.
    @safe
    final class DecoratedWindow {
        private let connection: OpaquePointer
        private let root: UInt32
        private let window, decoration: UInt32

        /// Creates both windows, which are not mapped.
        init(on display: String?, className: String) throws {
            unsafe connection = try unsafe #require(unsafe xcb_connect(display, nil))
            try #require(unsafe xcb_connection_has_error(connection) == 0)
            let screen = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection))
            root = try unsafe #require(unsafe screen.data).pointee.root
            (window, decoration) = unsafe (xcb_generate_id(connection), xcb_generate_id(connection))
            for created in [window, decoration] {
                let copied = UInt16(XCB_WINDOW_CLASS_COPY_FROM_PARENT.rawValue)
                unsafe xcb_create_window(connection, 0, created, root, 0, 0, 638, 192, 0, copied, 0, 0, nil)
            }
            let replace = UInt8(XCB_PROP_MODE_REPLACE.rawValue)
            let (property, type) = (XCB_ATOM_WM_CLASS.rawValue, XCB_ATOM_STRING.rawValue)
            let text = className + "\0" + className + "\0"
            unsafe xcb_change_property(connection, replace, window, property, type, 8, UInt32(text.utf8.count), text)
        }

        deinit {
            unsafe xcb_disconnect(connection)
        }

        /// Puts the window into its decoration, as metacity does in several steps.
        func decorate(at origin: CGPoint, inset: CGPoint) {
            unsafe xcb_reparent_window(connection, window, decoration, 0, 0)
            move(decoration, to: CGPoint(x: -inset.x, y: -inset.y))
            move(window, to: inset)
            move(decoration, to: origin)
        }

        /// Moves the decoration, and the window with it.
        func move(to origin: CGPoint) {
            move(decoration, to: origin)
        }

        func map() {
            unsafe xcb_map_window(connection, window)
            unsafe xcb_map_window(connection, decoration)
        }

        /// Waits until the server has carried out the requests.
        ///
        /// The method blocks the main actor, so a source receives the events only after the last change.
        func finish() {
            unsafe free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
        }

        private func move(_ moved: UInt32, to position: CGPoint) {
            let mask = UInt16(XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue)
            let values = [position.x, position.y].map { UInt32(bitPattern: Int32($0)) }
            _ = unsafe xcb_configure_window(connection, moved, mask, values)
        }
    }
#endif

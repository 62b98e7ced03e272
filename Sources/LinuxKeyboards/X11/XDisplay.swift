#if SystemKeyboards
    import CKeyboardXCB
    import Foundation
    import KeyboardObservation

    /// A request blocks until the server replies, usually for less than a millisecond.
    ///
    /// The requests of toolkits such as GTK block, too. If no reply arrives within ``replyTimeout``, the connection is
    /// lost. After the loss of the connection, a request returns at once.
    ///
    /// Safe: only the main actor uses the connection, and only while the connection is open.
    @MainActor
    @safe
    final class XDisplay {
        /// An event contains no state, because a reply that has already arrived can describe a newer state than the
        /// event.
        enum Event {
            /// The window was moved, resized or unmapped.
            case changed(window: UInt32)
            /// The window was mapped, or has received another parent.
            case appeared(window: UInt32)
            case destroyed(window: UInt32)
            case propertyChanged(window: UInt32, atom: UInt32)
            case monitorsChanged
        }

        struct WindowState {
            var parent: UInt32
            /// Whether the window is mapped.
            ///
            /// The parent of a mapped window can be unmapped.
            var isMapped: Bool
            /// The frame in pixels, in the coordinates of the root window and without the border of the window.
            var frame: CGRect
        }

        /// Even a busy server replies within 0.2 seconds.
        private static let replyTimeout = Duration.seconds(2)

        let root: UInt32
        let atoms: Atoms
        var onEvent: (Event) -> Void = { _ in }
        /// Called once when the connection is lost, but not after ``close()``.
        var onLoss: () -> Void = {}

        private let connection: OpaquePointer
        private let firstRandREvent: UInt8?
        private var watch: DescriptorWatch?
        var isClosed: Bool { watch == nil }

        init(_ opened: Opened) {
            unsafe connection = unsafe opened.connection
            (root, atoms, firstRandREvent) = (opened.root, opened.atoms, opened.firstRandREvent)
            watch = unsafe DescriptorWatch(
                xcb_get_file_descriptor(connection),
                close: { [connection] in unsafe xcb_disconnect(connection) },
                handler: { [weak self] in self?.receive() }
            )
            // With these masks, the server reports changes of the root window's children, properties and size.
            select(
                XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
                    | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue,
                of: root
            )
        }

        /// After this call, the display calls no closures, and requests have no effect.
        func close() {
            guard !isClosed else { return }
            onEvent = { _ in }
            onLoss = {}
            watch = nil
        }

        /// After each request that you make outside of ``onEvent``, call this method.
        ///
        /// While a request waits for its reply, it can read events, but it does not deliver them.
        func receive() {
            while !isClosed, let event = unsafe xcb_poll_for_event(connection) {
                let decoded = unsafe decode(event)
                unsafe free(event)
                if let decoded { onEvent(decoded) }
            }
            guard !isClosed else { return }
            if unsafe xcb_connection_has_error(connection) != 0 {
                let onLoss = onLoss
                close()
                onLoss()
            } else {
                unsafe xcb_flush(connection)
            }
        }
    }

    // MARK: - Requests

    extension XDisplay {
        func watch(window: UInt32) {
            select(
                XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue,
                of: window
            )
        }

        func ignore(window: UInt32) {
            select(XCB_EVENT_MASK_NO_EVENT.rawValue, of: window)
        }

        private func select(_ mask: UInt32, of window: UInt32) {
            guard !isClosed else { return }
            let values = [mask]
            _ = unsafe xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, values)
            unsafe xcb_flush(connection)
        }

        /// If no reply arrives in time, the socket is shut down, and ``receive()`` reports the loss.
        ///
        /// The caller must free the reply.
        private func reply<Reply>(to sequence: UInt32, as _: Reply.Type) -> UnsafeMutablePointer<Reply>? {
            unsafe xcb_flush(connection)
            let end = SuspendingClock.now + Self.replyTimeout
            var reply: UnsafeMutableRawPointer?
            var error: UnsafeMutablePointer<xcb_generic_error_t>?
            while unsafe xcb_poll_for_reply(connection, sequence, &reply, &error) == 0 {
                let descriptor = unsafe xcb_get_file_descriptor(connection)
                var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let rest = max(.zero, SuspendingClock.now.duration(to: end))
                // After a suspension of this process, `poll` still finds the replies that arrived meanwhile.
                if unsafe poll(&readable, 1, CInt(rest / .milliseconds(1)) + 1) == 0 {
                    _ = shutdown(descriptor, CInt(SHUT_RDWR))
                    return nil
                }
            }
            unsafe free(error)
            return unsafe reply?.assumingMemoryBound(to: Reply.self)
        }

        func children(of window: UInt32) -> [UInt32] {
            guard !isClosed else { return [] }
            let cookie = unsafe xcb_query_tree(connection, window)
            guard let reply = unsafe reply(to: cookie.sequence, as: xcb_query_tree_reply_t.self) else { return [] }
            defer { unsafe free(reply) }
            let children = unsafe UnsafeBufferPointer(
                start: xcb_query_tree_children(reply),
                count: Int(xcb_query_tree_children_length(reply))
            )
            return unsafe Array(children)
        }

        func state(of window: UInt32) -> WindowState? {
            guard !isClosed else { return nil }
            // All requests are sent before the first wait, so the answers describe nearly the same moment.
            let cookies = unsafe (
                xcb_query_tree(connection, window), xcb_get_window_attributes(connection, window),
                xcb_get_geometry(connection, window), xcb_translate_coordinates(connection, window, root, 0, 0)
            )
            let tree = unsafe reply(to: cookies.0.sequence, as: xcb_query_tree_reply_t.self)
            let attributes = unsafe reply(to: cookies.1.sequence, as: xcb_get_window_attributes_reply_t.self)
            let geometry = unsafe reply(to: cookies.2.sequence, as: xcb_get_geometry_reply_t.self)
            let origin = unsafe reply(to: cookies.3.sequence, as: xcb_translate_coordinates_reply_t.self)
            defer {
                unsafe free(tree)
                unsafe free(attributes)
                unsafe free(geometry)
                unsafe free(origin)
            }
            guard let tree = unsafe tree?.pointee, let attributes = unsafe attributes?.pointee,
                let geometry = unsafe geometry?.pointee, let origin = unsafe origin?.pointee
            else { return nil }
            return WindowState(
                parent: tree.parent,
                isMapped: attributes.map_state != XCB_MAP_STATE_UNMAPPED.rawValue,
                frame: CGRect(origin.dst_x, origin.dst_y, geometry.width, geometry.height)
            )
        }

        /// Returns the values of a property that contains 32-bit numbers.
        func values(of property: UInt32, _ window: UInt32) -> [UInt32] {
            unsafe bytes(of: property, window, format: 32).withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
            }
        }

        func text(of property: UInt32, _ window: UInt32) -> [UInt8] {
            bytes(of: property, window, format: 8)
        }

        /// `format` is the number of bits in each value of the property.
        private func bytes(of property: UInt32, _ window: UInt32, format: UInt8) -> [UInt8] {
            guard !isClosed else { return [] }
            let anyType = XCB_GET_PROPERTY_TYPE_ANY.rawValue
            // The argument 16,384 is the maximum length, in units of 4 bytes.
            let cookie = unsafe xcb_get_property(connection, 0, window, property, anyType, 0, 16_384)
            guard let reply = unsafe reply(to: cookie.sequence, as: xcb_get_property_reply_t.self) else { return [] }
            defer { unsafe free(reply) }
            guard unsafe reply.pointee.format == format, let start = unsafe xcb_get_property_value(reply) else {
                return []
            }
            let count = unsafe Int(xcb_get_property_value_length(reply))
            return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
        }

        /// Never empty.
        var monitors: [MonitorLayout.Monitor] {
            let all = firstRandREvent == nil ? [] : monitorsOfRandR
            if !all.isEmpty { return all }
            let frame = state(of: root)?.frame ?? CGRect(x: 0, y: 0, width: 1, height: 1)
            return [MonitorLayout.Monitor(frame: frame, isPrimary: true)]
        }

        private var monitorsOfRandR: [MonitorLayout.Monitor] {
            guard !isClosed else { return [] }
            let cookie = unsafe xcb_randr_get_monitors(connection, root, 1)
            guard let reply = unsafe reply(to: cookie.sequence, as: xcb_randr_get_monitors_reply_t.self) else {
                return []
            }
            defer { unsafe free(reply) }
            var monitors: [MonitorLayout.Monitor] = []
            var iterator = unsafe xcb_randr_get_monitors_monitors_iterator(reply)
            while unsafe iterator.rem > 0 {
                let info = unsafe iterator.data.pointee
                let frame = CGRect(info.x, info.y, info.width, info.height)
                monitors.append(MonitorLayout.Monitor(frame: frame, isPrimary: info.primary != 0))
                unsafe xcb_randr_monitor_info_next(&iterator)
            }
            return monitors.filter { $0.frame.width > 0 && $0.frame.height > 0 }
        }

        /// `nil` without a window manager.
        var workArea: CGRect? {
            let areas = values(of: atoms.workArea, root).map { Int(Int32(truncatingIfNeeded: $0)) }
            let desktop = values(of: atoms.currentDesktop, root).first.map(Int.init) ?? 0
            // Some window managers report only one area, which is valid for all desktops.
            let area = Array(areas.dropFirst(desktop < areas.count / 4 ? desktop * 4 : 0).prefix(4))
            return area.count < 4 ? nil : CGRect(x: area[0], y: area[1], width: area[2], height: area[3])
        }
    }

    // MARK: - Events

    extension XDisplay {
        private func decode(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Event? {
            let type = unsafe event.pointee.response_type & 0x7f
            func read<Payload>(_ payload: Payload.Type) -> Payload {
                // Safe: each event has at least 32 bytes. The field `window` has the same offset in the map, unmap,
                // configure, reparent and destroy events.
                unsafe event.withMemoryRebound(to: Payload.self, capacity: 1) { unsafe $0.pointee }
            }
            let (window, property) = (read(xcb_map_notify_event_t.self).window, read(xcb_property_notify_event_t.self))
            switch CInt(type) {
            case XCB_CONFIGURE_NOTIFY where window == root: return .monitorsChanged
            case XCB_CONFIGURE_NOTIFY, XCB_UNMAP_NOTIFY: return .changed(window: window)
            case XCB_MAP_NOTIFY, XCB_REPARENT_NOTIFY: return .appeared(window: window)
            case XCB_DESTROY_NOTIFY: return .destroyed(window: window)
            case XCB_PROPERTY_NOTIFY: return .propertyChanged(window: property.window, atom: property.atom)
            default:
                guard let firstRandREvent, type == firstRandREvent || type == firstRandREvent &+ 1 else { return nil }
                return .monitorsChanged
            }
        }
    }

    // MARK: - Opening

    extension XDisplay {
        @safe
        struct Opened: Sendable {
            /// Safe: after the thread has created this value, it no longer uses the connection.
            fileprivate nonisolated(unsafe) let connection: OpaquePointer
            let root: UInt32
            let atoms: Atoms
            let firstRandREvent: UInt8?

            fileprivate init(_ connection: OpaquePointer, root: UInt32) {
                unsafe self.connection = unsafe connection
                self.root = root
                atoms = unsafe Atoms(connection)
                firstRandREvent = unsafe XDisplay.startRandR(connection, root)
            }
        }

        /// The call has no time limit, so make the call on a thread that may block.
        nonisolated static func connect(to name: String) -> Result<Opened, KeyboardSourceError> {
            var screenNumber: CInt = 0
            guard let connection = unsafe xcb_connect(name, &screenNumber) else {
                return .failure(notConnected(name, "out of memory"))
            }
            let code = unsafe xcb_connection_has_error(connection)
            guard code == 0, let root = unsafe screen(screenNumber, connection) else {
                unsafe xcb_disconnect(connection)
                return .failure(notConnected(name, reason(code)))
            }
            return .success(unsafe Opened(connection, root: root))
        }

        nonisolated static func notConnected(_ name: String, _ reason: String) -> KeyboardSourceError {
            .notConnected(service: "the X server \"\(name)\"", reason: reason)
        }

        struct Atoms: Sendable {
            let windowClass = XCB_ATOM_WM_CLASS.rawValue
            let windowName = XCB_ATOM_WM_NAME.rawValue
            let clientList, currentDesktop, strut, strutPartial, workArea: UInt32
            let clientListStacking, windowState, fullScreen, hidden, windowDesktop: UInt32

            fileprivate init(_ connection: OpaquePointer) {
                let names = [
                    "_NET_CLIENT_LIST", "_NET_CURRENT_DESKTOP", "_NET_WM_STRUT", "_NET_WM_STRUT_PARTIAL",
                    "_NET_WORKAREA", "_NET_CLIENT_LIST_STACKING", "_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN",
                    "_NET_WM_STATE_HIDDEN", "_NET_WM_DESKTOP",
                ]
                let cookies = names.map { name -> xcb_intern_atom_cookie_t in
                    unsafe xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
                }
                let atoms = cookies.map { cookie -> UInt32 in
                    guard let reply = unsafe xcb_intern_atom_reply(connection, cookie, nil) else { return 0 }
                    defer { unsafe free(reply) }
                    return unsafe reply.pointee.atom
                }
                (clientList, currentDesktop, strut, strutPartial, workArea) =
                    (atoms[0], atoms[1], atoms[2], atoms[3], atoms[4])
                (clientListStacking, windowState, fullScreen, hidden, windowDesktop) =
                    (atoms[5], atoms[6], atoms[7], atoms[8], atoms[9])
            }
        }

        private nonisolated static func screen(_ number: CInt, _ connection: OpaquePointer) -> UInt32? {
            var iterator = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection))
            for _ in 0..<max(0, number) where unsafe iterator.rem > 0 {
                unsafe xcb_screen_next(&iterator)
            }
            guard unsafe iterator.rem > 0, let screen = unsafe iterator.data else { return nil }
            return unsafe screen.pointee.root
        }

        /// Returns the number of RandR's first event type; `nil` without RandR 1.5.
        fileprivate nonisolated static func startRandR(_ connection: OpaquePointer, _ root: UInt32) -> UInt8? {
            guard let randR = unsafe xcb_randr_extension_data(connection), unsafe randR.pointee.present != 0 else {
                return nil
            }
            let cookie = unsafe xcb_randr_query_version(connection, 1, 5)
            guard let reply = unsafe xcb_randr_query_version_reply(connection, cookie, nil) else { return nil }
            defer { unsafe free(reply) }
            let version = unsafe (reply.pointee.major_version, reply.pointee.minor_version)
            guard version >= (1, 5) else { return nil }
            let mask =
                XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
                | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue
            _ = unsafe xcb_randr_select_input(connection, root, UInt16(mask))
            return unsafe randR.pointee.first_event
        }

        private nonisolated static func reason(_ code: CInt) -> String {
            switch code {
            case 0: "it has no screen"
            case XCB_CONN_CLOSED_PARSE_ERR: "the name is not the name of a display"
            default: "it does not accept the connection"
            }
        }
    }

    extension CGRect {
        fileprivate init(_ x: Int16, _ y: Int16, _ width: UInt16, _ height: UInt16) {
            self.init(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        }
    }
#endif

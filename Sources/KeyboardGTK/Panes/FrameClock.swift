#if GTK4
    import CKeyboardGTK
    import KeyboardObservation

    /// The frame clock belongs to the surface of the window.
    ///
    /// When the window loses its surface, `ManagedWindow` calls `end()`.
    @safe
    final class FrameClock: KeyboardFrameSource {
        private let clock: OpaquePointer
        /// The connections, which retain the frame clock; empty after `end()`.
        private var connections: [SignalConnection] = []
        private var requests: [KeyboardScheduledAction] = []

        /// The closure returns whether it has changed the layout.
        ///
        /// After two changes in one frame, `mayChange` is `false`. GTK draws nothing if a frame needs more than four
        /// layouts.
        init?(of window: WidgetPointer, onLayout: @escaping (_ mayChange: Bool) -> Bool) {
            guard let clock = unsafe gtk_widget_get_frame_clock(window) else { return nil }
            unsafe self.clock = unsafe clock
            unsafe connections.append(SignalConnection(clock, "update") { [weak self] _ in self?.runRequests() })
            var changes = (frame: gint64(-1), count: 0)
            unsafe connections.append(
                SignalConnection(clock, "layout") { _ in
                    let frame = unsafe gdk_frame_clock_get_frame_counter(clock)
                    if frame != changes.frame { changes = (frame, 0) }
                    if onLayout(changes.count < 2) { changes.count += 1 }
                }
            )
        }

        /// After the call, the scheduler of the pool supplies the display frames.
        func end() { connections = [] }

        /// Requests a layout, even if no widget needs one.
        func requestLayout() {
            if !connections.isEmpty { unsafe gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT) }
        }

        private func runRequests() {
            let due = requests
            requests = []
            for request in due { request.run() }
        }

        func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
            let request = KeyboardScheduledAction(action)
            requests.append(request)
            if !connections.isEmpty { unsafe gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_UPDATE) }
            return request
        }
    }
#endif

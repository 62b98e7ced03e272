#if GTK4
    import CKeyboardGTK
    import KeyboardObservation

    /// A source of display frames that uses the frame clock of a GTK window.
    ///
    /// The frame clock belongs to the surface of the window. When the window loses its surface, `ManagedWindow` calls
    /// `end()`.
    @safe
    final class FrameClock: KeyboardFrameSource {
        private let clock: OpaquePointer
        /// The connections to the frame clock; empty after `end()`.
        ///
        /// The connections retain the frame clock.
        private var connections: [SignalConnection] = []
        private var requests: [KeyboardScheduledAction] = []

        /// Connects to the frame clock of a realized window, and calls a closure after each layout.
        ///
        /// The closure returns whether it has changed the layout. After two changes in one frame, the parameter
        /// `mayChange` is `false`, and the closure must not change the layout again. GTK draws nothing if a frame needs
        /// more than four layouts.
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

        /// Disconnects from the frame clock.
        ///
        /// After the call, the frame clock supplies no display frames, and the pool uses its scheduler instead.
        func end() { connections = [] }

        /// Requests a call of `onLayout`, even if no widget needs a layout.
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

import CGTK
import KeyboardObservation

/// Lets GLib's loop run the main queue from now on.
func drainMainQueue() {
    let drain: GUnixFDSourceFunc = { _, _, _ in
        MainQueueLoop.drain()
        return 1
    }
    g_unix_fd_add(MainQueueLoop.descriptor, G_IO_IN, drain, nil)
}

/// The display frames of a window, as the frame source of a pool.
final class FrameClock: KeyboardFrameSource {
    private let clock: OpaquePointer
    private var requests: [KeyboardScheduledAction] = []

    init(of window: WidgetPointer) {
        clock = gtk_widget_get_frame_clock(window)
        g_object_ref(gpointer(clock))
        connect(gpointer(clock), "update") { [weak self] in
            guard let due = self?.requests else { return }
            self?.requests = []
            for request in due { request.run() }
        }
    }

    isolated deinit { g_object_unref(gpointer(clock)) }

    func requestFrame(_ action: @escaping @MainActor () -> Void) -> KeyboardScheduledAction {
        requests.append(KeyboardScheduledAction(action))
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_UPDATE)
        return requests[requests.count - 1]
    }
}

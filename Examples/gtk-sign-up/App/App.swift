import CGTK
import Foundation
import KeyboardObservation
import LinuxKeyboards

/// The app: one keyboard, one requester, and the controllers of the open windows.
final class App {
    let application: UnsafeMutablePointer<GtkApplication>
    private let options: Options
    private let keyboard = SystemKeyboard(reconnects: true)
    private let requester: KeyboardRequester
    private var screens: [ObjectIdentifier: AnyObject] = [:]
    private var report: Report?

    init(_ options: Options) {
        self.options = options
        application = gtk_application_new("org.example.SignUp", G_APPLICATION_NON_UNIQUE)
        requester = KeyboardRequester(of: keyboard)
        connect(application, "activate") { [unowned self] in activate() }
    }

    func run() throws -> CInt {
        drainMainQueue()
        try keyboard.start(postingTo: .default)
        return g_application_run(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self),
            0,
            nil
        )
    }

    private func activate() {
        loadStyle()
        if options.reports { report = Report() }
        openForm()
    }

    /// Opens the form in a window.
    private func openForm() {
        let view = SignUpView(in: application)
        let window = view.window.pointer
        let screen = SignUpScreen(view, requester: requester) { [unowned self, weak view] in
            if let view { openDialog(over: view) }
        }
        retain(screen, until: window)
        window.reportUsableArea(to: keyboard)
        // Under Wayland, keyboards are not drawn over a full-screen window.
        if isWayland { gtk_window_maximize(window.as()) } else { gtk_window_fullscreen(window.as()) }
        gtk_window_present(window.as())
        KeyboardObserverPool.current.frameSource = FrameClock(of: window)
        report?.add(view, screen)
    }

    /// Opens the dialog over the form.
    private func openDialog(over form: SignUpView) {
        let view = InviteView(over: form.window.pointer)
        let screen = InviteScreen(view, requester: requester) { [weak form] mail in
            form?.answer = "Your letter to \(mail) is on its way."
        }
        retain(screen, until: view.window.pointer)
        gtk_window_present(view.window.pointer.as())
        report?.add(view, screen)
    }

    /// Retains the controller of a window until the window is closed.
    private func retain(_ screen: AnyObject, until window: UnsafeMutablePointer<GtkWidget>) {
        let id = ObjectIdentifier(screen)
        screens[id] = screen
        connect(window, "destroy") { [unowned self] in screens[id] = nil }
    }

    private var isWayland: Bool {
        String(cString: gdk_display_get_name(gdk_display_get_default())).hasPrefix("wayland")
    }
}

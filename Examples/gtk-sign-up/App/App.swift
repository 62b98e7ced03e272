import CGTK
import Foundation
import KeyboardObservation
import LinuxKeyboards

/// The app: one keyboard, one requester, and the controllers of the open windows.
final class App {
    let application: UnsafeMutablePointer<GtkApplication>
    private let options: Options
    private let keyboard: SystemKeyboard
    private let requester: KeyboardRequester
    private var screens: [ObjectIdentifier: AnyObject] = [:]
    private var report: Report?
    private var cycle: WindowCycle?

    /// Creates the app, and opens the display.
    init(_ options: Options) throws {
        guard gtk_init_check() != 0, let display = gdk_display_get_default() else { throw Failure.noDisplay }
        self.options = options
        // Onboard's frames are in pixels, and GTK's are in points.
        let monitor = g_list_model_get_item(gdk_display_get_monitors(display), 0)
        let scale = monitor.map { gdk_monitor_get_scale_factor(OpaquePointer($0)) } ?? 1
        g_object_unref(monitor)
        keyboard = SystemKeyboard(scale: CGFloat(scale), reconnects: true)
        application = gtk_application_new("org.example.SignUp", G_APPLICATION_NON_UNIQUE)
        requester = KeyboardRequester(of: keyboard)
        connect(application, "activate") { [weak self] in self?.activate() }
    }

    enum Failure: Error, CustomStringConvertible {
        case noDisplay

        var description: String { "no display: neither WAYLAND_DISPLAY nor DISPLAY names one that can be opened" }
    }

    func run() throws -> CInt {
        drainMainQueue()
        KeyboardObserverPool.shared.listen()
        try keyboard.start(postingTo: .default)
        return g_application_run(base, 0, nil)
    }

    private func activate() {
        loadStyle()
        if options.reports { report = Report() }
        if let count = options.windowCount {
            // Without this call, GTK would end an application that has no windows.
            g_application_hold(base)
            cycle = WindowCycle(count, open: { [weak self] in self?.open($0) }, quit: { [weak self] in self?.quit() })
        } else {
            openForm()
        }
    }

    /// Opens a form and a dialog over it.
    ///
    /// If the options say so, the windows have no controllers.
    private func open(_ cycle: WindowCycle) {
        let form = SignUpView(in: application)
        let dialog = InviteView(over: form.window.pointer)
        if options.hasControllers {
            let screen = SignUpScreen(form, requester: requester) {}
            let inviteScreen = InviteScreen(dialog, requester: requester) { _ in }
            for (screen, window) in [(screen as AnyObject, form.window), (inviteScreen, dialog.window)] {
                retain(screen, until: window.pointer)
                cycle.observe(screen)
            }
        }
        for window in [form.window, dialog.window] { cycle.show(window) }
    }

    /// Opens the form in a window.
    private func openForm() {
        let view = SignUpView(in: application)
        let window = view.window.pointer
        let screen = SignUpScreen(view, requester: requester) { [weak self, weak view] in
            if let view { self?.openDialog(over: view) }
        }
        retain(screen, until: window)
        window.reportUsableArea(to: keyboard)
        // Under Wayland, keyboards are not drawn over a full-screen window.
        if window.isOnX11 { gtk_window_fullscreen(window.as()) } else { gtk_window_maximize(window.as()) }
        gtk_window_present(window.as())
        useFrameClock(of: window)
        report?.add(view, screen)
    }

    /// Opens the dialog over the form.
    private func openDialog(over form: SignUpView) {
        let view = InviteView(over: form.window.pointer)
        let screen = InviteScreen(view, requester: requester) { [weak form] mail in
            form?.answer = "Your invitation to \(mail) is on its way."
        }
        retain(screen, until: view.window.pointer)
        gtk_window_present(view.window.pointer.as())
        useFrameClock(of: view.window.pointer)
        report?.add(view, screen)
    }

    /// Uses the frame clock of a window to follow the keyboard while the window is active.
    private func useFrameClock(of window: WidgetPointer) {
        let clock = FrameClock(of: window)
        KeyboardObserverPool.current.frameSource = clock
        connect(window, "notify::is-active") {
            if gtk_window_is_active(window.as()) != 0 { KeyboardObserverPool.current.frameSource = clock }
        }
    }

    /// Retains the controller of a window until the window is closed.
    private func retain(_ screen: AnyObject, until window: WidgetPointer) {
        let id = ObjectIdentifier(screen)
        screens[id] = screen
        connect(window, "unrealize") { [weak self] in self?.screens[id] = nil }
    }

    private func quit() {
        g_application_quit(base)
    }

    private var base: UnsafeMutablePointer<GApplication> {
        UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
    }
}

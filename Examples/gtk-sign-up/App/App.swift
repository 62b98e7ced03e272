import CGTK
import Foundation
import KeyboardGTK

/// The app: the manager of the keyboard, and the controllers of the open windows.
final class App {
    let application: UnsafeMutablePointer<GtkApplication>
    private let options: Options
    private var screens: [ObjectIdentifier: AnyObject] = [:]
    private var report: Report?
    private var cycle: WindowCycle?

    /// Creates the app, and opens the display.
    init(_ options: Options) throws {
        guard gtk_init_check() != 0 else { throw Failure.noDisplay }
        self.options = options
        application = gtk_application_new("org.example.SignUp", G_APPLICATION_NON_UNIQUE)
        connect(application, "activate") { [weak self] in self?.activate() }
    }

    enum Failure: Error, CustomStringConvertible {
        case noDisplay

        var description: String { "no display: neither WAYLAND_DISPLAY nor DISPLAY names one that can be opened" }
    }

    func run() -> CInt {
        var options = KeyboardManager.Options()
        options.showsBar = true
        KeyboardManager.start(options)
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
            let screen = SignUpScreen(form) {}
            let inviteScreen = InviteScreen(dialog) { _ in }
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
        let screen = SignUpScreen(view) { [weak self, weak view] in
            if let view { self?.openDialog(over: view) }
        }
        retain(screen, until: window)
        // Keyboards are not drawn over a full-screen window.
        gtk_window_maximize(window.as())
        gtk_window_present(window.as())
        report?.add(view, screen)
    }

    /// Opens the dialog over the form.
    private func openDialog(over form: SignUpView) {
        let view = InviteView(over: form.window.pointer)
        let screen = InviteScreen(view) { [weak form] mail in
            form?.answer = "Your invitation to \(mail) is on its way."
        }
        retain(screen, until: view.window.pointer)
        gtk_window_present(view.window.pointer.as())
        report?.add(view, screen)
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

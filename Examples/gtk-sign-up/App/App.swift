import CGTK
import Foundation
import KeyboardGTK

/// The app, which starts the manager of the keyboard and retains the controllers of the open windows.
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
        var managerOptions = KeyboardManager.Options()
        managerOptions.showsBar = true
        managerOptions.drawsKeyboard = options.drawsKeyboard
        managerOptions.leavesFullScreen = options.leavesFullScreen
        KeyboardManager.start(managerOptions)
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

    /// Opens a form and a dialog over the form, and later replaces the content of both windows.
    ///
    /// With the option `--without-controllers`, the windows have no controllers.
    private func open(_ cycle: WindowCycle) {
        let form = SignUpView(in: application)
        let dialog = InviteView(over: form.window.pointer)
        observe(form.scrolled, in: cycle) { SignUpScreen(form) {} }
        observe(dialog.scrolled, in: cycle) { InviteScreen(dialog) { _ in } }
        for window in [form.window, dialog.window] {
            cycle.show(window) { [unowned self, unowned cycle] in
                let next = InviteView(over: window.pointer)
                observe(next.scrolled, in: cycle) { InviteScreen(next) { _ in } }
                // `InviteView` creates a new window. The content moves from the new window to the open window.
                gtk_window_set_child(next.window.pointer.as(), nil)
                gtk_window_destroy(next.window.pointer.as())
                return next.scrolled
            }
        }
    }

    private func observe(_ content: Widget, in cycle: WindowCycle, _ makeScreen: () -> AnyObject) {
        guard options.hasControllers else { return }
        let screen = makeScreen()
        retain(screen, until: content.pointer)
        cycle.observe(screen)
    }

    /// Opens the form in a window.
    private func openForm() {
        let view = SignUpView(in: application)
        let window = view.window.pointer
        let screen = SignUpScreen(view) { [weak self, weak view] in
            if let view { self?.openDialog(over: view) }
        }
        retain(screen, until: window)
        if options.isFullScreen { gtk_window_fullscreen(window.as()) } else { gtk_window_maximize(window.as()) }
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

    /// Retains a controller until a widget of the controller is unrealized.
    ///
    /// GTK unrealizes a window and its content when the window is closed. GTK also unrealizes content that is removed
    /// from its window.
    private func retain(_ screen: AnyObject, until widget: WidgetPointer) {
        let id = ObjectIdentifier(screen)
        screens[id] = screen
        connect(widget, "unrealize") { [weak self] in self?.screens[id] = nil }
    }

    private func quit() {
        g_application_quit(base)
    }

    private var base: UnsafeMutablePointer<GApplication> {
        UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
    }
}

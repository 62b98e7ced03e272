import CGTKChecks
import Foundation
import KeyboardGTK
import KeyboardObservation
import KeyboardSimulation
import Observation

extension Desktop {
    /// Opens a full-screen window around a column of widgets, and waits until the window is full screen.
    fileprivate func openFullScreen(_ fields: [WidgetPointer], isMaximized: Bool = true) -> WidgetPointer {
        let window = unsafe open(scrolled(column(fields)))
        if !isMaximized {
            unsafe gtk_window_unmaximize(window.as())
            wait { unsafe !window.isMaximized }
        }
        unsafe gtk_window_fullscreen(window.as())
        Check.that(wait { unsafe window.isFullScreen }, "a window is full screen")
        return unsafe window
    }

    fileprivate func checkLeft(_ window: WidgetPointer, _ name: String) {
        let isLeft = wait { unsafe self.isShown && !window.isFullScreen && window.isMaximized }
        Check.that(isLeft, "\(name) is maximized while the keyboard is shown")
    }

    fileprivate func checkStays(_ window: WidgetPointer, isFullScreen: Bool, _ sentence: String) {
        settle()
        Check.that(unsafe window.isFullScreen == isFullScreen, sentence)
    }
}

extension UnsafeMutablePointer<GtkWidget> {
    fileprivate var isFullScreen: Bool { unsafe gtk_window_is_fullscreen(self.as()) != 0 }
    fileprivate var isMaximized: Bool { unsafe gtk_window_is_maximized(self.as()) != 0 }
}

func checkFullScreen(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let window = unsafe desktop.openFullScreen(fields)
    unsafe desktop.checkTap(fields[8], "the last field of a full-screen window")
    unsafe desktop.checkLeft(window, "a full-screen window")
    unsafe desktop.tap(fields[7])
    desktop.settle()
    unsafe desktop.dismiss(window)
    Check.that(
        desktop.wait { unsafe window.isFullScreen },
        "the window is full screen again when the keyboard has disappeared"
    )

    unsafe desktop.tap(fields[8])
    unsafe desktop.checkLeft(window, "the window")
    unsafe gtk_window_unmaximize(window.as())
    desktop.wait { unsafe !window.isMaximized }
    unsafe desktop.dismiss(window)
    unsafe desktop.checkStays(window, isFullScreen: false, "a window that was unmaximized meanwhile stays so")

    unsafe gtk_window_fullscreen(window.as())
    desktop.wait { unsafe window.isFullScreen }
    unsafe desktop.tap(fields[8])
    unsafe desktop.checkLeft(window, "an unmaximized full-screen window")
    unsafe desktop.dismiss(window)
    desktop.wait { unsafe window.isFullScreen }
    unsafe gtk_window_unfullscreen(window.as())
    desktop.wait { unsafe !window.isFullScreen }
    desktop.settle()
    unsafe Check.that(!window.isMaximized, "an unmaximized window that leaves full screen is unmaximized again")
}

/// The app makes the window full screen while the keyboard is shown.
func checkFullScreenMeanwhile(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let window = unsafe desktop.openFullScreen(fields)
    unsafe desktop.tap(fields[8])
    unsafe desktop.checkLeft(window, "a full-screen window")
    unsafe gtk_window_fullscreen(window.as())
    desktop.wait { unsafe window.isFullScreen }
    unsafe desktop.checkStays(window, isFullScreen: true, "a window that was made full screen meanwhile stays so")
    unsafe gtk_window_unfullscreen(window.as())
    desktop.wait { unsafe !window.isFullScreen }
    unsafe desktop.dismiss(window)
    unsafe desktop.checkStays(window, isFullScreen: false, "a window that has left full screen meanwhile stays so")
}

func checkFullScreenOption(_ desktop: Desktop) {
    desktop.manager.options.leavesFullScreen = false
    let fields = unsafe entries(9)
    let window = unsafe desktop.openFullScreen(fields)
    unsafe desktop.checkTap(fields[8], "the last field of a window that stays full screen")
    unsafe desktop.checkStays(window, isFullScreen: true, "a full-screen window stays so without the option")
    unsafe desktop.dismiss(window)
    desktop.manager.options.leavesFullScreen = true
    unsafe desktop.tap(fields[8])
    unsafe desktop.checkLeft(window, "the window")
    desktop.restartManager()
    let isBack = desktop.wait { unsafe window.isFullScreen }
    Check.that(isBack, "a manager that stops makes the window full screen again")
}

/// A keyboard with a status that a check sets.
///
/// The keyboard appears only if the check shows a keyboard in `onRequest`.
@Observable
private final class AskedKeyboard: KeyboardSource {
    let capabilities: KeyboardSourceCapabilities = [.visibilityRequests]
    var status: KeyboardSourceStatus
    @ObservationIgnored var onRequest: (_ isShow: Bool) -> Void = { _ in }

    init(_ status: KeyboardSourceStatus) { self.status = status }

    func start(postingTo center: NotificationCenter) {}
    func stop() {}
    func requestShow() throws(KeyboardSourceError) { try request(true) }
    func requestHide() throws(KeyboardSourceError) { try request(false) }

    private func request(_ isShow: Bool) throws(KeyboardSourceError) {
        if case .unavailable(let error) = status { throw error }
        onRequest(isShow)
    }
}

func checkFullScreenWithoutKeyboard(_ desktop: Desktop) {
    let fields = unsafe entries(9)
    let window = unsafe desktop.openFullScreen(fields)
    let keyboard = AskedKeyboard(.unavailable(.notRunning(keyboard: "the keyboard")))
    keyboard.onRequest = { $0 ? desktop.keyboard.show() : desktop.keyboard.hide() }
    let manager = KeyboardManager(of: keyboard)
    unsafe desktop.tap(fields[8])
    unsafe desktop.checkStays(window, isFullScreen: true, "a window without a keyboard stays full screen")
    keyboard.status = .available
    unsafe desktop.checkLeft(window, "a window with a keyboard that has started later")
    unsafe desktop.dismiss(window)
    Check.that(desktop.wait { unsafe window.isFullScreen }, "this window is full screen again")
    withExtendedLifetime(manager) {}
    desktop.restartManager()
}

func checkFullScreenDialog(_ desktop: Desktop) {
    let fields = unsafe entries(2)
    let window = unsafe desktop.openFullScreen(fields)
    let field = unsafe gtk_entry_new()!
    let dialog = unsafe gtk_window_new()!
    unsafe gtk_window_set_transient_for(dialog.as(), window.as())
    unsafe gtk_window_set_child(dialog.as(), field)
    unsafe gtk_window_present(dialog.as())
    desktop.wait { unsafe gtk_window_is_active(dialog.as()) != 0 }
    unsafe desktop.tap(field)
    unsafe desktop.checkLeft(window, "the window behind a dialog")
    unsafe gtk_window_destroy(dialog.as())
    desktop.wait { unsafe gtk_window_is_active(window.as()) != 0 }
    unsafe desktop.dismiss(window)
    Check.that(desktop.wait { unsafe window.isFullScreen }, "the window is full screen again after the dialog")
}

/// A second window becomes active while the keyboard is shown.
func checkFullScreenOfInactiveWindow(_ desktop: Desktop) {
    let fields = unsafe entries(2)
    let window = unsafe desktop.openFullScreen(fields)
    unsafe desktop.checkTap(fields[1], "a field of a full-screen window")
    unsafe desktop.checkLeft(window, "the window")
    let other = unsafe gtk_window_new()!
    unsafe gtk_window_present(other.as())
    desktop.wait { unsafe gtk_window_is_active(other.as()) != 0 }
    Check.that(desktop.wait { !desktop.isShown }, "the keyboard disappears with the focus")
    unsafe desktop.checkStays(window, isFullScreen: false, "an inactive window does not cover the active window")
    unsafe gtk_window_destroy(other.as())
    unsafe gtk_window_present(window.as())
    desktop.wait { unsafe gtk_window_is_active(window.as()) != 0 }
    // A text widget of the window still has the focus, so the keyboard appears again.
    unsafe desktop.dismiss(window)
    Check.that(desktop.wait { unsafe window.isFullScreen }, "this window is full screen after it was active again")
    unsafe desktop.checkTap(fields[1], "the field of this window")
    desktop.keyboard.hide()
    Check.that(desktop.wait { unsafe desktop.isHidden && window.isFullScreen }, "a person dismisses the keyboard")
    // metacity takes the activation from a window that becomes full screen, and gives it back.
    let third = unsafe gtk_window_new()!
    unsafe gtk_window_present(third.as())
    desktop.wait { unsafe gtk_window_is_active(third.as()) != 0 }
    unsafe gtk_window_destroy(third.as())
    desktop.wait { unsafe gtk_window_is_active(window.as()) != 0 }
    desktop.settle()
    Check.that(desktop.isHidden, "a dismissed keyboard stays away when its window becomes active again")
}

func checkFullScreenRequest(_ desktop: Desktop) {
    let fields = unsafe entries(2)
    let window = unsafe desktop.openFullScreen(fields)
    let keyboard = AskedKeyboard(.available)
    var manager: KeyboardManager? = KeyboardManager(of: keyboard)
    keyboard.onRequest = { isShow in
        guard isShow else { return }
        let hasLeft = desktop.wait { unsafe !window.isFullScreen && window.isMaximized }
        Check.that(hasLeft, "the window leaves full screen before the keyboard is asked to appear")
    }
    unsafe desktop.tap(fields[1])
    desktop.settle()
    unsafe Check.that(!window.isFullScreen, "the window waits for a slow keyboard")
    Check.that(
        desktop.wait { unsafe window.isFullScreen },
        "the window is full screen again if the keyboard does not appear"
    )
    let key = unsafe Tap(in: window, focused: fields[0], isKey: true)
    Input.pressKey()
    desktop.wait { key.hasEnded }
    key.end()
    unsafe desktop.checkStays(window, isFullScreen: true, "a key that moves the focus leaves it so")
    unsafe desktop.tap(fields[1])
    Check.that(desktop.wait { unsafe !window.isFullScreen }, "a tap on another field leaves full screen again")
    unsafe gtk_window_set_focus(window.as(), nil)
    Check.that(
        desktop.wait { unsafe window.isFullScreen },
        "the window is full screen again after a focus without a keyboard"
    )
    unsafe desktop.tap(fields[1])
    withExtendedLifetime(manager) {}
    manager = nil
    Check.that(
        desktop.wait { unsafe window.isFullScreen },
        "the window is full screen again after its manager was released"
    )
    desktop.restartManager()
}

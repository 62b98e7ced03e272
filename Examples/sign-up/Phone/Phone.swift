import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import TerminalToolkit

/// A phone with a sign-up app that draws its own keyboard.
@MainActor
final class Phone {
    let window: Window
    let keyboardView: KeyboardView
    let log: EventLog
    let pool: KeyboardObserverPool
    private(set) var account: AccountScreen?
    private(set) var code: CodeScreen?
    private(set) var isAlertPresented = false
    /// Called when the phone must be drawn again.
    var onNeedsDisplay: (@MainActor () -> Void)?

    private weak var widgetBehindAlert: TextWidget?

    /// Creates a phone of 36 columns and 16 rows.
    ///
    /// The screens of the phone subscribe to the current pool.
    init(center: NotificationCenter, scheduler: any KeyboardScheduler) {
        pool = .current
        window = Window(size: CGSize(width: 360, height: 480))
        keyboardView = KeyboardView(in: window, scheduler: scheduler)
        log = EventLog(pool, scheduler)
        // If a screen is pushed while the keyboard is shown, the screen receives the latest *show* from the pool.
        pool.listen()
        // A row of keys is at most 14 mm high. With this density, a row of keys is as high as a cell.
        keyboard.pointsPerMillimeter = window.cell.height / 14
        keyboard.start(postingTo: center)
        window.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
        // If a person has hidden the keyboard, a press on the focused field shows the keyboard again.
        window.onFocusAgain = { [weak keyboard] in try? keyboard?.requestShow() }
        log.onEvent = { [weak self] in self?.onNeedsDisplay?() }
        showAccount()
    }

    private var keyboard: AppKeyboard { keyboardView.keyboard }

    private func showAccount() {
        account = AccountScreen(in: window) { [weak self] in self?.showCode() }
    }

    /// Pushes the second screen, usually while the keyboard is shown.
    private func showCode() {
        account?.disappear()
        code = CodeScreen(in: window) { [weak self] in
            self?.finish()
        } onBack: { [weak self] in
            self?.goBack()
        }
        code?.code.becomeFirstResponder()
    }

    /// Pops the second screen.
    func goBack() {
        account?.appear()
        code = nil
    }

    private func finish() {
        showAccount()
        code = nil
    }

    /// Focuses the first field of the screen, as the Tab key does in a window without a focused field.
    func moveToFirstField() {
        guard !isAlertPresented else { return }
        _ = code?.order.moveToFirst() ?? account?.order.moveToFirst()
    }

    // MARK: What a person types and presses

    /// Presses a key of the computer.
    func type(_ key: Key) {
        guard !isAlertPresented else {
            switch key {
            case .escape: toggleAlert()
            case .return: leavePage()
            default: break
            }
            return
        }
        window.handle(key)
    }

    func type(_ text: String) {
        for character in text {
            switch character {
            case "\n": type(.return)
            case "\t": type(.tab)
            default: type(.character(character))
            }
        }
    }

    func paste(_ text: String) {
        if !isAlertPresented { window.paste(text) }
    }

    /// Presses a point of the screen.
    func press(at point: CGPoint) {
        if isAlertPresented {
            let (screen, cell) = (window.cell.cells(of: window.bounds), window.cell)
            let leave = Dialog.alert.place(of: Dialog.leave, columns: screen.columns, rows: screen.rows)
            let isLeaving = leave?.contains(column: Int(point.x / cell.width), row: Int(point.y / cell.height)) ?? false
            isLeaving ? leavePage() : toggleAlert()
        } else if !keyboardView.touchBegan(at: point) {
            window.press(at: point)
        }
    }

    func drag(to point: CGPoint) {
        keyboardView.touchMoved(to: point)
    }

    func lift(at point: CGPoint) {
        keyboardView.touchEnded(at: point)
    }

    // MARK: What a person does to the phone

    func rotate() {
        window.size = CGSize(width: window.size.height, height: window.size.width)
        keyboard.screenBounds = window.bounds
    }

    /// Hides or shows the keyboard of the focused field.
    ///
    /// The field keeps the focus.
    func toggleKeyboard() {
        guard window.focusedField != nil else { return }
        try? keyboard.isShown ? keyboard.requestHide() : keyboard.requestShow()
    }

    /// Shows or closes the alert.
    ///
    /// While the alert is shown, no field has the focus. After the alert was closed, the previous field takes the focus
    /// again.
    func toggleAlert() {
        isAlertPresented.toggle()
        if isAlertPresented {
            widgetBehindAlert = window.focusedWidget
            window.focus(nil)
        } else {
            _ = widgetBehindAlert?.grabFocus()
        }
        onNeedsDisplay?()
    }

    /// Performs the action of the alert: pops the second screen, or empties the form of the first screen.
    private func leavePage() {
        isAlertPresented = false
        code == nil ? showAccount() : goBack()
    }

    var reducesMotion: Bool {
        keyboard.slideDuration == 0
    }

    func toggleReducedMotion() {
        keyboard.slideDuration = reducesMotion ? 0.25 : 0
        onNeedsDisplay?()
    }
}

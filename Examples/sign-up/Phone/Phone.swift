import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// A phone with a sign-up app and a simulated keyboard.
@MainActor
final class Phone {
    /// A phone of 36 columns and 16 rows.
    ///
    /// The keyboard of a phone stays docked. The keyboard of this model can float, so the model counts as a tablet.
    static let model = SimulatedScreenModel(
        name: "phone 360×480",
        portraitSize: CGSize(width: 360, height: 480),
        portrait: SimulatedScreenModel.KeyboardHeights(letters: 120, lettersWithPredictions: 150),
        isPhone: false
    )

    let window: Window
    let keyboard: SimulatedKeyboard
    let keyboardView: KeyboardView
    let log: EventLog
    let pool: KeyboardObserverPool
    private(set) var account: AccountScreen?
    private(set) var code: CodeScreen?
    private(set) var isAlertPresented = false
    /// Called when the phone must be drawn again.
    var onNeedsDisplay: (@MainActor () -> Void)?

    private let inputMethod: SimulatedInputMethod
    private let scheduler: any KeyboardScheduler
    private let finger: Finger

    /// Creates the phone.
    ///
    /// Its screens subscribe to the current pool.
    init(center: NotificationCenter, scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        pool = .current
        keyboard = SimulatedKeyboard(
            on: SimulatedScreen(Self.model),
            behavior: SimulatedKeyboard.Behavior { $0.dismissesByPosition = true },
            scheduler: scheduler
        )
        window = Window(size: keyboard.screen.size)
        inputMethod = SimulatedInputMethod(keyboard, scheduler: scheduler)
        keyboardView = KeyboardView(in: window)
        log = EventLog(pool, scheduler)
        finger = Finger(on: keyboard, scheduler: scheduler)
        // If a screen is pushed while the keyboard is shown, the screen receives the latest *show* from the pool.
        pool.listen()
        keyboard.start(postingTo: center)
        window.inputMethod = inputMethod
        keyboardView.layout = { [weak keyboard] in keyboard?.layout ?? .letters }
        keyboardView.isSplit = { [weak keyboard] in keyboard?.docking == .split }
        keyboardView.onKey = { [weak self] in self?.perform($0) }
        keyboardView.onMove = { [weak self] in self?.onNeedsDisplay?() }
        window.onNeedsDisplay = { [weak self] in self?.onNeedsDisplay?() }
        log.onEvent = { [weak self] in self?.onNeedsDisplay?() }
        finger.onDismissal = { [weak window] in window?.focus(nil) }
        showAccount()
    }

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

    func type(_ key: Key) {
        guard !isAlertPresented else {
            if [.return, .escape].contains(key) { toggleAlert() }
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
            toggleAlert()
        } else if keyboardView.press(at: point) {
            if keyboardView.isInTopRow(point) { finger.touch(point) }
        } else {
            window.press(at: point)
        }
    }

    func drag(to point: CGPoint) {
        finger.move(to: point)
    }

    func lift() {
        finger.lift()
    }

    private func perform(_ action: DrawnKey.Action) {
        switch action {
        case .insert(let text): window.paste(text)
        case .backspace: window.handle(.backspace)
        case .return: window.handle(.return)
        case .change(let layout): keyboard.perform(.changeFrame(to: layout))
        case .shift: break
        }
    }

    // MARK: What a person does to the keyboard

    func rotate() {
        keyboard.rotate(to: keyboard.screen.orientation == .portrait ? .landscape : .portrait)
        window.size = keyboard.screen.size
    }

    func toggleFloating() {
        guard keyboard.docking != .floating else { return keyboard.perform(.dock) }
        let size = window.size
        keyboard.perform(.float(in: CGRect(x: size.width - 260, y: size.height - 240, width: 240, height: 150)))
    }

    func toggleSplit() {
        guard keyboard.docking != .split else { return keyboard.perform(.dock) }
        keyboard.perform(.split(toTop: window.size.height - keyboard.frame.height - 120))
    }

    func changeKeys() {
        switch keyboard.layout {
        case .lettersWithPredictions: keyboard.perform(.changeFrame(to: .letters))
        case .letters: keyboard.perform(.changeFrame(to: .numberPad))
        default: keyboard.perform(.changeFrame(to: .lettersWithPredictions))
        }
        onNeedsDisplay?()
    }

    func toggleHardwareKeyboard() {
        keyboard.perform(keyboard.hasHardwareKeyboard ? .detachHardwareKeyboard : .attachHardwareKeyboard)
    }

    func toggleAlert() {
        keyboard.perform(isAlertPresented ? .dismissAlert : .presentAlert)
        isAlertPresented.toggle()
        onNeedsDisplay?()
    }

    func dragDown() {
        finger.dragDown()
    }

    var reducesMotion: Bool {
        keyboard.behavior.motion != .full
    }

    func toggleReducedMotion() {
        keyboard.behavior.motion = reducesMotion ? .full : .crossFade()
        onNeedsDisplay?()
    }
}

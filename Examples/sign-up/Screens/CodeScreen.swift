import Foundation
import KeyboardForms
import KeyboardObservation
import TerminalToolkit

/// The second screen, which keeps the field for a code above the keyboard and its bar.
///
/// The screen is usually pushed while the keyboard is shown. A layout guide supplies the bottom inset of the view. The
/// screen reads only the height of the keyboard.
final class CodeScreen: KeyboardObservable, CommonKeyboardPresentable {
    let view = ScrollPane()
    let code = Entry()
    let order: FocusOrder
    private let bar: TextFieldNavigator
    private let window: Window
    private let guide = KeyboardLayoutGuide()
    let hint = Label("It is on its way to your mail.", style: .faint)
    private let button = Button("Confirm")
    private let back = Button("Back")
    private let toolbar = Toolbar()

    init(
        in window: Window,
        onConfirm: @escaping @MainActor () -> Void,
        onBack: @escaping @MainActor () -> Void = {}
    ) {
        self.window = window
        order = FocusOrder(code)
        bar = TextFieldNavigator(order, height: window.cell.height)
        view.add(Label("Your code", style: .title))
        view.add(hint)
        view.add(back)
        view.add(Label(""), rows: 4)
        view.add(code, label: "Code")
        view.add(button)
        code.formState.keyboardType = .numberPad
        code.formState.maximumLength = 6

        order.end = .submit(onConfirm)
        back.action = onBack
        button.action = { [weak order] in order?.submit() }
        bar.onChange = { [weak self] in self?.updateToolbar() }
        updateToolbar()
        guide.geometry.undocked = .avoid
        guide.onChange = { [weak view, weak bar] inset in
            view?.bottomInset = inset > 0 ? inset + (bar?.height ?? 0) : 0
            view?.scrollToBottom()
        }
        view.onLayout = { [weak view] in view?.scrollToBottom() }
        guide.viewFrameProvider = { [weak window] in window?.bounds ?? .zero }
        subscribeOnKeyboardNotifications()
        window.present(view, toolbar: toolbar)
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        hint.isVisible = keyboardHeight + bar.height < window.size.height * 0.4
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        hint.isVisible = true
    }

    private func updateToolbar() {
        toolbar.removeAll()
        for item in bar.items { toolbar.add(item.symbol ?? item.label, isEnabled: item.isEnabled, action: item.action) }
    }
}

import Foundation
import KeyboardForms
import KeyboardObservation
import TerminalToolkit

/// The first screen: a form that is taller than the space above the keyboard.
///
/// The avoider keeps the focused field visible above the keyboard and the bar. The bar and the return keys move the
/// focus. One field contains a number. The screen receives the whole payload of each notification as a
/// `Notification.KeyboardInfo`.
final class AccountScreen: KeyboardObservable, FullKeyboardPresentable {
    /// The locale of the app.
    static let locale = Locale(identifier: "en_IE")

    let view = ScrollPane()
    let order: FocusOrder
    let name = Entry(), mail = Entry(), phone = Entry(), password = Entry(), budgetField = Entry(), notes = TextArea()
    /// The budget, in euros per month.
    private(set) var budget: Decimal?

    private let window: Window
    private let bar: TextFieldNavigator
    private let avoider: KeyboardAvoider
    let hint = Label("You will receive a code by mail.", style: .faint)
    private let button = Button("Create account")
    private let toolbar = Toolbar()
    private var budgetInput: NumberInput<Decimal>?

    init(in window: Window, onSubmit: @escaping @MainActor () -> Void) {
        self.window = window
        order = FocusOrder(name, mail, phone, password, budgetField, notes)
        bar = TextFieldNavigator(order, height: window.cell.height)
        avoider = KeyboardAvoider(view) { [weak order] in
            order?.focusedField.map {
                FocusedContent($0, field: $0.formState.frame(), caret: $0.formState.caretRectangle())
            }
        }
        avoider.geometry.undocked = .avoid
        avoider.margin = window.cell.height
        avoider.barHeight = bar.height
        view.onLayout = { [weak avoider] in avoider?.layoutDidChange() }

        view.add(Label("Create your account", style: .title))
        for (label, field) in [("Name", name), ("Mail", mail), ("Phone", phone), ("Password", password)] {
            view.add(field, label: label)
        }
        view.add(budgetField, label: "Budget")
        view.add(notes, label: "Notes", rows: 3)
        view.add(hint)
        view.add(button)
        mail.formState.keyboardType = .emailAddress
        phone.formState.keyboardType = .phonePad
        password.formState.keyboardType = .asciiCapable
        password.formState.isSecureTextEntry = true
        budgetField.formState.placeholder = "euros a month"

        let input = NumberInput(
            budgetField,
            title: "Monthly budget",
            value: .of(self, \.budget),
            format: .style(.currency(code: "EUR"), locale: Self.locale),
            range: 0...10_000
        )
        // A row has no room for the default error message. When the field loses the focus, it shows its old value
        // instead of the refused text. Therefore, the message contains the refused text.
        input.localizedMessage = { error in
            switch error.reason {
            case .notANumber(let text, _), .outOfRange(let text, _, _): "Not 0 to 10,000: “\(text)”"
            default: error.description
            }
        }
        input.onErrorChange = { [weak budgetField, weak input] _ in budgetField?.message = input?.errorMessage }
        budgetInput = input

        order.end = .submit(onSubmit)
        button.action = { [weak order] in order?.submit() }
        bar.onChange = { [weak self] in self?.updateToolbar() }
        updateToolbar()
        appear()
    }

    /// Presents the screen.
    ///
    /// If the screen has missed a *show* or *hide*, the screen receives the latest *show* or *hide* after this call.
    func appear() {
        subscribeOnKeyboardNotifications()
        window.present(view, toolbar: toolbar)
    }

    /// Stops observing the keyboard, because another screen is pushed.
    func disappear() {
        unsubscribeFromKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        // If the keyboard and the bar cover two fifths of the screen or more, the screen has no room for the hint.
        guard let frame = keyboardInfo.frameEnd, let screen = keyboardInfo.screenBounds else { return }
        hint.isVisible = frame.height + bar.height < screen.height * 0.4
    }

    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {
        hint.isVisible = true
    }

    private func updateToolbar() {
        toolbar.removeAll()
        for item in bar.items { toolbar.add(item.symbol ?? item.label, isEnabled: item.isEnabled, action: item.action) }
    }
}

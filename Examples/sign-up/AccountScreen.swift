import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// The second screen.
///
/// It reads the whole payload, typed, and one value from the bare notification. One of its fields is a number.
final class AccountScreen: KeyboardObservable, FullKeyboardPresentable {
    let form: Form
    /// In euros per month.
    private(set) var budget: Decimal?
    private(set) var isKeyboardOfThisApp = true
    private var budgetField: NumericTextField<Decimal>?
    private let size: CGSize

    init(keyboard: SimulatedKeyboard) {
        size = keyboard.screen.size
        form = Form(
            title: "Your account",
            rows: [("Password", .asciiCapable, true), ("Budget", .decimalPad, false)],
            firstFieldY: size.height * 0.55,
            keyboard: keyboard
        )
        let budgetField = NumericTextField(
            form.rows[1].field,
            title: "Monthly budget",
            value: .of(self, \.budget),
            format: .style(.currency(code: "EUR"), locale: Locale(identifier: "en_IE")),
            range: 0...10_000
        )
        self.budgetField = budgetField
        form.message = { [weak budgetField] in budgetField?.error.map { (1, $0.description) } }
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        isKeyboardOfThisApp = notification.userInfo?[KeyboardUserInfoKey.isLocal] as? Bool ?? true
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        guard isKeyboardOfThisApp, let frame = keyboardInfo.frameEnd else { return }
        // A keyboard at the side or off screen covers nothing at the bottom, which a height does not show.
        let covered = frame.intersection(CGRect(origin: .zero, size: size))
        if covered.width == size.width { form.makeRoom(above: covered.minY) }
    }

    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {
        form.removeRoom()
    }
}

import CGTK
import Foundation
import KeyboardForms
import KeyboardGTK
import KeyboardObservation

/// The controller of the form.
final class SignUpScreen: KeyboardObservable, CommonKeyboardPresentable {
    /// The values with which a person signs up.
    struct Account {
        var name = "", mail = "", password = ""
        /// The budget, in euros.
        var budget: Decimal?
    }

    let order: FocusOrder
    private(set) var account = Account()
    private let view: SignUpView
    private var inputs: [AnyObject] = []

    init(_ view: SignUpView, onInvite: @escaping () -> Void) {
        self.view = view
        let name = EntryField(view.name.input.pointer)
        let mail = EntryField(view.mail.input.pointer)
        let password = EntryField(view.password.input.pointer)
        let budget = EntryField(view.budget.input.pointer)
        let note = TextViewField(view.note.input.pointer)
        order = FocusOrder(name, mail, password, budget, note)
        for (field, row) in zip([name, mail, password, budget, note], view.rows) { field.group = row.group }

        inputs = [
            ValueInput(name, view.name, title: "Name", value: .of(self, \.account.name)) {
                $0.isEmpty ? "We need your name." : nil
            },
            ValueInput(
                mail,
                view.mail,
                title: "E-mail",
                value: .of(self, \.account.mail),
                refusing: ValueInput.refusalOfMail
            ),
            ValueInput(password, view.password, title: "Password", value: .of(self, \.account.password)) {
                $0.count < 8 ? "Use eight characters or more." : nil
            },
            amountInput(budget),
        ]
        order.end = .submit { [weak self] in self?.finish() }
        connect(view.submit.pointer, "clicked") { [weak order] in order?.submit() }
        connect(view.invite.pointer, "clicked", onInvite)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        // The answer on the screen belongs to an earlier submission.
        view.answer = ""
    }

    func keyboardWillBeHidden(duration: TimeInterval) {}

    private func amountInput(_ field: EntryField) -> NumberInput<Decimal> {
        let input = NumberInput(
            field,
            title: "Monthly budget",
            value: .of(self, \.account.budget),
            format: .style(.currency(code: "EUR"), locale: Locale(identifier: "en_IE")),
            range: 0...10_000
        )
        input.localizedMessage = { _ in "Enter an amount from 0 to 10,000 euros." }
        input.onErrorChange = { [weak row = view.budget, weak input] _ in row?.message = input?.errorMessage }
        return input
    }

    private func finish() {
        view.answer = "Welcome, \(account.name)!"
    }
}

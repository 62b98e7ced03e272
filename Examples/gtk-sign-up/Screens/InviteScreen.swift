import CGTK
import Foundation
import KeyboardForms
import KeyboardGTK

/// The controller of the dialog, which has a form of its own.
final class InviteScreen {
    let order: FocusOrder
    let field: EntryField
    private let view: InviteView
    private var input: ValueInput<String>?
    private var mail = ""

    init(_ view: InviteView, onInvite: @escaping (String) -> Void) {
        self.view = view
        field = EntryField(view.mail.input.pointer)
        order = FocusOrder(field)
        field.group = view.mail.group
        input = ValueInput(
            field,
            view.mail,
            title: "E-mail",
            value: .of(self, \.mail),
            refusing: ValueInput.refusalOfMail
        )
        order.end = .submit { [weak self] in
            guard let self else { return }
            onInvite(mail)
            gtk_window_close(view.window.pointer.as())
        }
        connect(view.send.pointer, "clicked") { [weak order] in order?.submit() }
        connect(view.cancel.pointer, "clicked") { [weak view] in
            if let view { gtk_window_close(view.window.pointer.as()) }
        }
    }
}

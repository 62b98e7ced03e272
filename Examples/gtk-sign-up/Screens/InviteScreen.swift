import CGTK
import Foundation
import KeyboardForms
import KeyboardObservation
import LinuxKeyboards

/// The controller of the dialog, which has a form of its own.
final class InviteScreen {
    let order: FocusOrder
    let field: EntryField
    private let view: InviteView
    private let avoider: KeyboardAvoider
    private let pane: ScrolledPane
    private var input: ValueInput<String>?
    private var mail = ""

    init(_ view: InviteView, requester: KeyboardRequester, onInvite: @escaping (String) -> Void) {
        self.view = view
        field = EntryField(view.mail.input.pointer, requester)
        order = FocusOrder(field)
        pane = ScrolledPane(view.scrolled.pointer, content: view.content.pointer)
        avoider = KeyboardAvoider(pane) { [weak order, weak row = view.mail] in
            FocusedContent(order?.focusedField, in: row)
        }
        avoider.geometry.undocked = .avoid
        avoider.margin = 8
        pane.onLayout = { [weak avoider] in avoider?.layoutDidChange() }
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

extension FocusedContent {
    /// The focused field of a form, and the row that belongs to it; `nil` if no field has the focus.
    init?(_ field: (any FormField)?, in row: FormRow?) {
        guard let field = field as? WidgetField, let row, let content = field.widget?.scrolledContent else {
            return nil
        }
        self.init(
            field,
            field: field.frame,
            caret: field.formState.caretRectangle,
            group: row.box.pointer.frame(in: content)
        )
    }
}

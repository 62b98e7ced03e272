import Foundation
import KeyboardObservation

/// The first screen. It wants the keyboard's height, and nothing else.
final class NameScreen: KeyboardObservable, CommonKeyboardPresentable {
    private(set) var form: Form
    private let size: CGSize

    init(size: CGSize) {
        self.size = size
        form = Form(
            title: "Who are you?",
            fields: [("Name", "Ada Lovelace"), ("Mail", "ada@example.org")],
            firstFieldY: size.height * 0.55,
            width: size.width
        )
        subscribeOnKeyboardNotifications()
    }

    func edit(_ field: Int?) {
        form.focus = field
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        form.makeRoom(above: size.height - keyboardHeight)
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        form.rest()
    }
}

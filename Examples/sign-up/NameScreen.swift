import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// The first screen.
///
/// It reads only the height of the keyboard. Its return keys move to the next field, and the last one to the next
/// screen.
final class NameScreen: KeyboardObservable, CommonKeyboardPresentable {
    let form: Form
    private let size: CGSize

    init(keyboard: SimulatedKeyboard, onSubmit: @escaping @MainActor () -> Void) {
        size = keyboard.screen.size
        form = Form(
            title: "Your name",
            rows: [("Name", .default, false), ("Mail", .emailAddress, false)],
            firstFieldY: size.height * 0.5,
            keyboard: keyboard
        )
        form.order.end = .submit(onSubmit)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        form.makeRoom(above: size.height - keyboardHeight)
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        form.removeRoom()
    }
}

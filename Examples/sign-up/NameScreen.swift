import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// The first screen. It wants the keyboard's height, and nothing else. Its return keys lead on, and out of it.
final class NameScreen: KeyboardObservable, CommonKeyboardPresentable {
    let form: Form
    private let size: CGSize

    init(keyboard: SimulatedKeyboard, onSubmit: @escaping @MainActor () -> Void) {
        size = keyboard.screen.size
        form = Form(
            title: "Who are you?",
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
        form.rest()
    }
}

import Foundation
import KeyboardObservation

/// The second screen. It wants everything that is told, typed, and the bare notification once besides.
final class AccountScreen: KeyboardObservable, FullKeyboardPresentable {
    private(set) var form: Form
    private(set) var isKeyboardOfThisApp = true
    private let size: CGSize

    init(size: CGSize) {
        self.size = size
        form = Form(
            title: "Your account",
            fields: [("Password", "••••••••"), ("PIN", "1815")],
            firstFieldY: size.height * 0.6,
            width: size.width
        )
        subscribeOnKeyboardNotifications()
    }

    func edit(_ field: Int?) {
        form.focus = field
    }

    func keyboardWillBeShown(notification: Notification) {
        isKeyboardOfThisApp = notification.userInfo?[KeyboardUserInfoKey.isLocal] as? Bool ?? true
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        guard isKeyboardOfThisApp, let frame = keyboardInfo.frameEnd else { return }
        // The frame tells more than a height does: one at the side, or off screen, takes no room below.
        let covered = frame.intersection(CGRect(origin: .zero, size: size))
        if covered.width == size.width { form.makeRoom(above: covered.minY) }
    }

    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {
        form.rest()
    }
}

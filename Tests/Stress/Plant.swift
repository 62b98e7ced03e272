import Foundation
import KeyboardObservation

// Mistakes that are made on purpose.
extension Arena {
    func plant(_ plant: Options.Plant) {
        switch plant {
        case .cycle:
            let screen = SelfishScreen()
            screen.onShow = { withExtendedLifetime(screen) {} }
        case .token:
            let witness = Witness(.token)
            let token = pool.observe([]) { _ in withExtendedLifetime(witness) {} }
            _ = unsafe Unmanaged.passRetained(token)
        case .event:
            posted = posted + Told(.willShow, 1)
        case .race:
            // Each count here comes right after one is asked for there, and nothing orders the two.
            for _ in 0..<10_000 {
                elsewhere.add { countWithoutALock() }
                countWithoutALock()
            }
        }
    }
}

/// Keeps itself alive, where its closure names it.
private final class SelfishScreen: KeyboardObservable {
    var onShow: (() -> Void)?
    private let mark = Mark(.rawScreen)

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { onShow?() }
    func keyboardWillBeHidden(notification: Notification) {}
}

/// Unsafe on purpose: it is the race that ThreadSanitizer has to find.
private nonisolated(unsafe) var counted = 0

private func countWithoutALock() {
    unsafe counted += 1
}

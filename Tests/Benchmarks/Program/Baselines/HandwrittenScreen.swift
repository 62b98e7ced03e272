import Foundation
import KeyboardObservation

/// The source of code without a library.
final class HandwrittenSource: MeasuredSource {
    let center: NotificationCenter

    init(_ center: NotificationCenter) {
        self.center = center
    }
}

/// A screen without a library.
///
/// The screen registers, reads the two keys that it uses, and removes its registrations in `deinit`.
final class HandwrittenScreen: MeasuredScreen {
    private let center: NotificationCenter
    private let counter: CallCounter
    private var registrations: [any NSObjectProtocol] = []

    init(_ source: HandwrittenSource, _ counter: CallCounter) {
        center = source.center
        self.counter = counter
    }

    isolated deinit {
        unsubscribe()
    }

    func subscribe() {
        register(.keyboardWillShow) { screen, userInfo in
            guard let frame = userInfo?[KeyboardUserInfoKey.frameEnd] as? CGRect else { return }
            let duration = userInfo?[KeyboardUserInfoKey.animationDuration] as? Double
            screen.keyboardWillBeShown(keyboardHeight: frame.height, duration: duration ?? 0.25)
        }
        register(.keyboardWillHide) { screen, userInfo in
            let duration = userInfo?[KeyboardUserInfoKey.animationDuration] as? Double
            screen.keyboardWillBeHidden(duration: duration ?? 0.25)
        }
    }

    func unsubscribe() {
        for registration in registrations { center.removeObserver(registration) }
        registrations = []
    }

    private func register(
        _ name: Notification.Name,
        _ call: @escaping @MainActor (HandwrittenScreen, [AnyHashable: Any]?) -> Void
    ) {
        let registration = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
            // Safe: the benchmarks post on the main actor, and the closure is called on the thread of the post.
            nonisolated(unsafe) let userInfo = notification.userInfo
            MainActor.assumeIsolated {
                if let self { unsafe call(self, userInfo) }
            }
        }
        registrations.append(registration)
    }

    private func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { counter.count += 1 }

    private func keyboardWillBeHidden(duration: TimeInterval) {}
}

import Foundation
import KeyboardObservation

/// Code without a library.
///
/// Each screen registers, reads the two keys that it uses, and removes its registrations in `deinit`.
final class HandwrittenScreens: ChangingScreenGroup {
    @MainActor
    final class Screen {
        private let center: NotificationCenter
        private let counter: CallCounter
        private var registrations: [any NSObjectProtocol] = []

        init(_ center: NotificationCenter, _ counter: CallCounter) {
            self.center = center
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
            _ call: @escaping @MainActor (Screen, [AnyHashable: Any]?) -> Void
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

    private let counter = CallCounter()
    let poster: Poster
    private let screens: [Screen]
    private let additional: Screen

    init(screens count: Int) {
        let (center, counter) = (NotificationCenter(), counter)
        poster = Poster(center)
        screens = (0..<count).map { _ in Screen(center, counter) }
        additional = Screen(center, counter)
    }

    var callCount: Int { counter.count }

    func subscribeAll() {
        for screen in screens { screen.subscribe() }
    }

    func post() {
        poster.post()
    }

    func subscribeAndUnsubscribe() {
        additional.subscribe()
        additional.unsubscribe()
    }

    func runLifetime() {
        let screen = Screen(poster.center, counter)
        screen.subscribe()
        post()
    }
}

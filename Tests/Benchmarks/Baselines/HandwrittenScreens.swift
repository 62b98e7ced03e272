import Foundation
import KeyboardObservation

/// Code without a library. Each screen registers, reads the keys and removes its registrations in `deinit`.
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
            register(.keyboardWillShow) { screen, info in
                if info.frameEnd != nil { screen.counter.count += 1 }
            }
            register(.keyboardWillHide) { _, _ in }
        }

        func unsubscribe() {
            for registration in registrations { center.removeObserver(registration) }
            registrations = []
        }

        private func register(
            _ name: Notification.Name,
            _ call: @escaping @MainActor (Screen, HandwrittenInfo) -> Void
        ) {
            let registration = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
                let info = HandwrittenInfo(notification)
                MainActor.assumeIsolated {
                    if let self { call(self, info) }
                }
            }
            registrations.append(registration)
        }
    }

    private let counter = CallCounter()
    private var poster: Poster
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

/// The four keys, read by `as?`.
struct HandwrittenInfo {
    let frameBegin: CGRect?
    let frameEnd: CGRect?
    let duration: Double?
    let curve: UInt?

    init(_ notification: Notification) {
        let userInfo = notification.userInfo
        frameBegin = userInfo?[KeyboardUserInfoKey.frameBegin] as? CGRect
        frameEnd = userInfo?[KeyboardUserInfoKey.frameEnd] as? CGRect
        duration = userInfo?[KeyboardUserInfoKey.animationDuration] as? Double
        curve = userInfo?[KeyboardUserInfoKey.animationCurve] as? UInt
    }
}

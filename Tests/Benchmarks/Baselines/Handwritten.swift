import Foundation
import KeyboardObservation

/// What one writes without any library: each screen registers, reads the keys and undoes it all when it dies.
final class HandwrittenAudience: ChangingAudience {
    @MainActor
    final class Screen {
        private let center: NotificationCenter
        private let tally: Tally
        private var registrations: [any NSObjectProtocol] = []

        init(_ center: NotificationCenter, _ tally: Tally) {
            self.center = center
            self.tally = tally
        }

        isolated deinit {
            unsubscribe()
        }

        func subscribe() {
            register(.keyboardWillShow) { screen, info in
                if info.frameEnd != nil { screen.tally.count += 1 }
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

    private let tally = Tally()
    private var poster: Poster
    private let screens: [Screen]
    private let further: Screen

    init(screens count: Int) {
        let (center, tally) = (NotificationCenter(), tally)
        poster = Poster(center)
        screens = (0..<count).map { _ in Screen(center, tally) }
        further = Screen(center, tally)
    }

    var heardCount: Int { tally.count }

    func subscribeAll() {
        for screen in screens { screen.subscribe() }
    }

    func post() {
        poster.post()
    }

    func subscribeAndUnsubscribe() {
        further.subscribe()
        further.unsubscribe()
    }

    func liveOnce() {
        let screen = Screen(poster.center, tally)
        screen.subscribe()
        post()
    }
}

/// Four keys, read as one reads them.
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

import Foundation
import KeyboardObservation
import KeyboardSimulation

/// This framework, with all that it guarantees.
final class OurAudience: ChangingAudience {
    final class Screen: KeyboardObservable, CommonKeyboardPresentable {
        let keyboardObserverPool: KeyboardObserverPool
        private let tally: Tally

        init(_ pool: KeyboardObserverPool, _ tally: Tally) {
            keyboardObserverPool = pool
            self.tally = tally
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { tally.count += 1 }

        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    private let tally = Tally()
    private var poster: Poster
    private var screens: [Screen]
    private let further: Screen

    init(screens count: Int) {
        poster = Poster(NotificationCenter())
        let (pool, tally) = (KeyboardObserverPool(center: poster.center, scheduler: scheduler), tally)
        screens = (0..<count).map { _ in Screen(pool, tally) }
        further = Screen(pool, tally)
        self.pool = pool
    }

    var heardCount: Int { tally.count }

    func subscribeAll() {
        for screen in screens { screen.subscribeOnKeyboardNotifications() }
    }

    func post() {
        poster.post()
    }

    func subscribeAndUnsubscribe() {
        further.subscribeOnKeyboardNotifications()
        further.unsubscribeFromKeyboardNotifications()
    }

    func liveOnce() {
        let screen = Screen(pool, tally)
        screen.subscribeOnKeyboardNotifications()
        post()
    }

    /// Has the next step of the sweep come: 30 seconds after the one before.
    func sweepStep() {
        scheduler.advance(by: .seconds(30))
    }

    /// Has all screens die without unsubscribing.
    func dropAll() {
        screens = []
    }
}

import Foundation
import KeyboardObservation
import KeyboardSimulation

/// Screens of this framework.
final class OurScreens: ChangingScreenGroup {
    final class Screen: KeyboardObservable, CommonKeyboardPresentable {
        let keyboardObserverPool: KeyboardObserverPool
        private let counter: CallCounter

        init(_ pool: KeyboardObserverPool, _ counter: CallCounter) {
            keyboardObserverPool = pool
            self.counter = counter
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { counter.count += 1 }

        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    private let counter = CallCounter()
    let poster: Poster
    private var screens: [Screen]
    private let additional: Screen

    init(screens count: Int) {
        poster = Poster(NotificationCenter())
        let (pool, counter) = (KeyboardObserverPool(center: poster.center, scheduler: scheduler), counter)
        screens = (0..<count).map { _ in Screen(pool, counter) }
        additional = Screen(pool, counter)
        self.pool = pool
    }

    var callCount: Int { counter.count }

    func subscribeAll() {
        for screen in screens { screen.subscribeOnKeyboardNotifications() }
    }

    func post() {
        poster.post()
    }

    func subscribeAndUnsubscribe() {
        additional.subscribeOnKeyboardNotifications()
        additional.unsubscribeFromKeyboardNotifications()
    }

    func runLifetime() {
        let screen = Screen(pool, counter)
        screen.subscribeOnKeyboardNotifications()
        post()
    }

    /// Runs the next step of the sweep, 30 seconds after the previous step.
    func sweepStep() {
        scheduler.advance(by: .seconds(30))
    }

    /// Releases all screens without unsubscribing them.
    func releaseAll() {
        screens = []
    }
}

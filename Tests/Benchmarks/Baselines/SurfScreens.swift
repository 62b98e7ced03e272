import Foundation

/// Screens that use Surf's design.
final class SurfScreens: ChangingScreenGroup {
    final class Screen: SurfCommonPresentable {
        private let counter: CallCounter

        init(_ counter: CallCounter) {
            self.counter = counter
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { counter.count += 1 }

        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    private let pool = SurfPool()
    private let counter = CallCounter()
    let poster: Poster
    private var screens: [Screen]
    private let additional: Screen

    init(screens count: Int) {
        let counter = counter
        poster = Poster(pool.center)
        screens = (0..<count).map { _ in Screen(counter) }
        additional = Screen(counter)
    }

    var callCount: Int { counter.count }

    func subscribeAll() {
        for screen in screens { pool.subscribe(screen) }
    }

    func post() {
        poster.post()
    }

    func subscribeAndUnsubscribe() {
        pool.subscribe(additional)
        pool.unsubscribe(additional)
    }

    /// Surf's documentation requires every screen to unsubscribe.
    func runLifetime() {
        let screen = Screen(counter)
        pool.subscribe(screen)
        post()
        pool.unsubscribe(screen)
    }

    func releaseAll() {
        screens = []
    }

    /// Removes the orphans.
    ///
    /// In Surf's design, each unsubscription removes the orphans, even if the screen is unknown.
    func sweep() {
        pool.unsubscribe(additional)
    }
}

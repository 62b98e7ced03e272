import Foundation

/// Screens on Surf's design.
final class SurfAudience: ChangingAudience {
    final class Screen: SurfCommonPresentable {
        private let tally: Tally

        init(_ tally: Tally) {
            self.tally = tally
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { tally.count += 1 }

        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    private let pool = SurfPool()
    private let tally = Tally()
    private var poster: Poster
    private var screens: [Screen]
    private let further: Screen

    init(screens count: Int) {
        let tally = tally
        poster = Poster(pool.center)
        screens = (0..<count).map { _ in Screen(tally) }
        further = Screen(tally)
    }

    var heardCount: Int { tally.count }

    func subscribeAll() {
        for screen in screens { pool.subscribe(screen) }
    }

    func post() {
        poster.post()
    }

    func subscribeAndUnsubscribe() {
        pool.subscribe(further)
        pool.unsubscribe(further)
    }

    /// Surf's documentation wants every screen to unsubscribe.
    func liveOnce() {
        let screen = Screen(tally)
        pool.subscribe(screen)
        post()
        pool.unsubscribe(screen)
    }

    func dropAll() {
        screens = []
    }

    /// What sweeps here: a screen that unsubscribes, be it a stranger.
    func sweep() {
        pool.unsubscribe(further)
    }
}

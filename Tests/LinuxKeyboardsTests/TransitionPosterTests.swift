import Foundation
import KeyboardObservation
import Testing

@testable import LinuxKeyboards

/// Observers that interfere with the source that calls them.
@MainActor
struct TransitionPosterTests {
    private let center = NotificationCenter()
    private let shown = CGRect(x: 0, y: 500, width: 393, height: 352)
    private let hidden = CGRect(x: 0, y: 852, width: 393, height: 352)

    @Test func anObserverThatBeginsAnotherTransitionEndsThePairOfTheFirst() {
        let poster = TransitionPoster(center: center)
        let pool = KeyboardObserverPool(center: center)
        var kinds: [KeyboardEvent.Kind] = []
        let token = pool.observe { [shown, hidden] event in
            kinds.append(event.kind)
            if kinds.count == 1 { poster.begin(to: hidden, .hidden, from: shown) }
        }
        poster.begin(to: shown, .docked, from: hidden)
        #expect(kinds == [.willChangeFrame, .willChangeFrame, .willHide])
        withExtendedLifetime(token) {}
    }
}

import Foundation
import KeyboardObservation
import Testing

/// The poster of a source.
@MainActor
struct TransitionPosterTests {
    private let center = NotificationCenter()
    private let shown = CGRect(x: 0, y: 500, width: 393, height: 352)
    private let hidden = CGRect(x: 0, y: 852, width: 393, height: 352)

    @Test func anObserverThatBeginsAnotherTransitionEndsThePairOfTheFirst() {
        let poster = KeyboardTransitionPoster(center: center)
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

    @Test func aTransitionBeginsWhereTheLatestOneEnded() {
        let screen = NSObject()
        let poster = KeyboardTransitionPoster(center: center, screen: screen, scale: 2, isLocal: true)
        let pool = KeyboardObserverPool(center: center)
        var events: [KeyboardEvent] = []
        let token = pool.observe { events.append($0) }
        let pixels = [shown, hidden].map { CGRect(x: 0, y: $0.minY * 2, width: $0.width * 2, height: $0.height * 2) }
        poster.begin(to: pixels[0], .docked, from: pixels[1], duration: 0.25)
        poster.end()
        poster.end()
        poster.begin(to: pixels[1], .hidden, duration: 0.25)
        poster.stop()
        poster.end()
        #expect(
            events.map(\.kind) == [.willChangeFrame, .willShow, .didChangeFrame, .didShow, .willChangeFrame, .willHide]
        )
        #expect(events.map(\.info.frameBegin) == [hidden, hidden, hidden, hidden, shown, shown])
        #expect(events.allSatisfy { $0.sender == ObjectIdentifier(screen) && $0.info.isLocal == true })
        withExtendedLifetime(token) {}
    }
}

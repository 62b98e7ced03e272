import BenchmarkFloor
import Foundation
import KeyboardObservation

/// Screens in an array of weak references. Nothing is posted and nothing is read: they are only called.
final class FloorAudience: Audience {
    final class Screen: CommonKeyboardPresentable {
        private let tally: Tally

        init(_ tally: Tally) {
            self.tally = tally
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { tally.count += 1 }

        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    private var references = WeakScreens()
    private let tally = Tally()
    private let screens: [Screen]

    init(screens count: Int) {
        let tally = tally
        screens = (0..<count).map { _ in Screen(tally) }
    }

    var heardCount: Int { tally.count }

    func subscribeAll() {
        for screen in screens { references.append(screen) }
    }

    func post() {
        references.tellAll(keyboardHeight: 291, duration: 0.25)
    }
}

import BenchmarkFloor
import Foundation
import KeyboardObservation

/// Screens in an array of weak references.
///
/// An event calls the screens directly, without a post and without a payload.
final class FloorScreens: ScreenGroup {
    final class Screen: CommonKeyboardPresentable {
        private let counter: CallCounter

        init(_ counter: CallCounter) {
            self.counter = counter
        }

        func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { counter.count += 1 }

        func keyboardWillBeHidden(duration: TimeInterval) {}
    }

    private var references = WeakScreens()
    private let counter = CallCounter()
    private let screens: [Screen]

    init(screens count: Int) {
        let counter = counter
        screens = (0..<count).map { _ in Screen(counter) }
    }

    var callCount: Int { counter.count }

    func subscribeAll() {
        for screen in screens { references.append(screen) }
    }

    func post() {
        references.callAll(keyboardHeight: 291, duration: 0.25)
    }
}

import BenchmarkFloor
import Foundation
import KeyboardObservation

/// A screen in an array of weak references.
///
/// An event calls the screens directly, without a post and without a payload.
final class FloorScreen: CommonKeyboardPresentable {
    private let counter: CallCounter

    private init(_ counter: CallCounter) {
        self.counter = counter
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { counter.count += 1 }

    func keyboardWillBeHidden(duration: TimeInterval) {}

    static func job(_ size: Int) -> Job {
        let counter = CallCounter()
        let screens = (0..<size).map { _ in FloorScreen(counter) }
        var references = WeakScreens()
        let subscribe = { for screen in screens { references.append(screen) } }
        return Job(subscribe: subscribe, counter: counter, calls: size, owner: screens) {
            references.callAll(keyboardHeight: 291, duration: 0.25)
        }
    }
}

import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Screens of several classes, and closures, in one order.
///
/// Callbacks add and remove some of these observers.
@MainActor
struct MixedObserverTests {
    /// Checks 40 seeds if the environment has `KEYBOARD_OBSERVATION_FULL`, and 4 otherwise.
    @Test(arguments: RandomTestSize.seeds(RandomTestSize.isFull ? 40 : 4))
    func eachEventReachesTheSubscribedObserversInOrderDuringChanges(seed: UInt64) {
        let observers = MixedObservers(seed: seed)
        for event in 1...20 {
            let (called, expected) = observers.post(.willShow)
            #expect(called == expected, "seed \(seed), event \(event)")
        }
        observers.releaseAll()
        #expect(observers.pool.count == 0, "seed \(seed)")
    }
}

/// A pool with observers that change at random during an event, and a model of the calls that they receive.
@MainActor
private final class MixedObservers {
    private enum Observer {
        case screen(any KeyboardObservable)
        case closure(KeyboardObservationToken)
    }

    let center = NotificationCenter()
    let pool: KeyboardObserverPool
    private var random: SeededRandom
    private var observers: [(number: Int, observer: Observer)] = []
    private var lastNumber = 0
    private var called: [Int] = []
    /// The observers that the current event has not reached.
    private var pending: Set<Int> = []
    private var expected: [Int] = []

    init(seed: UInt64) {
        pool = KeyboardObserverPool(center: center, scheduler: ManualScheduler())
        random = SeededRandom(seed: seed)
        for _ in 0..<30 { addObservers() }
    }

    func post(_ kind: KeyboardEvent.Kind) -> (called: [Int], expected: [Int]) {
        called = []
        let order = observers.map(\.number)
        pending = Set(order)
        expected = order
        center.post(KeyboardEvent.make(kind).notification)
        return (called, expected)
    }

    func releaseAll() {
        observers = []
    }

    private func recordCall(of number: Int) {
        called.append(number)
        pending.remove(number)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: removeObserver()
        case 1: addObservers()
        default: break
        }
    }

    /// Releases a random observer, or unsubscribes a random screen and may subscribe it again.
    private func removeObserver() {
        guard let index = observers.indices.randomElement(using: &random) else { return }
        let (number, observer) = observers.remove(at: index)
        // If the current event has not reached the removed observer, the pool does not call this observer.
        if pending.remove(number) != nil { expected.removeAll { $0 == number } }
        guard case .screen(let screen) = observer, Bool.random(using: &random) else { return }
        pool.remove(screen)
        guard Bool.random(using: &random) else { return }
        pool.add(screen)
        observers.append((number, observer))
    }

    /// Adds up to three observers of one kind.
    private func addObservers() {
        let kind = Int.random(in: 0..<5, using: &random)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            lastNumber += 1
            let number = lastNumber
            let call: () -> Void = { [unowned self] in recordCall(of: number) }
            let screen: (any KeyboardObservable)? =
                switch kind {
                case 0: RawObserver(call)
                case 1: CommonObserver(call)
                case 2: FullObserver(call)
                case 3: CommonAndFullObserver(call)
                default: nil
                }
            if let screen {
                pool.add(screen)
                observers.append((number, .screen(screen)))
            } else {
                observers.append((number, .closure(pool.observe { _ in call() })))
            }
        }
    }
}

private class ScreenWithCallback {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
        self.call = call
    }
}

private final class RawObserver: ScreenWithCallback, KeyboardObservable {
    func keyboardWillBeShown(notification: Notification) { call() }
    func keyboardWillBeHidden(notification: Notification) {}
}

// When a typed screen subscribes, it can receive calls that repeat the state. These calls have a duration of 0, and the
// screens below do not record them.

private final class CommonObserver: ScreenWithCallback, KeyboardObservable, CommonKeyboardPresentable {
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { if duration > 0 { call() } }
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

private final class FullObserver: ScreenWithCallback, KeyboardObservable, FullKeyboardPresentable {
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        if keyboardInfo.animationDuration != 0 { call() }
    }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
}

private final class CommonAndFullObserver: ScreenWithCallback, KeyboardObservable, CommonKeyboardPresentable,
    FullKeyboardPresentable
{
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { if duration > 0 { call() } }
    func keyboardWillBeHidden(duration: TimeInterval) {}
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {}
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {}
}

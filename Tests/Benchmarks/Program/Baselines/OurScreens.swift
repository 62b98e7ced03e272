import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A pool of this library, with a scheduler whose time the benchmark controls.
final class OurSource: MeasuredSource {
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init(_ center: NotificationCenter) {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }
}

/// A screen of this library.
final class OurScreen: MeasuredScreen, KeyboardObservable, CommonKeyboardPresentable {
    let keyboardObserverPool: KeyboardObserverPool
    private let counter: CallCounter

    init(_ source: OurSource, _ counter: CallCounter) {
        keyboardObserverPool = source.pool
        self.counter = counter
    }

    func subscribe() { subscribeOnKeyboardNotifications() }

    func unsubscribe() { unsubscribeFromKeyboardNotifications() }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { counter.count += 1 }

    func keyboardWillBeHidden(duration: TimeInterval) {}
}

/// A screen that iterates over the events of this library.
final class SequenceScreen: MeasuredScreen {
    static let receivesLater = true

    private let source: OurSource
    private let counter: CallCounter
    private var task: Task<Void, Never>?

    init(_ source: OurSource, _ counter: CallCounter) {
        self.source = source
        self.counter = counter
    }

    isolated deinit {
        unsubscribe()
    }

    func subscribe() {
        task = Task { @MainActor [counter, events = source.pool.events] in
            for await event in events where event.info.frameEnd != nil { counter.count += 1 }
        }
    }

    func unsubscribe() {
        task?.cancel()
    }
}

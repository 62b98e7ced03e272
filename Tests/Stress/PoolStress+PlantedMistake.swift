import Foundation
import KeyboardObservation
import Synchronization

// Mistakes that each tool must find.
extension PoolStress {
    func plant(_ mistake: Options.PlantedMistake) {
        switch mistake {
        case .cycle:
            let screen = SelfRetainingScreen()
            screen.onShow = { withExtendedLifetime(screen) {} }
        case .token:
            let capture = CountedCapture(.token)
            let token = pool.observe([]) { _ in withExtendedLifetime(capture) {} }
            _ = unsafe Unmanaged.passRetained(token)
        case .event:
            posted = posted + EventTotals(.willShow, 1)
        case .race:
            // Each count here follows the request of one there, and nothing orders the two.
            for _ in 0..<10_000 {
                thread.add { countWithoutALock() }
                countWithoutALock()
            }
        case .unlockedRead:
            let counter = HalfLockedCounter()
            for _ in 0..<10_000 {
                thread.add { counter.increment() }
                _ = counter.value
            }
        }
    }
}

/// A screen that its own closure retains.
private final class SelfRetainingScreen: KeyboardObservable {
    var onShow: (() -> Void)?
    private let lifetime = CountedLifetime(.rawScreen)

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { onShow?() }
    func keyboardWillBeHidden(notification: Notification) {}
}

/// Unsafe: this is the race that ThreadSanitizer must find.
private nonisolated(unsafe) var counted = 0

private func countWithoutALock() {
    unsafe counted += 1
}

#if THREAD_SANITIZER
    private typealias Lock = KeyboardObservation.Mutex<Void>
#else
    private typealias Lock = Mutex<Void>
#endif

/// A counter that is written with its lock and read without it.
private final class HalfLockedCounter: Sendable {
    private let lock = Lock(())
    // Unsafe: this is the race that ThreadSanitizer must find.
    private nonisolated(unsafe) var count = 0

    func increment() {
        lock.withLock { _ in unsafe count += 1 }
    }

    var value: Int {
        unsafe count
    }
}

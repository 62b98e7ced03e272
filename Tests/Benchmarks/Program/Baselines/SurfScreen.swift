import Foundation

/// A screen of Surf's design.
///
/// Like Surf's adapter, each call reads the payload, and a call with a height reads it twice.
final class SurfScreen: MeasuredScreen, SurfObservable {
    /// Surf's documentation requires every screen to unsubscribe.
    static let mustUnsubscribe = true

    private let pool: SurfPool
    // Surf's protocol has no isolation. Safe: the benchmarks post on the main thread.
    nonisolated(unsafe) private let counter: CallCounter

    init(_ pool: SurfPool, _ counter: CallCounter) {
        self.pool = pool
        unsafe self.counter = counter
    }

    func subscribe() { pool.subscribe(self) }

    func unsubscribe() { pool.unsubscribe(self) }

    nonisolated func keyboardWillBeShown(notification: Notification) {
        guard let height = SurfInfo(notification).frameEnd?.height else { return }
        keyboardWillBeShown(keyboardHeight: height, duration: SurfInfo(notification).animationDuration ?? 0.25)
    }

    nonisolated func keyboardWillBeHidden(notification: Notification) {}

    nonisolated func keyboardWasShown(notification: Notification) {}

    nonisolated func keyboardWasHidden(notification: Notification) {}

    nonisolated private func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        unsafe counter.count += 1
    }
}

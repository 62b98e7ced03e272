import Synchronization

/// An object that keeps the subscription of a closure alive.
///
/// The subscription ends when the token is deallocated or cancelled.
///
/// You can release or cancel a token on any thread. A cancelled token releases its closure immediately. If the closure
/// is running at that time, it stays alive until it returns. A token does not retain the pool.
///
/// If a closure captures the object that stores the token, the closure and the object retain each other. To avoid a
/// retain cycle, capture the object weakly. Alternatively, use ``KeyboardObserverPool/observe(for:_:using:)``, which
/// passes the object to the closure.
public final class KeyboardObservationToken: Sendable {
    private let subscription: Mutex<(observer: any CancellableObserver, inbox: PoolInbox?)?>

    /// `inbox` is `nil` for an observer of states.
    init(_ observer: any CancellableObserver, _ inbox: PoolInbox? = nil) {
        subscription = Mutex((observer, inbox))
    }

    deinit {
        cancel()
    }

    /// Ends the subscription.
    ///
    /// If you call `cancel()` on the main actor, the subscription ends immediately, even during a delivery. If you call
    /// `cancel()` off the main actor, the closure can still receive an event that the pool is delivering. A second call
    /// of `cancel()` has no effect.
    public func cancel() {
        guard let cancelled = subscription.withLock({ $0.take() }) else { return }
        cancelled.observer.cancel()
        cancelled.inbox?.hand(.cancellation(ObjectIdentifier(cancelled.observer)))
    }
}

protocol CancellableObserver: AnyObject, Sendable {
    func cancel()
}

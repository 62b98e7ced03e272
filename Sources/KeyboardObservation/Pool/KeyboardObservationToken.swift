import Synchronization

/// The lifetime of a closure's subscription. The subscription ends when the token is deallocated, or when it is
/// cancelled.
///
/// A token may be released and cancelled on any thread. The closure is freed at once, or, if it is being called, when it
/// returns. A token keeps no pool alive.
///
/// A screen that holds a token whose closure captures the screen keeps itself alive. Use
/// ``KeyboardObserverPool/observe(for:_:using:)``, which passes the screen to the closure, or capture it weakly.
public final class KeyboardObservationToken: Sendable {
    private struct Subscription {
        var observer: any CancellableObserver
        /// The intake of the pool that has an entry for the observer.
        var intake: KeyboardIntake?
    }

    private let subscription: Mutex<Subscription?>

    /// - Parameter intake: the intake of the pool, if the observer has an entry there.
    init(_ observer: any CancellableObserver, _ intake: KeyboardIntake? = nil) {
        subscription = Mutex(Subscription(observer: observer, intake: intake))
    }

    deinit {
        cancel()
    }

    /// Ends the subscription: on the main actor at once, also during a delivery. If it is called elsewhere, the closure
    /// may receive the event that is being delivered. Further calls have no effect.
    public func cancel() {
        guard let cancelled = subscription.withLock({ $0.take() }) else { return }
        cancelled.observer.cancel()
        cancelled.intake?.hand(.withdrawal(ObjectIdentifier(cancelled.observer)))
    }
}

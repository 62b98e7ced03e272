import Synchronization

/// An object that keeps the subscription of a closure alive.
///
/// The subscription ends when the token is deallocated or cancelled.
///
/// A token can be released and cancelled on any thread. The token then releases the closure immediately. A running
/// closure is released when the closure returns. A token does not retain the pool.
///
/// A closure can capture the object that stores the token. Such a closure and the object retain each other. To avoid
/// this, capture the object weakly, or use ``KeyboardObserverPool/observe(for:_:using:)``, which passes the object to
/// the closure.
public final class KeyboardObservationToken: Sendable {
    private struct Subscription {
        var observer: any CancellableObserver
        /// The intake of the pool that has an entry for the observer.
        ///
        /// If no pool has an entry, the value is `nil`.
        var intake: KeyboardIntake?
    }

    private let subscription: Mutex<Subscription?>

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - observer: The observer, which the token owns.
    ///   - intake: The intake of the pool that has an entry for the observer. The value is `nil` if no pool has an
    ///     entry.
    init(_ observer: any CancellableObserver, _ intake: KeyboardIntake? = nil) {
        subscription = Mutex(Subscription(observer: observer, intake: intake))
    }

    deinit {
        cancel()
    }

    /// Ends the subscription.
    ///
    /// If you call this method on the main actor, the subscription ends immediately, even during a delivery. A call off
    /// the main actor does not interrupt a running delivery. The closure can still receive the event of a running
    /// delivery. Further calls have no effect.
    public func cancel() {
        guard let cancelled = subscription.withLock({ $0.take() }) else { return }
        cancelled.observer.cancel()
        cancelled.intake?.hand(.withdrawal(ObjectIdentifier(cancelled.observer)))
    }

    /// Returns whether the token subscribes a closure to the events of the pool.
    ///
    /// The method is for tests.
    @MainActor
    package func observesEvents(of pool: KeyboardObserverPool) -> Bool {
        subscription.withLock { [intake = pool.intake] in $0?.intake === intake }
    }
}

import Synchronization

/// Keeps a closure listening. Hold it for as long as you want to hear events: the observation ends when the token
/// goes, or when you cancel it.
///
/// A token may be dropped and cancelled on any thread. The closure is freed there and then, or, where it is being
/// called just now, when it returns. A token keeps no pool alive.
///
/// A screen that holds a token whose closure names the screen keeps itself alive, and no framework can cure that. Use
/// ``KeyboardObserverPool/observe(for:_:using:)``, which hands the screen to the closure, or capture it weakly.
public final class KeyboardObservationToken: Sendable {
    private enum Listener {
        case events(ClosureObserver, KeyboardIntake)
        case state(KeyboardStateObserver)
    }

    private let listener: Mutex<Listener?>

    init(_ observer: ClosureObserver, _ intake: KeyboardIntake) {
        listener = Mutex(.events(observer, intake))
    }

    init(_ observer: KeyboardStateObserver) {
        listener = Mutex(.state(observer))
    }

    deinit {
        cancel()
    }

    /// Ends the observation: from the main actor at once, in the middle of an event as well; from elsewhere, the
    /// closure may hear an event that is being delivered. Twice is once.
    public func cancel() {
        let cancelled = listener.withLock { $0.take() }
        switch cancelled {
        case .events(let observer, let intake):
            observer.cancel()
            intake.hand(.withdrawal(ObjectIdentifier(observer)))
        case .state(let observer):
            observer.cancel()
        case nil:
            break
        }
    }
}

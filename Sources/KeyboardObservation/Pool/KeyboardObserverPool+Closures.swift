import Foundation
import Synchronization

extension KeyboardObserverPool {
    /// Calls the closure with each event of the given kinds, until the token is deallocated or cancelled.
    ///
    /// The token owns the closure. If the closure needs the object that stores the token, use
    /// ``observe(for:_:using:)``. The closure receives only events that the pool begins to deliver after the
    /// subscription. For the current state, read ``keyboard``. The cost is O(1), amortized.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of events.
    ///   - closure: The closure, which is called on the main actor.
    /// - Returns: The token. If you do not store the token, the subscription ends immediately.
    public func observe(
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        using closure: @escaping @MainActor (KeyboardEvent) -> Void
    ) -> KeyboardObservationToken {
        observe(ClosureObserver(kinds, handle: closure))
    }

    /// Calls the closure with `owner` and each event of the given kinds, until the token is cancelled.
    ///
    /// The subscription also ends when the token or the owner is deallocated.
    ///
    /// The owner can store the token without a retain cycle, because the token holds the owner weakly. The closure does
    /// not need to capture the owner, because the owner is the first parameter of the closure. The closure receives
    /// only events that the pool begins to deliver after the subscription. For the current state, read ``keyboard``.
    /// The cost is O(1), amortized.
    ///
    /// - Parameters:
    ///   - owner: The object that the closure receives as its first parameter.
    ///   - kinds: The kinds of events.
    ///   - closure: The closure, which is called on the main actor.
    /// - Returns: The token. If you do not store the token, the subscription ends immediately.
    public func observe<Owner: AnyObject>(
        for owner: Owner,
        _ kinds: Set<KeyboardEvent.Kind> = Set(KeyboardEvent.Kind.allCases),
        using closure: @escaping @MainActor (Owner, KeyboardEvent) -> Void
    ) -> KeyboardObservationToken {
        let observer = ClosureObserver(kinds, isOwnerDeallocated: { [weak owner] in owner == nil }) {
            [weak owner] event in
            if let owner { closure(owner, event) }
        }
        return observe(observer)
    }

    private func observe(_ observer: ClosureObserver) -> KeyboardObservationToken {
        take(.subscription(observer))
        return KeyboardObservationToken(observer, inbox)
    }
}

/// A token owns the observer, and the pool holds the observer weakly.
final class ClosureObserver: CancellableObserver {
    private let kinds: UInt8
    private let handle: @MainActor (KeyboardEvent) -> Void
    private let isOwnerDeallocated: @MainActor () -> Bool
    private let cancellation = Atomic(false)

    init(
        _ kinds: Set<KeyboardEvent.Kind>,
        isOwnerDeallocated: @escaping @MainActor () -> Bool = { false },
        handle: @escaping @MainActor (KeyboardEvent) -> Void
    ) {
        self.kinds = kinds.reduce(0) { $0 | $1.bit }
        self.isOwnerDeallocated = isOwnerDeallocated
        self.handle = handle
    }

    @MainActor
    var isCancelled: Bool {
        hasBeenCancelled || isOwnerDeallocated()
    }

    var hasBeenCancelled: Bool {
        cancellation.load(ordering: .relaxed)
    }

    @MainActor
    func receive(_ event: KeyboardEvent) {
        if kinds & event.kind.bit != 0 { handle(event) }
    }

    func cancel() {
        cancellation.store(true, ordering: .relaxed)
    }
}

final class ClosureDispatcher: ObserverDispatcher {
    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool) {
        // Safe: every observer of the kind `.closure` is a `ClosureObserver`.
        while let observer = unsafe pool.observers.nextToCall(of: .closure, as: ClosureObserver.self) {
            if observer.isCancelled {
                pool.observers.removeCurrentOrphan()
            } else {
                observer.receive(event)
            }
        }
    }

    func catchUp(in pool: KeyboardObserverPool) {
        // Events are not repeated for closures. Safe: every observer of the kind `.closure` is a `ClosureObserver`.
        while unsafe pool.observers.nextToCall(of: .closure, as: ClosureObserver.self) != nil {}
    }

    func isCancelled(_ observer: AnyObject) -> Bool {
        // Safe: every observer of the kind `.closure` is a `ClosureObserver`.
        unsafe unsafeDowncast(observer, to: ClosureObserver.self).isCancelled
    }

    func follower(for observer: AnyObject, afterTransition number: Int) -> (any KeyboardFollower)? {
        nil
    }
}

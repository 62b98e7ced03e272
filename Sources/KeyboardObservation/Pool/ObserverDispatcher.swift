import Foundation

/// Delivers events to the observers of one kind, which are the closures or the screens of one class.
@MainActor
protocol ObserverDispatcher: AnyObject {
    /// Calls the next observers in the pool's order, up to the first observer of another kind.
    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool)

    /// Repeats the latest events for the next observers, up to the first observer of another kind.
    func catchUp(in pool: KeyboardObserverPool)

    /// Returns whether a live observer has been cancelled and is not called again.
    func isCancelled(_ observer: AnyObject) -> Bool

    /// Returns a follower that reports transitions to the observer; `nil` if the observer does not present transitions.
    ///
    /// - Parameters:
    ///   - observer: The observer.
    ///   - number: The serial number up to which transitions began before the follower was created; 0 before the first
    ///     event. If such a transition has moved the keyboard, the follower begins at the keyboard's current place.
    /// - Returns: The follower, which holds the observer weakly.
    func follower(for observer: AnyObject, afterTransition number: Int) -> (any CancellableFollower)?
}

/// The kind of an observer, which is an index in a ``DispatcherTable``.
struct ObserverKind: Equatable {
    static let closure = ObserverKind(index: 0)

    let index: UInt32
}

/// The dispatchers of a pool: one for closures, and one for each class of screens.
///
/// A dispatcher is never removed.
@MainActor
struct DispatcherTable {
    private var dispatchers: [any ObserverDispatcher] = [ClosureDispatcher()]
    private var kinds: [ObjectIdentifier: ObserverKind] = [:]

    subscript(kind: ObserverKind) -> any ObserverDispatcher {
        dispatchers[Int(kind.index)]
    }

    /// Returns the kind of the screens of one class; `nil` if the class has no dispatcher.
    func kind(of type: AnyObject.Type) -> ObserverKind? {
        kinds[ObjectIdentifier(type)]
    }

    /// The kind of the screens of the class that is appended next.
    var nextKind: ObserverKind {
        ObserverKind(index: UInt32(dispatchers.count))
    }

    /// Appends the dispatcher of the screens of one class.
    mutating func append(_ dispatcher: any ObserverDispatcher, for type: AnyObject.Type) -> ObserverKind {
        let kind = nextKind
        dispatchers.append(dispatcher)
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }
}

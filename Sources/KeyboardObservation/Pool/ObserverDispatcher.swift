import Foundation

/// Delivers events to the observers of one kind.
///
/// All closures that observe events share one ``ObserverKind``. Each class of screens has a kind of its own.
///
/// ``ObserverEntries`` lists the observers of all kinds in the order of subscription. A dispatcher calls the next
/// observers in the list, and stops before the first observer of another kind. After the dispatcher has stopped, the
/// pool continues with the dispatcher of the next observer.
@MainActor
protocol ObserverDispatcher: AnyObject {
    /// Calls the next observers in the list, and stops before the first observer of another kind.
    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool)

    /// Repeats the latest events for the next observers, and stops before the first observer of another kind.
    func catchUp(in pool: KeyboardObserverPool)

    /// Returns whether the observer has been cancelled.
    ///
    /// The pool must not call a cancelled observer again.
    func isCancelled(_ observer: AnyObject) -> Bool

    /// Returns a follower that reports transitions to the observer; `nil` if the observer does not receive transitions.
    ///
    /// - Parameters:
    ///   - observer: The observer.
    ///   - number: An upper bound for the serial numbers of all transitions so far; 0 before the first event. If a
    ///     transition is already running, the follower first reports this transition. If the keyboard is at rest and
    ///     `number` is not 0, the follower first reports the place of the keyboard.
    /// - Returns: The follower, which holds the observer weakly.
    func follower(for observer: AnyObject, afterTransition number: Int) -> (any FrameFollower)?
}

/// The kind of an observer.
///
/// Closures have one kind, and each class of screens has its own kind. The kind is an index in a ``DispatcherTable``.
struct ObserverKind: Equatable {
    static let closure = ObserverKind(index: 0)

    let index: UInt32
}

/// The dispatchers of a pool: one for closures, and one for each class of screens.
///
/// A dispatcher is never removed.
@MainActor
struct DispatcherTable {
    private(set) var all: [any ObserverDispatcher] = [ClosureDispatcher()]
    private var kinds: [ObjectIdentifier: ObserverKind] = [:]

    subscript(kind: ObserverKind) -> any ObserverDispatcher {
        all[Int(kind.index)]
    }

    /// Returns the kind of the screens of one class.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - makeDispatcher: A closure that creates the dispatcher of the class. The pool calls the closure when the
    ///     first screen of the class subscribes. The closure must not access the pool.
    /// - Returns: The kind.
    mutating func kind(
        of type: AnyObject.Type,
        _ makeDispatcher: (ObserverKind) -> any ObserverDispatcher
    ) -> ObserverKind {
        if let kind = kinds[ObjectIdentifier(type)] { return kind }
        let kind = ObserverKind(index: UInt32(all.count))
        all.append(makeDispatcher(kind))
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }
}

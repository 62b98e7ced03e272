import Foundation

/// Delivers events to the observers of one kind.
///
/// All closures that observe events share one ``ObserverKind``. Each class of screens has a kind of its own.
///
/// ``EventObservers`` lists the observers of all kinds in the order of subscription. A dispatcher calls the next
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
    func follower(for observer: AnyObject, afterTransition number: Int) -> (any KeyboardFollower)?
}

/// The kind of an observer.
///
/// Closures have one kind, and each class of screens has its own kind. The kind is the index of its dispatcher.
struct ObserverKind: Equatable {
    static let closure = ObserverKind(index: 0)

    let index: UInt32
}

import Foundation

/// Delivers events to the observers of one kind: to all closures, or to the screens of one class.
///
/// ``EventObservers`` lists the observers of all kinds in the order of subscription. A dispatcher calls the observers
/// of its kind that come next in this list, and stops before the first observer of another kind.
@MainActor
protocol ObserverDispatcher: AnyObject {
    func deliver(_ event: KeyboardEvent, from notification: Notification, in pool: KeyboardObserverPool)

    func catchUp(in pool: KeyboardObserverPool)

    func isCancelled(_ observer: AnyObject) -> Bool

    /// Returns `nil` if the observer does not receive transitions. The follower holds the observer weakly.
    ///
    /// `number` is an upper bound for the serial numbers of all transitions so far; 0 before the first event.
    func follower(for observer: AnyObject, afterTransition number: Int) -> (any KeyboardFollower)?
}

struct ObserverKind: Equatable {
    static let closure = ObserverKind(index: 0)

    let index: UInt32
}

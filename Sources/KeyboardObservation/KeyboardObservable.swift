public import Foundation

/// A screen that wants to know when the on-screen keyboard comes, moves and goes.
///
/// ```swift
/// final class LoginScreen: KeyboardObservable, CommonKeyboardPresentable {
///     init() { subscribeOnKeyboardNotifications() }
///
///     func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { … }
///     func keyboardWillBeHidden(duration: TimeInterval) { … }
/// }
/// ```
///
/// The pool holds the screen weakly: subscribe in `init`, and leave the rest to ARC. Everything is called on the main
/// actor, in the order in which the screens subscribed.
///
/// Adopt a presentable (``CommonKeyboardPresentable``, ``FullKeyboardPresentable``, or both) and the typed methods are
/// called; the two raw methods need not be written then. Write a raw method as well and it is called first.
///
/// ## Subclasses
/// Write every method that a subclass may want to change in the class that adopts this protocol, and `override` it
/// below. Swift chooses a defaulted method when the adopting class is compiled: a subclass that writes a method which
/// that class left to the default is **never called**, and no warning says so. This holds for the raw methods here and
/// for the typed methods of the presentables. (A presentable may be adopted at any level: the pool looks at the
/// screen's dynamic type.)
///
/// ## Adapters of your own
/// Refine ``KeyboardEventPresentable``. An adapter may also write ``keyboardDidReceive(_:from:)`` for its screens, which
/// calls the raw methods first (``callRawMethod(for:from:)``); then it must be adopted where ``KeyboardObservable`` is.
@MainActor
public protocol KeyboardObservable: AnyObject {
    /// Joins ``keyboardObserverPool``, at the end of its order. Twice is once. O(1), amortised.
    ///
    /// Callable in `init`, as soon as every property has its value.
    func subscribeOnKeyboardNotifications()

    /// Leaves every pool that this screen has joined, whichever is bound now. O(1) in the screens of a pool.
    ///
    /// Nothing needs to call it: a screen that dies has left.
    func unsubscribeFromKeyboardNotifications()

    /// The keyboard is about to come on screen, or to change its height while docked.
    func keyboardWillBeShown(notification: Notification)

    /// The keyboard is about to leave the screen, or its dock.
    func keyboardWillBeHidden(notification: Notification)

    /// The keyboard has come on screen. Does nothing unless written.
    func keyboardWasShown(notification: Notification)

    /// The keyboard has left the screen. Does nothing unless written.
    func keyboardWasHidden(notification: Notification)

    /// The keyboard's frame is about to change. Does nothing unless written.
    func keyboardFrameWillChange(notification: Notification)

    /// The keyboard's frame has changed. Does nothing unless written.
    func keyboardFrameDidChange(notification: Notification)

    /// Takes each event first. Calls the one of the six methods above that fits, unless written.
    ///
    /// The typed methods of ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable`` are called afterwards, with
    /// the event as it was told, whatever is done here.
    ///
    /// - Parameters:
    ///   - event: the notification, decoded once for all screens.
    ///   - notification: the very notification that was posted. One that was posted off the main actor is made anew
    ///     from `event`: it has no `object` and no keys but the keyboard's.
    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification)

    /// Where ``subscribeOnKeyboardNotifications()`` goes: ``KeyboardObserverPool/current``, unless written.
    var keyboardObserverPool: KeyboardObserverPool { get }
}

extension KeyboardObservable {
    public func subscribeOnKeyboardNotifications() {
        keyboardObserverPool.add(self)
    }

    public func unsubscribeFromKeyboardNotifications() {
        JoinedPools.remove(self)
    }

    @inlinable
    public func keyboardWasShown(notification: Notification) {}

    @inlinable
    public func keyboardWasHidden(notification: Notification) {}

    @inlinable
    public func keyboardFrameWillChange(notification: Notification) {}

    @inlinable
    public func keyboardFrameDidChange(notification: Notification) {}

    @inlinable
    public func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        callRawMethod(for: event, from: notification)
    }

    /// Calls the raw method that fits the event. For adapters that write ``keyboardDidReceive(_:from:)``.
    @inlinable
    public func callRawMethod(for event: KeyboardEvent, from notification: Notification) {
        switch event.kind {
        case .willShow: keyboardWillBeShown(notification: notification)
        case .didShow: keyboardWasShown(notification: notification)
        case .willHide: keyboardWillBeHidden(notification: notification)
        case .didHide: keyboardWasHidden(notification: notification)
        case .willChangeFrame: keyboardFrameWillChange(notification: notification)
        case .didChangeFrame: keyboardFrameDidChange(notification: notification)
        }
    }

    public var keyboardObserverPool: KeyboardObserverPool {
        .current
    }
}

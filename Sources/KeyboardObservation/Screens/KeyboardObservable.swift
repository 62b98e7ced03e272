public import Foundation

/// A screen that observes the on-screen keyboard.
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
/// The pool holds the screen weakly: subscribe in `init`, and never unsubscribe. All methods are called on the main
/// actor, in the order in which the screens subscribed.
///
/// A screen that adopts a presentable (``CommonKeyboardPresentable``, ``FullKeyboardPresentable``, or both) writes its
/// typed methods, and needs no raw method. A raw method that it writes as well is called before the typed ones.
///
/// ## Subclasses
/// Write every method that a subclass may change in the class that adopts this protocol, and `override` it in the
/// subclass. Swift chooses a defaulted method when the adopting class is compiled: a method that a subclass writes and
/// that class does not is **never called**, without a warning. This holds for the raw methods here and for the typed
/// methods of the presentables. (A presentable may be adopted at any level of a class hierarchy, because the pool reads
/// the screen's dynamic type.)
///
/// ## Adapters of your own
/// Refine ``KeyboardEventPresentable``. An adapter may also write ``keyboardDidReceive(_:from:)`` for its screens, which
/// calls the raw methods first (``callRawMethod(for:from:)``); then it must be adopted where ``KeyboardObservable`` is.
@MainActor
public protocol KeyboardObservable: AnyObject {
    /// Subscribes to ``keyboardObserverPool``, at the end of its order. Further calls have no effect. O(1), amortised.
    ///
    /// It may be called in `init`, as soon as every property has its value.
    func subscribeOnKeyboardNotifications()

    /// Unsubscribes from every pool to which this screen is subscribed, whichever is current. O(1) in the screens of a
    /// pool.
    ///
    /// A call is never needed: the deallocation of a screen ends its subscriptions.
    func unsubscribeFromKeyboardNotifications()

    /// The keyboard is about to appear, or to change its height while docked.
    func keyboardWillBeShown(notification: Notification)

    /// The keyboard is about to disappear, or to undock.
    func keyboardWillBeHidden(notification: Notification)

    /// The keyboard has appeared. The default does nothing.
    func keyboardWasShown(notification: Notification)

    /// The keyboard has disappeared. The default does nothing.
    func keyboardWasHidden(notification: Notification)

    /// The keyboard's frame is about to change. The default does nothing.
    func keyboardFrameWillChange(notification: Notification)

    /// The keyboard's frame has changed. The default does nothing.
    func keyboardFrameDidChange(notification: Notification)

    /// Receives each event first. The default calls the raw method for it, which is one of the six methods above.
    ///
    /// The typed methods of ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable`` are called afterwards with
    /// the same event, whatever this method does.
    ///
    /// - Parameters:
    ///   - event: the notification, decoded once for all screens.
    ///   - notification: the notification that was posted. One that was posted off the main actor is created anew from
    ///     `event`: it has no `object`, and no keys but the keyboard's.
    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification)

    /// The pool of ``subscribeOnKeyboardNotifications()``. The default is ``KeyboardObserverPool/current``.
    var keyboardObserverPool: KeyboardObserverPool { get }
}

extension KeyboardObservable {
    /// Subscribes to ``keyboardObserverPool``.
    public func subscribeOnKeyboardNotifications() {
        keyboardObserverPool.add(self)
    }

    /// Unsubscribes from every pool to which this screen is subscribed.
    public func unsubscribeFromKeyboardNotifications() {
        for pool in PoolRegistry.pools { pool.remove(self) }
    }

    /// Does nothing.
    @inlinable
    public func keyboardWasShown(notification: Notification) {}

    /// Does nothing.
    @inlinable
    public func keyboardWasHidden(notification: Notification) {}

    /// Does nothing.
    @inlinable
    public func keyboardFrameWillChange(notification: Notification) {}

    /// Does nothing.
    @inlinable
    public func keyboardFrameDidChange(notification: Notification) {}

    /// Calls the raw method for the event.
    @inlinable
    public func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        callRawMethod(for: event, from: notification)
    }

    /// Calls the raw method for the event. For adapters that write ``keyboardDidReceive(_:from:)``.
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

    /// The current pool.
    public var keyboardObserverPool: KeyboardObserverPool {
        .current
    }
}

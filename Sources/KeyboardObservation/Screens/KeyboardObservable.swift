public import Foundation

/// A screen that observes the on-screen keyboard.
///
/// ```swift
/// final class LoginScreen: KeyboardObservable, CommonKeyboardPresentable {
///     private let content = View()
///
///     init() { subscribeOnKeyboardNotifications() }
///
///     func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { content.bottomMargin = keyboardHeight }
///     func keyboardWillBeHidden(duration: TimeInterval) { content.bottomMargin = 0 }
/// }
/// ```
///
/// The pool holds the screen weakly. Subscribe in `init`. You don't need to unsubscribe. All methods are called on the
/// main actor, in the order in which the screens subscribed.
///
/// A screen that adopts a presentable (``CommonKeyboardPresentable``, ``FullKeyboardPresentable``, or both) implements
/// the typed methods and does not need raw methods. If the screen also implements a raw method, the raw method is
/// called before the typed methods.
///
/// ## Subscribe while the keyboard is shown
/// If a screen subscribes after a *show* or *hide*, the pool repeats the latest one: the *will* event, and the *did*
/// event if it followed. The pool calls the typed methods of the screen's presentables with a duration of 0. The calls
/// are made before the next event, or at the next turn of the pool's scheduler, and not inside
/// ``subscribeOnKeyboardNotifications()``. Raw methods and ``keyboardDidReceive(_:from:)`` receive posted notifications
/// only. They can read ``KeyboardObserverPool/keyboard``.
///
/// ## Subclasses
/// In the class that adopts this protocol, implement every method that a subclass may change, and `override` the method
/// in the subclass. Swift chooses a default implementation when the adopting class is compiled. A method that only a
/// subclass implements is **never called**, and the compiler does not warn. The rule applies to the raw methods of this
/// protocol and to the typed methods of the presentables. A presentable may be adopted at any level of a class
/// hierarchy, because the pool reads the screen's dynamic type.
///
/// ## Adapters of your own
/// Refine ``KeyboardEventPresentable``. An adapter may also implement ``keyboardDidReceive(_:from:)`` for its screens,
/// and call the raw method for the event itself. Such an adapter must be adopted by the class that adopts
/// ``KeyboardObservable``.
@MainActor
public protocol KeyboardObservable: AnyObject {
    /// Subscribes to ``keyboardObserverPool``, after all other observers.
    ///
    /// Further calls have no effect. This method may be called in `init`, after all properties have been initialised.
    /// It does not call the screen. O(1), amortised.
    func subscribeOnKeyboardNotifications()

    /// Unsubscribes from every pool to which this screen is subscribed.
    ///
    /// You don't need to call this method. The deallocation of a screen ends its subscriptions. The method costs O(p)
    /// in the number of pools.
    func unsubscribeFromKeyboardNotifications()

    /// The keyboard is about to appear, or to change its height while docked.
    ///
    /// Like all raw methods, this method receives posted notifications only. For the state at the subscription, read
    /// ``KeyboardObserverPool/keyboard``.
    func keyboardWillBeShown(notification: Notification)

    /// The keyboard is about to disappear, or to undock.
    func keyboardWillBeHidden(notification: Notification)

    /// The keyboard has appeared.
    ///
    /// The default does nothing.
    func keyboardWasShown(notification: Notification)

    /// The keyboard has disappeared.
    ///
    /// The default does nothing.
    func keyboardWasHidden(notification: Notification)

    /// The keyboard's frame is about to change.
    ///
    /// The default does nothing.
    func keyboardFrameWillChange(notification: Notification)

    /// The keyboard's frame has changed.
    ///
    /// The default does nothing.
    func keyboardFrameDidChange(notification: Notification)

    /// Receives each event before all other methods.
    ///
    /// The default implementation calls the raw method for the event, which is one of the six methods above. After this
    /// method returns, the typed methods of ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable`` are called
    /// with the same event.
    ///
    /// The method receives posted notifications only. For the state at the subscription, read
    /// ``KeyboardObserverPool/keyboard``.
    ///
    /// - Parameters:
    ///   - event: The notification, decoded once for all screens.
    ///   - notification: The posted notification. If the event was posted off the main actor, this parameter is a new
    ///     notification that is created from `event`, without an `object` and with only the keyboard's keys.
    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification)

    /// The pool that ``subscribeOnKeyboardNotifications()`` subscribes to, by default ``KeyboardObserverPool/current``.
    var keyboardObserverPool: KeyboardObserverPool { get }
}

extension KeyboardObservable {
    /// Subscribes to ``keyboardObserverPool``.
    public func subscribeOnKeyboardNotifications() {
        keyboardObserverPool.add(self)
    }

    /// Unsubscribes from every pool to which this screen is subscribed.
    public func unsubscribeFromKeyboardNotifications() {
        for pool in KeyboardObserverPool.usedPools.live() { pool.remove(self) }
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

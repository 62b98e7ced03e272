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
/// Subscribe in `init`. You don't need to unsubscribe, because the pool holds the screen weakly. The pool calls all
/// methods on the main actor. The pool calls the screens in the order of subscription.
///
/// The methods with a `Notification` parameter are the *raw methods*. The methods of ``CommonKeyboardPresentable`` and
/// ``FullKeyboardPresentable`` are *typed methods*. A screen that implements typed methods does not need raw methods.
/// If a screen implements a raw method and a typed method, the pool calls the raw method first.
///
/// ## Subscribe while the keyboard is shown
/// If a screen subscribes after a *will show* or *will hide* event, the pool repeats the event for the screen. If the
/// *did show* or *did hide* event has also been posted, the pool repeats this *did* event too. The duration of a
/// repeated event is 0. To repeat an event, the pool calls only the methods of the screen's presentables. The pool does
/// not call the screen inside ``subscribeOnKeyboardNotifications()``. Instead, the pool schedules the repetition with a
/// delay of 0. If a new event arrives before the repetition, the pool first repeats the old events, and then delivers
/// the new event.
///
/// The raw methods and ``keyboardDidReceive(_:from:)`` receive only notifications that the pool begins to deliver after
/// the subscription. For the current state, read ``KeyboardObserverPool/keyboard``.
///
/// ## Subclasses
/// If a subclass needs a raw method, implement the method in the class that adopts this protocol, and `override` the
/// method in the subclass. If only the subclass implements the raw method, the pool **never calls** this
/// implementation, and the compiler does not warn. Swift chooses the implementation of a raw method when Swift compiles
/// the class that adopts this protocol. If this class does not implement the raw method, Swift chooses the default
/// implementation, also for subclasses. If a subclass needs a typed method, implement the method in the class that
/// adopts the presentable, and `override` the method in the subclass.
///
/// A subclass can adopt further presentables, because the pool reads the dynamic type of each screen.
///
/// ## Adapters of your own
/// An *adapter* is your own protocol that converts events to typed parameters. An adapter usually refines
/// ``KeyboardEventPresentable``. Alternatively, the adapter can implement ``keyboardDidReceive(_:from:)`` in an
/// extension. An implementation of `keyboardDidReceive(_:from:)` must call the raw method for the event. If an adapter
/// implements `keyboardDidReceive(_:from:)`, adopt the adapter and ``KeyboardObservable`` in the same class.
@MainActor
public protocol KeyboardObservable: AnyObject {
    /// Subscribes to ``keyboardObserverPool``.
    ///
    /// At each event, the pool first calls the observers that subscribed earlier, and then the screen.
    ///
    /// If the screen is already subscribed, the call has no effect. You can call this method in `init`, after all
    /// properties have been initialized. The pool does not call the screen during this method. The cost is O(1),
    /// amortized.
    func subscribeOnKeyboardNotifications()

    /// Unsubscribes from every pool to which this screen is subscribed.
    ///
    /// You don't need to call this method, because the subscriptions end when the screen is deallocated. The cost is
    /// O(n), where n is the number of pools.
    func unsubscribeFromKeyboardNotifications()

    /// The keyboard is about to appear, or a docked keyboard is about to change its height.
    ///
    /// A raw method receives only notifications that the pool begins to deliver after the subscription. For the state
    /// before the first notification, read ``KeyboardObserverPool/keyboard``.
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

    /// Receives each event before the pool calls the other methods of the screen.
    ///
    /// The default implementation calls the raw method for the event, for example
    /// ``keyboardWillBeShown(notification:)``. After `keyboardDidReceive(_:from:)` returns, the pool calls the typed
    /// methods of the screen's presentables.
    ///
    /// `keyboardDidReceive(_:from:)` receives only notifications that the pool begins to deliver after the
    /// subscription. For the state before the first notification, read ``KeyboardObserverPool/keyboard``.
    ///
    /// - Parameters:
    ///   - event: The decoded notification. The pool decodes a notification once for all screens.
    ///   - notification: The posted notification. If the notification was posted off the main actor, the pool passes a
    ///     new notification instead, with the values of `event`. The new notification has no `object`, and its
    ///     `userInfo` contains only the keyboard's keys.
    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification)

    /// The pool to which this screen subscribes, by default ``KeyboardObserverPool/current``.
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

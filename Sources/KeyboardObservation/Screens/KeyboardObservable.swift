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
/// The methods with a `Notification` parameter are the *raw methods*. If a screen adopts ``CommonKeyboardPresentable``
/// or ``FullKeyboardPresentable``, the screen implements the presentable's typed methods. A screen with typed methods
/// does not need raw methods. If a screen implements raw and typed methods, the pool calls the raw method first.
///
/// ## Subscribe while the keyboard is shown
/// A screen can subscribe after a *show* or *hide* event. For such a screen, the pool repeats the latest *will* event.
/// If the matching *did* event has been posted, the pool repeats the *did* event, too. The pool calls the typed methods
/// of the screen's presentables, with a duration of 0. The calls are not made inside
/// ``subscribeOnKeyboardNotifications()``. The pool makes the calls when the pool's scheduler next runs its actions.
/// The calls are always made before the next event. Raw methods and ``keyboardDidReceive(_:from:)`` receive only
/// notifications that are posted after the subscription. For the current state, read ``KeyboardObserverPool/keyboard``.
///
/// ## Subclasses
/// In the class that adopts this protocol, implement every method that a subclass can change. In the subclass,
/// `override` such a method. The compiler does not warn if only a subclass implements a method. Such a method is
/// **never called**. The reason is that Swift chooses the default implementation when the adopting class is compiled.
/// The rule applies to the raw methods of this protocol. The same rule applies to the typed methods of the
/// presentables. Any class of a class hierarchy can adopt a presentable. The pool reads the dynamic type of each
/// screen.
///
/// ## Adapters of your own
/// For an adapter of your own, refine ``KeyboardEventPresentable``. Alternatively, an adapter can implement
/// ``keyboardDidReceive(_:from:)`` for its screens. The implementation must call the raw method for the event. The
/// class that adopts ``KeyboardObservable`` must also adopt such an adapter.
@MainActor
public protocol KeyboardObservable: AnyObject {
    /// Subscribes to ``keyboardObserverPool``.
    ///
    /// The pool calls the screen after all observers that are already subscribed.
    ///
    /// Further calls have no effect. You can call this method in `init`, after all properties have been initialised.
    /// The pool does not call the screen during this method. O(1), amortised.
    func subscribeOnKeyboardNotifications()

    /// Unsubscribes from every pool to which this screen is subscribed.
    ///
    /// You don't need to call this method, because the subscriptions end when the screen is deallocated. The cost is
    /// O(n), where n is the number of pools.
    func unsubscribeFromKeyboardNotifications()

    /// The keyboard is about to appear, or a docked keyboard is about to change its height.
    ///
    /// Like all raw methods, this method receives only notifications that are posted after the subscription. For the
    /// state before the first notification, read ``KeyboardObserverPool/keyboard``.
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

    /// Receives each event, before the pool calls the other methods.
    ///
    /// The default implementation calls the raw method for the event. The raw methods are the six methods above. After
    /// this method returns, the pool calls the typed methods with the same event. The typed methods are those of
    /// ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable``.
    ///
    /// The method receives only notifications that are posted after the subscription. For the state before the first
    /// notification, read ``KeyboardObserverPool/keyboard``.
    ///
    /// - Parameters:
    ///   - event: The decoded notification. A notification is decoded once for all screens.
    ///   - notification: The posted notification. For an event that was posted off the main actor, this parameter is a
    ///     new notification. The new notification is created from `event`. The new notification has no `object`, and
    ///     its `userInfo` contains only the keyboard's keys.
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

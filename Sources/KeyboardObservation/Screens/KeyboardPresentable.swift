public import Foundation

/// The base protocol of all *presentables*, which convert keyboard notifications to typed parameters.
///
/// Adopt one or several refinements of this protocol:
///
/// - ``CommonKeyboardPresentable``
/// - ``FullKeyboardPresentable``
/// - ``KeyboardTransitionPresentable``
/// - an adapter of your own that refines ``KeyboardEventPresentable``
///
/// The raw methods are the methods of ``KeyboardObservable`` with a `Notification` parameter. A presentable supplies
/// default implementations of the raw methods for screens that adopt ``KeyboardObservable``. If your app calls a raw
/// method, the default implementation converts the notification, and calls the typed methods of the screen's
/// presentables. The default implementation does not call the methods of ``KeyboardTransitionPresentable``.
@MainActor
public protocol KeyboardPresentable: AnyObject {}

/// The base protocol of your own adapters, which convert events to typed parameters.
///
/// ```swift
/// @MainActor protocol HeightPresentable: KeyboardEventPresentable {
///     func keyboardHeightWillChange(to height: CGFloat)
/// }
/// extension HeightPresentable {
///     func presentHeight(_ event: KeyboardEvent) {
///         if event.kind == .willShow { keyboardHeightWillChange(to: event.info.frameEnd?.height ?? 0) }
///         if event.kind == .willHide { keyboardHeightWillChange(to: 0) }
///     }
///     func presentKeyboardEvent(_ event: KeyboardEvent) { presentHeight(event) }
/// }
/// ```
///
/// A screen adopts the adapter together with ``KeyboardObservable``. Any class of a hierarchy can adopt the adapter. A
/// screen can adopt further presentables. If a class adopts two of your adapters, implement `presentKeyboardEvent(_:)`
/// in the class. In `presentKeyboardEvent(_:)`, call the methods of both adapters, for example `presentHeight(event)`
/// and `presentColor(event)`.
///
/// If a base class and its subclass adopt different adapters, implement `presentKeyboardEvent(_:)` in the base class,
/// and override the method in the subclass. If only the subclass implements `presentKeyboardEvent(_:)`, the pool never
/// calls this implementation. Swift chooses the implementation of `presentKeyboardEvent(_:)` when Swift compiles the
/// base class. If the base class does not implement the method, Swift chooses the default implementation.
@MainActor
public protocol KeyboardEventPresentable: KeyboardPresentable {
    /// Calls the adapter's typed methods for an event.
    ///
    /// The pool calls `presentKeyboardEvent(_:)` after the raw method, and after the typed methods of
    /// ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable``.
    ///
    /// If a screen subscribes after a *show* or *hide* event, the pool repeats the event for the screen. The duration
    /// of a repeated event is 0.
    func presentKeyboardEvent(_ event: KeyboardEvent)
}

extension KeyboardPresentable where Self: KeyboardObservable {
    /// Converts the notification of a `willShow` event, and calls the typed methods for the event.
    @inlinable
    public func keyboardWillBeShown(notification: Notification) {
        callTypedMethods(.willShow, notification)
    }

    /// Converts the notification of a `willHide` event, and calls the typed methods for the event.
    @inlinable
    public func keyboardWillBeHidden(notification: Notification) {
        callTypedMethods(.willHide, notification)
    }

    /// Converts the notification of a `didShow` event, and calls the typed methods for the event.
    @inlinable
    public func keyboardWasShown(notification: Notification) {
        callTypedMethods(.didShow, notification)
    }

    /// Converts the notification of a `didHide` event, and calls the typed methods for the event.
    @inlinable
    public func keyboardWasHidden(notification: Notification) {
        callTypedMethods(.didHide, notification)
    }

    /// Converts the notification of a `willChangeFrame` event, and calls the typed methods for the event.
    @inlinable
    public func keyboardFrameWillChange(notification: Notification) {
        callTypedMethods(.willChangeFrame, notification)
    }

    /// Converts the notification of a `didChangeFrame` event, and calls the typed methods for the event.
    @inlinable
    public func keyboardFrameDidChange(notification: Notification) {
        callTypedMethods(.didChangeFrame, notification)
    }

    @usableFromInline
    func callTypedMethods(_ kind: KeyboardEvent.Kind, _ notification: Notification) {
        // A pool that calls the raw method also calls the typed methods. Without the check below, the screen would
        // receive the event twice.
        let address = UInt(bitPattern: ObjectIdentifier(self))
        if RawMethodCall.current.screen == address, RawMethodCall.current.kind == kind { return }
        convert(notification, kind)
    }

    // With an inlined copy of this method, each call of `callTypedMethods` would store more registers on the stack.
    @inline(never)
    private func convert(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let common = self as? any CommonKeyboardPresentable
        let full = self as? any FullKeyboardPresentable
        let custom = self as? any KeyboardEventPresentable
        guard common != nil || full != nil || custom != nil else { return }
        let event = KeyboardEvent(kind, info: notification.keyboardInfo, sender: notification.senderIdentity)
        common?.presentCommon(event)
        full?.presentFull(event)
        custom?.presentKeyboardEvent(event)
    }
}

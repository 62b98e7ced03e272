public import Foundation

/// A *presentable*: a protocol that converts keyboard notifications to typed parameters.
///
/// Adopt one or several refinements of this protocol:
///
/// - ``CommonKeyboardPresentable``
/// - ``FullKeyboardPresentable``
/// - ``KeyboardTransitionPresentable``
/// - an adapter of your own that refines ``KeyboardEventPresentable``
///
/// The raw methods are the methods with a `Notification` parameter. If a screen also adopts ``KeyboardObservable``, the
/// presentable implements the raw methods. If your app calls a raw method, the raw method converts the notification.
/// The raw method then calls the typed methods of every adopted presentable.
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
/// A screen adopts the adapter together with ``KeyboardObservable``, at any level of a class hierarchy. A screen can
/// also adopt other presentables. If a class adopts two of your adapters, implement `presentKeyboardEvent(_:)` in the
/// class. In this implementation, call the method of each adapter, such as `presentHeight(event)` and
/// `presentColor(event)`.
///
/// A base class can adopt one adapter, and its subclass can adopt another adapter. In this case, implement
/// `presentKeyboardEvent(_:)` in the base class and override it in the subclass. If only the subclass implements the
/// method, the method is never called. The reason is that Swift chose the default implementation when the base class
/// was compiled.
@MainActor
public protocol KeyboardEventPresentable: KeyboardPresentable {
    /// Calls the adapter's typed methods for an event.
    ///
    /// The pool calls this method after the raw method and the typed methods. The typed methods are those of
    /// ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable``. A screen can subscribe after a *show* or *hide*
    /// event. For such a screen, the pool calls the method with the latest of these events. The repeated event has a
    /// duration of 0.
    func presentKeyboardEvent(_ event: KeyboardEvent)
}

extension KeyboardPresentable where Self: KeyboardObservable {
    /// Converts the notification and calls the typed methods for a keyboard that is about to appear.
    @inlinable
    public func keyboardWillBeShown(notification: Notification) {
        callTypedMethods(.willShow, notification)
    }

    /// Converts the notification and calls the typed methods for a keyboard that is about to disappear.
    @inlinable
    public func keyboardWillBeHidden(notification: Notification) {
        callTypedMethods(.willHide, notification)
    }

    /// Converts the notification and calls the typed methods for a keyboard that has appeared.
    @inlinable
    public func keyboardWasShown(notification: Notification) {
        callTypedMethods(.didShow, notification)
    }

    /// Converts the notification and calls the typed methods for a keyboard that has disappeared.
    @inlinable
    public func keyboardWasHidden(notification: Notification) {
        callTypedMethods(.didHide, notification)
    }

    /// Converts the notification and calls the typed methods for a frame that is about to change.
    @inlinable
    public func keyboardFrameWillChange(notification: Notification) {
        callTypedMethods(.willChangeFrame, notification)
    }

    /// Converts the notification and calls the typed methods for a frame that has changed.
    @inlinable
    public func keyboardFrameDidChange(notification: Notification) {
        callTypedMethods(.didChangeFrame, notification)
    }

    @usableFromInline
    func callTypedMethods(_ kind: KeyboardEvent.Kind, _ notification: Notification) {
        // If a pool calls the raw method, this method does nothing. A screen can implement the raw method without
        // calling the typed methods. Therefore the pool itself calls the typed methods afterwards.
        if RawMethodCall.isUnderWay(to: self, kind) { return }
        convert(notification, kind)
    }

    // This code is a separate function. Therefore a caller that returns early saves no registers. The caller usually
    // returns early.
    @inline(never)
    private func convert(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let common = self as? any CommonKeyboardPresentable
        let full = self as? any FullKeyboardPresentable
        let custom = self as? any KeyboardEventPresentable
        // If the screen receives only transitions, the notification does not need to be decoded.
        guard common != nil || full != nil || custom != nil else { return }
        let event = KeyboardEvent(kind, info: notification.keyboardInfo, sender: notification.senderIdentity)
        common?.presentCommon(event)
        full?.presentFull(event)
        custom?.presentKeyboardEvent(event)
    }
}

public import Foundation

/// An adapter that converts keyboard notifications to typed parameters.
///
/// Adopt ``CommonKeyboardPresentable``, ``FullKeyboardPresentable``, an adapter of your own
/// (``KeyboardEventPresentable``), or several of them. If a screen also adopts ``KeyboardObservable``, the presentable
/// implements the raw methods. If an app calls one of these raw methods, the method converts the notification and calls
/// the typed methods of every adopted presentable.
@MainActor
public protocol KeyboardPresentable: AnyObject {}

/// An adapter of your own, which converts events to typed parameters.
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
/// A screen adopts the adapter together with ``KeyboardObservable``, at any level of a class hierarchy, and in addition
/// to other presentables. A class that adopts two of your adapters implements `presentKeyboardEvent(_:)`, and calls the
/// method of each adapter, such as `presentHeight(event)` and `presentColor(event)`.
///
/// If a base class adopts one adapter and its subclass another one, implement `presentKeyboardEvent(_:)` in the base
/// class and override it in the subclass. Swift chooses the default of the base class's adapter when the base class is
/// compiled, so a method that only the subclass implements is never called.
@MainActor
public protocol KeyboardEventPresentable: KeyboardPresentable {
    /// Calls the adapter's typed methods for an event.
    ///
    /// The pool calls this method after the raw method and after the typed methods of ``CommonKeyboardPresentable`` and
    /// ``FullKeyboardPresentable``. For a screen that subscribes after a *show* or *hide*, the pool calls it with the
    /// latest one, with a duration of 0.
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
        // A pool itself calls the typed methods after the raw method, because a screen may implement the raw method
        // without calling the typed methods.
        if RawMethodCall.isUnderWay(to: self, kind) { return }
        convert(notification, kind)
    }

    // A separate function, so that the usual early return does not save registers.
    @inline(never)
    private func convert(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let common = self as? any CommonKeyboardPresentable
        let full = self as? any FullKeyboardPresentable
        let custom = self as? any KeyboardEventPresentable
        // The event of a screen that presents only transitions is not decoded.
        guard common != nil || full != nil || custom != nil else { return }
        let event = KeyboardEvent(kind, info: notification.keyboardInfo, sender: notification.senderIdentity)
        common?.presentCommon(event)
        full?.presentFull(event)
        custom?.presentKeyboardEvent(event)
    }
}

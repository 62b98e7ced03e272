public import Foundation

/// Marks the adapters that turn a keyboard notification into typed parameters, so that they combine on one screen.
///
/// Adopt ``CommonKeyboardPresentable`` or ``FullKeyboardPresentable``, or both, or an adapter of your own
/// (``KeyboardEventPresentable``). Together with ``KeyboardObservable`` it supplies the raw methods: called by hand,
/// each converts its notification and calls the typed methods of every adopted presentable.
@MainActor
public protocol KeyboardPresentable: AnyObject {}

/// What an adapter of your own refines.
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
/// A screen adopts it together with ``KeyboardObservable``, at any level of a class hierarchy, and beside other
/// presentables. A class that adopts two adapters of your own writes `presentKeyboardEvent(_:)` itself and calls the
/// method of each: `presentHeight(event)`, `presentColor(event)`.
@MainActor
public protocol KeyboardEventPresentable: KeyboardPresentable {
    /// Calls the adapter's typed methods for an event, after the raw methods and the typed methods of
    /// ``CommonKeyboardPresentable`` and ``FullKeyboardPresentable``.
    func presentKeyboardEvent(_ event: KeyboardEvent)
}

extension KeyboardPresentable where Self: KeyboardObservable {
    /// Converts the notification and calls the typed methods for a keyboard that is about to come.
    @inlinable
    public func keyboardWillBeShown(notification: Notification) {
        callTypedMethods(.willShow, notification)
    }

    /// Converts the notification and calls the typed methods for a keyboard that is about to go.
    @inlinable
    public func keyboardWillBeHidden(notification: Notification) {
        callTypedMethods(.willHide, notification)
    }

    /// Converts the notification and calls the typed methods for a keyboard that has come.
    @inlinable
    public func keyboardWasShown(notification: Notification) {
        callTypedMethods(.didShow, notification)
    }

    /// Converts the notification and calls the typed methods for a keyboard that has gone.
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
        // A pool calls the typed methods itself, right after the raw one; a screen whose base class wrote the raw
        // method would miss them otherwise.
        if RawCall.isRunning(to: self, kind) { return }
        convert(notification, kind)
    }

    // Apart, so that the usual way out saves no register.
    @inline(never)
    private func convert(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        let common = self as? any CommonKeyboardPresentable
        let full = self as? any FullKeyboardPresentable
        let custom = self as? any KeyboardEventPresentable
        // A screen that adopts transitions alone: nothing is to be read for it.
        guard common != nil || full != nil || custom != nil else { return }
        let event = KeyboardEvent(kind, info: notification.keyboardInfo)
        common?.present(event)
        full?.present(event)
        custom?.presentKeyboardEvent(event)
    }
}

public import Foundation

/// Marks the adapters that turn a keyboard notification into typed parameters, so that they combine on one screen.
///
/// Adopt ``CommonKeyboardPresentable`` or ``FullKeyboardPresentable``, or both, or refine this one for an adapter of
/// your own (see ``KeyboardObservable``). Together with ``KeyboardObservable`` it supplies the raw methods: called by
/// hand, each converts its notification and calls the typed methods.
@MainActor
public protocol KeyboardPresentable: AnyObject {}

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
        // One with an adapter of somebody's own alone: nothing is to be read for it.
        guard common != nil || full != nil else { return }
        let event = KeyboardEvent(kind, info: notification.keyboardInfo)
        common?.present(event)
        full?.present(event)
    }
}

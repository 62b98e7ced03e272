public import Foundation

/// A screen that receives the typed payload of all six keyboard events.
///
/// Adopt this protocol together with ``KeyboardObservable``.
///
/// If a screen subscribes after a *show* or *hide* event, the pool repeats the event for the screen. The duration of a
/// repeated event is 0. The pool schedules the repetition with a delay of 0. If a new event arrives before the
/// repetition, the pool first repeats the old event, and then delivers the new event. The pool does not repeat events
/// that change only the frame.
@MainActor
public protocol FullKeyboardPresentable: KeyboardPresentable {
    /// The keyboard is about to appear, or a docked keyboard is about to change its height.
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard is about to disappear, or to undock.
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard has appeared.
    ///
    /// The default does nothing.
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard has disappeared.
    ///
    /// The default does nothing.
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard's frame is about to change.
    ///
    /// The default does nothing.
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard's frame has changed.
    ///
    /// The default does nothing.
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo)
}

extension FullKeyboardPresentable {
    /// Does nothing.
    public func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) {}

    /// Does nothing.
    public func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) {}

    /// Does nothing.
    public func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {}

    /// Does nothing.
    public func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) {}

    @inline(__always)
    func presentFull(_ event: KeyboardEvent) {
        switch event.kind {
        case .willShow: keyboardWillBeShown(keyboardInfo: event.info)
        case .didShow: keyboardWasShown(keyboardInfo: event.info)
        case .willHide: keyboardWillBeHidden(keyboardInfo: event.info)
        case .didHide: keyboardWasHidden(keyboardInfo: event.info)
        case .willChangeFrame: keyboardFrameWillChange(keyboardInfo: event.info)
        case .didChangeFrame: keyboardFrameDidChange(keyboardInfo: event.info)
        }
    }
}

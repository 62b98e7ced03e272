public import Foundation

/// Everything that a keyboard notification tells, typed, for all six events.
///
/// Adopt it together with ``KeyboardObservable``.
@MainActor
public protocol FullKeyboardPresentable: KeyboardPresentable {
    /// The keyboard is about to come, or to change its height while docked.
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard is about to go.
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard has come. Does nothing unless written.
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard has gone. Does nothing unless written.
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard's frame is about to change. Does nothing unless written.
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo)

    /// The keyboard's frame has changed. Does nothing unless written.
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo)
}

extension FullKeyboardPresentable {
    public func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) {}

    public func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) {}

    public func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {}

    public func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) {}

    // A call more for each screen would be a seventh of what a pool adds to the screen's own.
    @inline(__always)
    func present(_ event: KeyboardEvent) {
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

public import Foundation

/// A screen that receives the keyboard's height and the duration of the keyboard's transition.
///
/// Adopt this protocol together with ``KeyboardObservable``. If a *show* event reports no frame, the pool does not call
/// ``keyboardWillBeShown(keyboardHeight:duration:)`` or ``keyboardWasShown(keyboardHeight:duration:)``. If an event
/// reports no duration, the pool passes a duration of 0.25 seconds. Surf's keyboard utility also ignores *show* events
/// without a frame, and also uses 0.25 seconds.
///
/// If a screen subscribes after a *show* or *hide* event, the pool repeats the event for the screen. The duration of a
/// repeated event is 0. The pool schedules the repetition with a delay of 0. If a new event arrives before the
/// repetition, the pool first repeats the old event, and then delivers the new event.
@MainActor
public protocol CommonKeyboardPresentable: KeyboardPresentable {
    /// The keyboard is about to appear, or a docked keyboard is about to change its height.
    ///
    /// - Parameters:
    ///   - keyboardHeight: The keyboard's height at the end of the transition, in points; finite, never negative.
    ///   - duration: The duration of the transition, in seconds; finite, never negative.
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval)

    /// The keyboard is about to disappear, or to undock.
    ///
    /// - Parameter duration: The duration of the transition, in seconds; finite, never negative.
    func keyboardWillBeHidden(duration: TimeInterval)

    /// The keyboard has appeared.
    ///
    /// The default does nothing.
    ///
    /// - Parameters:
    ///   - keyboardHeight: The keyboard's height, in points; finite, never negative.
    ///   - duration: The duration of the transition, in seconds; finite, never negative.
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval)

    /// The keyboard has disappeared.
    ///
    /// The default does nothing.
    ///
    /// - Parameter duration: The duration of the transition, in seconds; finite, never negative.
    func keyboardWasHidden(duration: TimeInterval)
}

extension CommonKeyboardPresentable {
    /// Does nothing.
    public func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {}

    /// Does nothing.
    public func keyboardWasHidden(duration: TimeInterval) {}

    @inline(__always)
    func presentCommon(_ event: KeyboardEvent) {
        let duration = event.info.animationDuration ?? KeyboardEvent.usualDuration
        switch event.kind {
        case .willShow:
            guard let height = event.info.frameEnd?.height else { return }
            keyboardWillBeShown(keyboardHeight: height, duration: duration)
        case .didShow:
            guard let height = event.info.frameEnd?.height else { return }
            keyboardWasShown(keyboardHeight: height, duration: duration)
        case .willHide:
            keyboardWillBeHidden(duration: duration)
        case .didHide:
            keyboardWasHidden(duration: duration)
        case .willChangeFrame, .didChangeFrame:
            break
        }
    }
}

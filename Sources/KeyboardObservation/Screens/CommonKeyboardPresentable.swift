public import Foundation

/// A screen that receives the keyboard's height and the duration of the keyboard's transition.
///
/// Adopt this protocol together with ``KeyboardObservable``. If an event reports no frame,
/// ``keyboardWillBeShown(keyboardHeight:duration:)`` and ``keyboardWasShown(keyboardHeight:duration:)`` are not called.
/// If an event reports no duration, the duration is 0.25 seconds. Surf's keyboard utility handles a missing frame and a
/// missing duration in the same way.
///
/// A screen can subscribe after a *show* or *hide* event. Such a screen receives the latest of these events with a
/// duration of 0. The pool repeats the event when the pool's scheduler next runs its actions. The repeated event always
/// arrives before the next event.
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

    // Inlined: a separate call would take a seventh of the pool's time for each screen.
    @inline(__always)
    func presentCommon(_ event: KeyboardEvent) {
        // The default is UIKit's usual duration. Surf's utility has the same default.
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

public import Foundation

/// A screen that receives the keyboard's height and the duration of its transition.
///
/// Adopt this protocol together with ``KeyboardObservable``. ``keyboardWillBeShown(keyboardHeight:duration:)`` and
/// ``keyboardWasShown(keyboardHeight:duration:)`` are not called for an event without a frame. If an event does not
/// report a duration, the duration is 0.25 seconds. Surf's keyboard utility has the same two rules.
///
/// A screen that subscribes after a *show* or *hide* receives the latest one with a duration of 0, before the next
/// event or at the next turn of the pool's scheduler.
@MainActor
public protocol CommonKeyboardPresentable: KeyboardPresentable {
    /// The keyboard is about to appear, or to change its height while docked.
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

    // Inlined, because a further call for each screen is a seventh of the pool's cost for the screen.
    @inline(__always)
    func presentCommon(_ event: KeyboardEvent) {
        // The usual duration of UIKit, and the default of Surf's utility.
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

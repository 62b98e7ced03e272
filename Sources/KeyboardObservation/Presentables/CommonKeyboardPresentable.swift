public import Foundation

/// The keyboard's height and the duration of its move: what most screens need.
///
/// Adopt it together with ``KeyboardObservable``. Where an event tells no height, the *shown* methods are not called
/// for it; where it tells no duration, 0.25 seconds are taken (both are rules of Surf's keyboard utility).
@MainActor
public protocol CommonKeyboardPresentable: KeyboardPresentable {
    /// The keyboard is about to come, or to change its height while docked.
    ///
    /// - Parameters:
    ///   - keyboardHeight: the keyboard's height at the end of the move, in points; finite, never negative.
    ///   - duration: how long it moves, in seconds; finite, never negative.
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval)

    /// The keyboard is about to go, within `duration` seconds.
    func keyboardWillBeHidden(duration: TimeInterval)

    /// The keyboard has come. Does nothing unless written.
    ///
    /// - Parameters:
    ///   - keyboardHeight: the keyboard's height, in points; finite, never negative.
    ///   - duration: how long it moved, in seconds; finite, never negative.
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval)

    /// The keyboard has gone, within `duration` seconds. Does nothing unless written.
    func keyboardWasHidden(duration: TimeInterval)
}

extension CommonKeyboardPresentable {
    public func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {}

    public func keyboardWasHidden(duration: TimeInterval) {}

    // A call more for each screen would be a seventh of what a pool adds to the screen's own.
    @inline(__always)
    func present(_ event: KeyboardEvent) {
        // UIKit's usual duration, and Surf's default.
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

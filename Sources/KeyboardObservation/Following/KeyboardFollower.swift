import Foundation

/// An observer of the keyboard's visible position: a layout guide, or a screen that presents transitions.
@MainActor
protocol KeyboardFollower: AnyObject {
    /// Whether it is not to be called again.
    var isCancelled: Bool { get }

    /// The screen whose keyboard it follows; the keyboard of the latest event if `nil`.
    var followedScreen: ObjectIdentifier? { get }

    /// A transition has begun.
    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard)

    /// The keyboard has moved by one frame.
    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard)

    /// The transition has arrived, or another one begins.
    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool)

    /// The keyboard may have changed in any respect. Called after the other methods.
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard)
}

extension KeyboardFollower {
    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {}
    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {}
    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool) {}
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard) {}
}

/// A follower that stands for an observer, until that unsubscribes.
@MainActor
protocol CancellableFollower: KeyboardFollower {
    /// The follower is not called again.
    func cancel()
}

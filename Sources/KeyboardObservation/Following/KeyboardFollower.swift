import Foundation

/// An observer of the keyboard's visible frame: a layout guide, or a transition screen.
///
/// The methods have no effect after the follower has been cancelled.
@MainActor
protocol KeyboardFollower: AnyObject {
    /// The screen of the keyboard to follow; `.some(nil)` for the keyboard of the latest event.
    ///
    /// It is `nil` if the follower is not to be called again.
    var followedScreen: ObjectIdentifier?? { get }

    /// A transition has begun.
    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard)

    /// The keyboard has moved by one frame.
    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard)

    /// The transition has ended, or another one interrupts it.
    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool)

    /// The keyboard may have changed in any respect.
    ///
    /// This is called after the other methods.
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard)
}

extension KeyboardFollower {
    /// Whether it is not to be called again.
    var isCancelled: Bool { followedScreen == nil }

    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {}
    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {}
    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool) {}
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard) {}
}

/// A follower that represents an observer until the observer unsubscribes.
@MainActor
protocol CancellableFollower: KeyboardFollower {
    /// Ends the calls of the follower.
    func cancel()
}

/// The keyboard of one sender.
protocol SenderKeyboard {
    /// The identity of the screen; `nil` for the keyboard that reports no screen.
    var sender: ObjectIdentifier? { get }
}

extension KeyboardWhereabouts: SenderKeyboard {}

extension Array where Element: SenderKeyboard {
    /// Returns the index of a sender's keyboard; `nil` if there is none.
    func index(of sender: ObjectIdentifier?) -> Int? {
        // A closure on the main actor would check its actor at each call.
        for index in indices where self[index].sender == sender { return index }
        return nil
    }

    /// Returns the index of the keyboard that a follower of this screen follows: see ``KeyboardWhereabouts``.
    ///
    /// - Parameters:
    ///   - screen: the screen; `nil` for the keyboard of the latest event.
    ///   - latest: the index of the keyboard of the latest event.
    /// - Returns: the index; `nil` if there is no such keyboard.
    func index(followedOn screen: ObjectIdentifier?, latest: Int?) -> Int? {
        guard let screen else { return latest }
        return index(of: screen) ?? index(of: nil)
    }
}

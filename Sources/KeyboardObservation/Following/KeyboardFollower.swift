import Foundation

/// An observer of the keyboard's visible frame: a layout guide, or a transition screen.
///
/// The methods have no effect after the follower has been cancelled.
@MainActor
protocol KeyboardFollower: AnyObject {
    /// The screen of the keyboard to follow; `.some(nil)` means the keyboard of the latest event.
    ///
    /// The property is `nil` if the follower has been cancelled.
    var followedScreen: ObjectIdentifier?? { get }

    /// A transition has begun.
    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard)

    /// The keyboard has moved.
    ///
    /// This method is called for each display frame during a transition.
    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard)

    /// The transition has ended, or another transition interrupts it.
    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool)

    /// The keyboard's state or visible frame may have changed.
    ///
    /// This method is called after the other methods.
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard)
}

extension KeyboardFollower {
    /// Whether the follower has been cancelled and is not called again.
    var isCancelled: Bool { followedScreen == nil }

    func transitionDidBegin(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {}
    func transitionDidProgress(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard) {}
    func transitionDidEnd(_ transition: KeyboardTransition, _ keyboard: VisibleKeyboard, isFinished: Bool) {}
    func keyboardDidUpdate(_ keyboard: VisibleKeyboard) {}
}

/// A follower that represents an observer until the observer unsubscribes.
@MainActor
protocol CancellableFollower: KeyboardFollower {
    /// Stops all further calls of the follower.
    func cancel()
}

/// The keyboard of one sender.
protocol SenderKeyboard {
    /// The identity of the screen; `nil` if the keyboard does not report a screen.
    var sender: ObjectIdentifier? { get }
}

extension KeyboardWhereabouts: SenderKeyboard {}

extension Array where Element: SenderKeyboard {
    /// Returns the index of a sender's keyboard; `nil` if the sender has no keyboard.
    func index(of sender: ObjectIdentifier?) -> Int? {
        // A closure on the main actor would check its actor at each call.
        for index in indices where self[index].sender == sender { return index }
        return nil
    }

    /// Returns the index of the keyboard that a follower of this screen follows.
    ///
    /// See ``KeyboardWhereabouts`` for the rules.
    ///
    /// - Parameters:
    ///   - screen: The screen. If it is `nil`, the keyboard of the latest event is followed.
    ///   - latest: The index of the keyboard of the latest event.
    /// - Returns: The index; `nil` if there is no such keyboard.
    func index(followedOn screen: ObjectIdentifier?, latest: Int?) -> Int? {
        guard let screen else { return latest }
        return index(of: screen) ?? index(of: nil)
    }
}

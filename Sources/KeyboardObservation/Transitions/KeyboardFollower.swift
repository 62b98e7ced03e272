import Foundation

/// Who follows the keyboard's moves, frame by frame.
@MainActor
protocol KeyboardFollower: AnyObject {
    /// Whether nobody is behind it any more.
    var isOver: Bool { get }

    func keyboardDidBegin(_ transition: KeyboardTransition, _ state: KeyboardState)
    func keyboardDidMove(_ transition: KeyboardTransition, to frame: CGRect, _ state: KeyboardState)
    func keyboardDidEnd(_ transition: KeyboardTransition, at frame: CGRect, _ state: KeyboardState, isFinished: Bool)
}

public import Foundation

extension Notification.Name {
    /// Where the keyboard is to be seen now, told by a source that sees it move: the payload's end frame. Not UIKit's,
    /// and no ``KeyboardEvent/Kind``: screens never get it. A pool listens to it only while somebody follows the
    /// keyboard's moves (``KeyboardTransitionPresentable``, ``KeyboardLayoutGuide``), and then goes by it rather than
    /// by the curve.
    public static let keyboardFrameInMotion = Notification.Name("KeyboardFrameInMotionNotification")
}

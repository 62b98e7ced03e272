public import Foundation

extension Notification.Name {
    /// Posted before the keyboard comes on screen, or before it changes its height while it stays docked.
    public static let keyboardWillShow = Notification.Name("UIKeyboardWillShowNotification")

    /// Posted when the keyboard has come on screen.
    public static let keyboardDidShow = Notification.Name("UIKeyboardDidShowNotification")

    /// Posted before the keyboard leaves the screen, or before it leaves its dock.
    public static let keyboardWillHide = Notification.Name("UIKeyboardWillHideNotification")

    /// Posted when the keyboard has left the screen.
    public static let keyboardDidHide = Notification.Name("UIKeyboardDidHideNotification")

    /// Posted before the keyboard's frame changes for whatever reason, ahead of *show* and *hide*.
    public static let keyboardWillChangeFrame = Notification.Name("UIKeyboardWillChangeFrameNotification")

    /// Posted when the keyboard's frame has changed, ahead of *show* and *hide*.
    public static let keyboardDidChangeFrame = Notification.Name("UIKeyboardDidChangeFrameNotification")
}

extension Notification.Name {
    /// Where the keyboard is to be seen now, told by a source that sees it move: the payload's end frame. Not UIKit's,
    /// and no ``KeyboardEvent/Kind``: screens never get it. A pool listens to it only while somebody follows the
    /// keyboard's moves (``KeyboardTransitionPresentable``, ``KeyboardLayoutGuide``), and then goes by it rather than
    /// by the curve.
    public static let keyboardFrameInMotion = Notification.Name("KeyboardFrameInMotionNotification")
}

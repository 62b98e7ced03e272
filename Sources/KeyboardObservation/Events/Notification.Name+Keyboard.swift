public import Foundation

extension Notification.Name {
    /// Posted before the keyboard appears, or before it changes its height while docked.
    public static let keyboardWillShow = Notification.Name("UIKeyboardWillShowNotification")

    /// Posted when the keyboard has appeared.
    public static let keyboardDidShow = Notification.Name("UIKeyboardDidShowNotification")

    /// Posted before the keyboard disappears, or before it undocks.
    public static let keyboardWillHide = Notification.Name("UIKeyboardWillHideNotification")

    /// Posted when the keyboard has disappeared.
    public static let keyboardDidHide = Notification.Name("UIKeyboardDidHideNotification")

    /// Posted before the keyboard's frame changes for any reason, ahead of *show* and *hide*.
    public static let keyboardWillChangeFrame = Notification.Name("UIKeyboardWillChangeFrameNotification")

    /// Posted when the keyboard's frame has changed, ahead of *show* and *hide*.
    public static let keyboardDidChangeFrame = Notification.Name("UIKeyboardDidChangeFrameNotification")
}

extension Notification.Name {
    /// Posted by a source that knows the frames of a moving keyboard, once for each frame.
    ///
    /// The payload's end frame is the keyboard's visible frame at that moment. UIKit has no such notification. It is
    /// not a ``KeyboardEvent/Kind``, and a pool delivers it to no screen, closure or sequence.
    ///
    /// A pool observes the notification only while a ``KeyboardLayoutGuide`` or a screen that adopts
    /// ``KeyboardTransitionPresentable`` follows its keyboards. The reported frames then replace those of the animation
    /// curve. At other times the notification is not read, and the pool's state follows the curve.
    public static let keyboardFrameInMotion = Notification.Name("KeyboardFrameInMotionNotification")
}

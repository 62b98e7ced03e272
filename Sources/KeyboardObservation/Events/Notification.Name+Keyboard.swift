public import Foundation

extension Notification.Name {
    /// Posted before the keyboard appears, or before a docked keyboard changes its height.
    public static let keyboardWillShow = Notification.Name("UIKeyboardWillShowNotification")

    /// Posted when the keyboard has appeared.
    public static let keyboardDidShow = Notification.Name("UIKeyboardDidShowNotification")

    /// Posted before the keyboard disappears, or before it undocks.
    public static let keyboardWillHide = Notification.Name("UIKeyboardWillHideNotification")

    /// Posted when the keyboard has disappeared.
    public static let keyboardDidHide = Notification.Name("UIKeyboardDidHideNotification")

    /// Posted before the keyboard's frame changes for any reason.
    ///
    /// The notification precedes each *will show* or *will hide* notification.
    public static let keyboardWillChangeFrame = Notification.Name("UIKeyboardWillChangeFrameNotification")

    /// Posted when the keyboard's frame has changed for any reason.
    ///
    /// The notification precedes each *did show* or *did hide* notification.
    public static let keyboardDidChangeFrame = Notification.Name("UIKeyboardDidChangeFrameNotification")
}

extension Notification.Name {
    /// A source that reports the frames of a moving keyboard posts this notification for each display frame.
    ///
    /// The payload's end frame is the keyboard's visible frame at that moment. UIKit does not have this notification.
    /// The notification has no ``KeyboardEvent/Kind``, and a pool does not deliver it to screens, closures or
    /// sequences.
    ///
    /// The reported frames replace the frames that a pool would otherwise compute from the animation curve.
    public static let keyboardFrameInMotion = Notification.Name("KeyboardFrameInMotionNotification")
}

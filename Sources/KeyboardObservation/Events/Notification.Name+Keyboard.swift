public import Foundation

extension Notification.Name {
    /// Posted before the keyboard appears, or before a docked keyboard changes its height.
    public static let keyboardWillShow = Notification.Name("UIKeyboardWillShowNotification")

    /// Posted when the keyboard has appeared.
    public static let keyboardDidShow = Notification.Name("UIKeyboardDidShowNotification")

    /// Posted before the keyboard disappears, or before a docked keyboard undocks.
    public static let keyboardWillHide = Notification.Name("UIKeyboardWillHideNotification")

    /// Posted when the keyboard has disappeared.
    public static let keyboardDidHide = Notification.Name("UIKeyboardDidHideNotification")

    /// Posted before the keyboard's frame changes for any reason.
    ///
    /// A *will change frame* notification precedes each *will show* or *will hide* notification.
    public static let keyboardWillChangeFrame = Notification.Name("UIKeyboardWillChangeFrameNotification")

    /// Posted when the keyboard's frame has changed for any reason.
    ///
    /// A *did change frame* notification precedes each *did show* or *did hide* notification.
    public static let keyboardDidChangeFrame = Notification.Name("UIKeyboardDidChangeFrameNotification")
}

extension Notification.Name {
    /// Posted for each frame of a moving keyboard, by a source that reports these frames.
    ///
    /// The payload's end frame is the keyboard's visible frame at the time of the notification. UIKit has no
    /// `keyboardFrameInMotion` notification. ``KeyboardEvent/Kind`` has no case for this notification. A pool does not
    /// deliver the notification to screens, closures or sequences.
    ///
    /// If a source reports the frames of a moving keyboard, a pool uses the reported frames. Otherwise the pool
    /// computes the frames from the animation curve.
    public static let keyboardFrameInMotion = Notification.Name("KeyboardFrameInMotionNotification")
}

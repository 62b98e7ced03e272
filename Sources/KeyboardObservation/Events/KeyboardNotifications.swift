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

/// The keys of a keyboard notification's `userInfo`. Their strings are UIKit's.
public enum KeyboardUserInfoKey {
    /// Where the keyboard is before the change: a `CGRect`, or an `NSValue` that holds one, in points, screen
    /// coordinates, origin top left.
    public static let frameBegin = "UIKeyboardFrameBeginUserInfoKey"

    /// Where the keyboard will be, or is, after the change: a `CGRect`, or an `NSValue` that holds one, in points,
    /// screen coordinates, origin top left.
    public static let frameEnd = "UIKeyboardFrameEndUserInfoKey"

    /// How long the keyboard moves: a number of seconds.
    public static let animationDuration = "UIKeyboardAnimationDurationUserInfoKey"

    /// How the keyboard moves: the raw value of UIKit's `UIView.AnimationCurve`; 7 is the keyboard's own.
    public static let animationCurve = "UIKeyboardAnimationCurveUserInfoKey"

    /// Whether the keyboard belongs to this app: a Boolean number.
    public static let isLocal = "UIKeyboardIsLocalUserInfoKey"
}

/// The keys of a keyboard notification's `userInfo`. Their strings are UIKit's, except for ``screenBounds``.
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

    /// The bounds of the keyboard's screen: a `CGRect`, or an `NSValue` that holds one, in points, in the coordinates of
    /// the frames. Not UIKit's: a source that knows its screen reports it, so that the keyboard's placement need not be
    /// estimated.
    public static let screenBounds = "KeyboardObservationScreenBoundsUserInfoKey"
}

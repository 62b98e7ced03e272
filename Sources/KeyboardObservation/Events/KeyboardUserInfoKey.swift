/// The keys of a keyboard notification's `userInfo`.
///
/// UIKit does not have the keys ``screenBounds`` and ``isObscured``. All other keys are equal to UIKit's keys.
public enum KeyboardUserInfoKey {
    /// The keyboard's frame before the change: a `CGRect`, or an `NSValue` that contains a `CGRect`.
    ///
    /// The frame is in points, in screen coordinates with the origin at the top left.
    public static let frameBegin = "UIKeyboardFrameBeginUserInfoKey"

    /// The keyboard's frame after the change: a `CGRect`, or an `NSValue` that contains a `CGRect`.
    ///
    /// The frame is in points, in screen coordinates with the origin at the top left.
    public static let frameEnd = "UIKeyboardFrameEndUserInfoKey"

    /// The duration of the transition: a number, in seconds.
    public static let animationDuration = "UIKeyboardAnimationDurationUserInfoKey"

    /// The raw value of the transition's curve.
    ///
    /// The raw values are equal to the raw values of UIKit's `UIView.AnimationCurve`. The additional value 7 represents
    /// the keyboard's own curve.
    public static let animationCurve = "UIKeyboardAnimationCurveUserInfoKey"

    /// Whether the keyboard belongs to this app: a `Bool`, or an `NSNumber` that contains a Boolean.
    public static let isLocal = "UIKeyboardIsLocalUserInfoKey"

    /// The bounds of the keyboard's screen: a `CGRect`, or an `NSValue` that contains a `CGRect`.
    ///
    /// The bounds are in points, in the same coordinates as the frames. If a source reports the bounds, a pool does not
    /// need to estimate the keyboard's placement.
    public static let screenBounds = "KeyboardObservationScreenBoundsUserInfoKey"

    /// Whether the keyboard is shown, but covers no part of the app: a `Bool`, or an `NSNumber` that contains a
    /// Boolean.
    ///
    /// Once a source has reported `isObscured`, the source must report `isObscured` in each event. If a *will* event
    /// does not report `isObscured`, the value counts as `false`.
    public static let isObscured = "KeyboardObservationIsObscuredUserInfoKey"
}

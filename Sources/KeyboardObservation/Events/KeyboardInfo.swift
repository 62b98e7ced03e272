public import Foundation

extension Notification {
    /// The typed payload of a keyboard notification.
    ///
    /// A property is `nil` if the payload has no value for the property's key, or if the value has an unexpected type.
    /// A frame is also `nil` if a coordinate is not finite or is beyond a billion points. A duration is also `nil` if
    /// it is negative or not finite. A curve is also `nil` if its value does not fit into a `UInt`.
    public struct KeyboardInfo: Sendable, Hashable {
        /// The keyboard's frame before the change, in points.
        ///
        /// The frame is in screen coordinates with the origin at the top left.
        public var frameBegin: CGRect?

        /// The keyboard's frame after the change, in points.
        ///
        /// The frame is in screen coordinates with the origin at the top left.
        public var frameEnd: CGRect?

        /// The duration of the transition, in seconds.
        public var animationDuration: Double?

        /// The raw value of the transition's curve.
        ///
        /// The raw values are equal to the raw values of UIKit's `UIView.AnimationCurve`. The additional value 7
        /// represents the keyboard's own curve.
        public var animationCurve: UInt?

        /// Whether the keyboard belongs to this app.
        ///
        /// In some cases, UIKit has reported `true` for the keyboard of another app.
        public var isLocal: Bool?

        /// The bounds of the keyboard's screen, in points, in the same coordinates as the frames.
        public var screenBounds: CGRect?

        /// Whether the keyboard is shown, but covers no part of the app.
        ///
        /// For example, the app's window covers the keyboard, or the desktop has moved the window to the free space
        /// above the keyboard.
        ///
        /// When `isObscured` changes, the source posts a *will change frame* event and a *did change frame* event. An
        /// event that reports only the change of `isObscured` has the keyboard's frame as begin frame and as end frame.
        /// UIKit does not report `isObscured`.
        public var isObscured: Bool?

        /// Creates a payload.
        ///
        /// If you omit a parameter, the payload has no value for the corresponding key.
        public init(
            frameBegin: CGRect? = nil,
            frameEnd: CGRect? = nil,
            animationDuration: Double? = nil,
            animationCurve: UInt? = nil,
            isLocal: Bool? = nil,
            screenBounds: CGRect? = nil,
            isObscured: Bool? = nil
        ) {
            self.frameBegin = frameBegin
            self.frameEnd = frameEnd
            self.animationDuration = animationDuration
            self.animationCurve = animationCurve
            self.isLocal = isLocal
            self.screenBounds = screenBounds
            self.isObscured = isObscured
        }
    }

    /// The typed payload of the notification.
    ///
    /// Each access decodes `userInfo`. The decoding never traps, even if `userInfo` contains unexpected values. A pool
    /// decodes `userInfo` only once per event, even if many screens are subscribed.
    public var keyboardInfo: KeyboardInfo {
        var info = KeyboardInfo()
        KeyboardPayload.read(userInfo, into: &info)
        return info
    }
}

extension Notification.KeyboardInfo {
    /// The payload as a dictionary in UIKit's format.
    var userInfo: [AnyHashable: Any] {
        // Without this capacity, the dictionary would reallocate its storage two times. Real keyboards report at most
        // six keys.
        var userInfo = [AnyHashable: Any](minimumCapacity: 6)
        userInfo[KeyboardUserInfoKey.frameBegin] = frameBegin
        userInfo[KeyboardUserInfoKey.frameEnd] = frameEnd
        userInfo[KeyboardUserInfoKey.screenBounds] = screenBounds
        if let animationDuration {
            userInfo[KeyboardUserInfoKey.animationDuration] = NSNumber(value: animationDuration)
        }
        if let animationCurve { userInfo[KeyboardUserInfoKey.animationCurve] = NSNumber(value: animationCurve) }
        if let isLocal { userInfo[KeyboardUserInfoKey.isLocal] = NSNumber(value: isLocal) }
        if let isObscured { userInfo[KeyboardUserInfoKey.isObscured] = NSNumber(value: isObscured) }
        return userInfo
    }
}

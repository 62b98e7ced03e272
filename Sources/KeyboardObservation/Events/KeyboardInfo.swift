public import Foundation

extension Notification {
    /// What a keyboard notification tells, typed.
    ///
    /// Every field is optional: a key that is absent, or that holds something of a wrong type, is `nil`. So are
    /// frames and durations that are not finite, coordinates beyond a billion points, negative durations and curves that
    /// no `UInt` holds.
    public struct KeyboardInfo: Sendable, Hashable {
        /// Where the keyboard is before the change, in points, screen coordinates, origin top left.
        public var frameBegin: CGRect?

        /// Where the keyboard will be, or is, after the change, in points, screen coordinates, origin top left.
        public var frameEnd: CGRect?

        /// How long the keyboard moves, in seconds.
        public var animationDuration: Double?

        /// How the keyboard moves: the raw value of UIKit's `UIView.AnimationCurve`; 7 is the keyboard's own.
        public var animationCurve: UInt?

        /// Whether the keyboard belongs to this app. UIKit has been seen to say true of another app's keyboard.
        public var isLocal: Bool?

        /// The bounds of the keyboard's screen, in points, in the coordinates of the frames.
        public var screenBounds: CGRect?

        /// Makes the info of a keyboard event. What is left out is as if its key were absent.
        public init(
            frameBegin: CGRect? = nil,
            frameEnd: CGRect? = nil,
            animationDuration: Double? = nil,
            animationCurve: UInt? = nil,
            isLocal: Bool? = nil,
            screenBounds: CGRect? = nil
        ) {
            self.frameBegin = frameBegin
            self.frameEnd = frameEnd
            self.animationDuration = animationDuration
            self.animationCurve = animationCurve
            self.isLocal = isLocal
            self.screenBounds = screenBounds
        }
    }

    /// The notification's payload, typed. Never traps, whatever `userInfo` holds.
    ///
    /// Each call reads `userInfo` anew. A pool reads it once an event, however many screens listen.
    public var keyboardInfo: KeyboardInfo {
        var info = KeyboardInfo()
        KeyboardPayload.read(userInfo, into: &info)
        return info
    }
}

extension Notification.KeyboardInfo {
    /// The payload as UIKit posts it: `NSNumber` numbers, `CGRect` frames, and no key for what is `nil`.
    var userInfo: [AnyHashable: Any] {
        var userInfo: [AnyHashable: Any] = [:]
        userInfo[KeyboardUserInfoKey.frameBegin] = frameBegin
        userInfo[KeyboardUserInfoKey.frameEnd] = frameEnd
        userInfo[KeyboardUserInfoKey.animationDuration] = animationDuration.map { NSNumber(value: $0) }
        userInfo[KeyboardUserInfoKey.animationCurve] = animationCurve.map { NSNumber(value: $0) }
        userInfo[KeyboardUserInfoKey.isLocal] = isLocal.map { NSNumber(value: $0) }
        userInfo[KeyboardUserInfoKey.screenBounds] = screenBounds
        return userInfo
    }
}

public import Foundation

/// One thing that the keyboard did or is about to do: a keyboard notification, decoded.
public struct KeyboardEvent: Sendable, Hashable {
    /// What the keyboard does. The raw values are written to recordings.
    public enum Kind: String, CaseIterable, Sendable {
        /// The keyboard is about to come on screen, or to change its height while docked.
        case willShow
        /// The keyboard has come on screen.
        case didShow
        /// The keyboard is about to leave the screen, or its dock.
        case willHide
        /// The keyboard has left the screen.
        case didHide
        /// The keyboard's frame is about to change; posted ahead of *show* and *hide*.
        case willChangeFrame
        /// The keyboard's frame has changed; posted ahead of *show* and *hide*.
        case didChangeFrame
    }

    /// What the keyboard does.
    public var kind: Kind

    /// Frames, duration and curve, as far as they were told.
    public var info: Notification.KeyboardInfo

    /// The identity of the notification's `object`: which screen it speaks of. `nil` where it had none, or one that
    /// is no class instance.
    ///
    /// An identity keeps nothing alive. Compare it only with objects that you hold yourself.
    public var sender: ObjectIdentifier?

    /// Makes an event as a source would tell it.
    public init(_ kind: Kind, info: Notification.KeyboardInfo, sender: ObjectIdentifier? = nil) {
        self.kind = kind
        self.info = info
        self.sender = sender
    }

    /// Decodes a notification; `nil` where its name is no keyboard notification's.
    public init?(_ notification: Notification) {
        guard let kind = Kind(notification.name) else { return nil }
        self.init(kind, info: notification.keyboardInfo, sender: notification.senderIdentity)
    }

    /// The event as a notification, with the payload as UIKit posts it: `NSNumber` numbers, `CGRect` frames.
    ///
    /// It has no `object`, for an event knows its sender by identity only. Each call makes a new one.
    public var notification: Notification {
        Notification(name: kind.notificationName, object: nil, userInfo: info.userInfo)
    }
}

extension KeyboardEvent.Kind {
    /// The kind that a notification of this name tells; `nil` where it is no keyboard notification's.
    public init?(_ name: Notification.Name) {
        guard let kind = Self.allCases.first(where: { $0.notificationName == name }) else { return nil }
        self = kind
    }

    /// The name of the notification that tells this kind.
    public var notificationName: Notification.Name {
        switch self {
        case .willShow: .keyboardWillShow
        case .didShow: .keyboardDidShow
        case .willHide: .keyboardWillHide
        case .didHide: .keyboardDidHide
        case .willChangeFrame: .keyboardWillChangeFrame
        case .didChangeFrame: .keyboardDidChangeFrame
        }
    }
}

extension KeyboardEvent.Kind {
    /// This kind as an element of a bit set.
    var bit: UInt8 {
        switch self {
        case .willShow: 1
        case .didShow: 2
        case .willHide: 4
        case .didHide: 8
        case .willChangeFrame: 16
        case .didChangeFrame: 32
        }
    }
}

extension Notification {
    /// The identity of `object` where that is a class instance. (Anything else would be boxed, and the box's identity
    /// means nothing.)
    var senderIdentity: ObjectIdentifier? {
        guard let object, type(of: object) is AnyObject.Type else { return nil }
        return ObjectIdentifier(object as AnyObject)
    }
}

extension KeyboardEvent {
    /// What is taken where no duration is told, in seconds: Surf's rule.
    static let usualDuration = 0.25
}

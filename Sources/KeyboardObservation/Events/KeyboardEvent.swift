public import Foundation

/// A decoded keyboard notification.
public struct KeyboardEvent: Sendable, Hashable {
    /// The kinds of keyboard events.
    ///
    /// The raw values are stored in recordings.
    public enum Kind: String, CaseIterable, Sendable {
        /// The keyboard is about to appear, or a docked keyboard is about to change its height.
        case willShow
        /// The keyboard has appeared.
        case didShow
        /// The keyboard is about to disappear, or a docked keyboard is about to undock.
        case willHide
        /// The keyboard has disappeared.
        case didHide
        /// The keyboard's frame is about to change. A ``willChangeFrame`` event also precedes each ``willShow`` and
        /// ``willHide`` event.
        case willChangeFrame
        /// The keyboard's frame has changed. A ``didChangeFrame`` event also precedes each ``didShow`` and ``didHide``
        /// event.
        case didChangeFrame
    }

    /// The kind of the event.
    public var kind: Kind

    /// The typed payload of the notification.
    ///
    /// The payload contains the frames, the duration, the curve and further values.
    public var info: Notification.KeyboardInfo

    /// The identity of the notification's `object`, which is the keyboard's screen.
    ///
    /// `sender` is `nil` if the notification has no object, or if the object is not a class instance. The event does
    /// not retain the object. Compare the identity only with the identities of objects that you retain.
    public var sender: ObjectIdentifier?

    /// Creates an event.
    public init(_ kind: Kind, info: Notification.KeyboardInfo, sender: ObjectIdentifier? = nil) {
        self.kind = kind
        self.info = info
        self.sender = sender
    }

    /// Decodes a notification.
    ///
    /// The result is `nil` if the notification is not a keyboard notification.
    ///
    /// If the library cannot read a value of the payload, the corresponding property of ``info`` is `nil`. See
    /// `Notification.KeyboardInfo`.
    public init?(_ notification: Notification) {
        guard let kind = Kind(notification.name) else { return nil }
        self.init(kind, info: notification.keyboardInfo, sender: notification.senderIdentity)
    }

    /// The event as a notification.
    ///
    /// In the payload, numbers are `NSNumber` objects and frames are `CGRect` values, as in UIKit.
    ///
    /// The notification has no `object`, because an event contains only the identity of its sender. Each access creates
    /// a new notification.
    public var notification: Notification {
        Notification(name: kind.notificationName, object: nil, userInfo: info.userInfo)
    }
}

extension KeyboardEvent.Kind {
    package init?(_ name: Notification.Name) {
        guard let kind = Self.allCases.first(where: { $0.notificationName == name }) else { return nil }
        self = kind
    }

    package var notificationName: Notification.Name {
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
    /// A structure has no identity, because each conversion of the structure to an object creates a new object.
    var senderIdentity: ObjectIdentifier? {
        guard let object, type(of: object) is AnyObject.Type else { return nil }
        // The cast `object as AnyObject` takes as long as the whole delivery of an event.
        func identity<Held>(_ held: Held) -> ObjectIdentifier? {
            // Safe: `Held` is a class, so `held` is an object reference.
            Held.self is AnyObject.Type ? ObjectIdentifier(unsafe unsafeBitCast(held, to: AnyObject.self)) : nil
        }
        return identity(object) ?? ObjectIdentifier(object as AnyObject)
    }
}

extension KeyboardEvent {
    /// The duration, in seconds, for an event that reports no duration.
    ///
    /// Surf's keyboard utility also uses 0.25 seconds.
    static let usualDuration = 0.25
}

import Foundation

/// A notification's `userInfo`, read.
struct KeyboardPayload {
    /// A key whose value reads as `nil`, and why.
    struct Unreadable {
        var key: String
        var expected: String
        var found: String
    }

    private(set) var info = Notification.KeyboardInfo()
    private(set) var unreadable: [Unreadable] = []

    /// A payload of UIKit's has at most 10 keys, and one pass over them costs less than one look-up: an `AnyHashable`
    /// is slow to hash. In a crowd of foreign keys it is the other way round.
    private static let largestToScan = 16

    init(_ userInfo: [AnyHashable: Any]?) {
        guard let userInfo else { return }
        if userInfo.count <= Self.largestToScan {
            for (key, value) in userInfo {
                // Strings alone, as a look-up would find them. A cast would bridge others, and ask strangers' classes.
                guard let key = PayloadValue.string(key.base) else { continue }
                read(value, for: key)
            }
        } else {
            for key in Self.keys {
                guard let value = userInfo[key] else { continue }
                read(value, for: key)
            }
        }
    }

    private static let keys = [
        KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd, KeyboardUserInfoKey.animationDuration,
        KeyboardUserInfoKey.animationCurve, KeyboardUserInfoKey.isLocal, KeyboardUserInfoKey.screenBounds,
    ]

    private mutating func read(_ value: Any, for key: String) {
        // No two of the keys are of one length, and a length is compared in no time.
        switch (key.utf8.count, key) {
        case (29, KeyboardUserInfoKey.frameEnd):
            info.frameEnd = frame(value, for: key)
        case (31, KeyboardUserInfoKey.frameBegin):
            info.frameBegin = frame(value, for: key)
        case (38, KeyboardUserInfoKey.animationDuration):
            info.animationDuration = duration(value, for: key)
        case (35, KeyboardUserInfoKey.animationCurve):
            info.animationCurve = curve(value, for: key)
        case (28, KeyboardUserInfoKey.isLocal):
            info.isLocal = flag(value, for: key)
        case (42, KeyboardUserInfoKey.screenBounds):
            info.screenBounds = frame(value, for: key)
        default:
            break
        }
    }

    private mutating func frame(_ value: Any, for key: String) -> CGRect? {
        let expected = "a CGRect of finite numbers, at most a billion"
        guard let frame = CGRect(payload: value) else { return report(key, expected, typeName(of: value)) }
        guard frame.isComputable else { return report(key, expected, "\(frame)") }
        return frame
    }

    private mutating func duration(_ value: Any, for key: String) -> Double? {
        let expected = "a finite number of seconds, not negative"
        guard let number = PayloadNumber(value) else { return report(key, expected, typeName(of: value)) }
        let duration = number.double
        guard duration.isFinite, duration >= 0 else { return report(key, expected, "\(duration)") }
        return duration
    }

    private mutating func curve(_ value: Any, for key: String) -> UInt? {
        let expected = "a whole number, not negative"
        guard let number = PayloadNumber(value) else { return report(key, expected, typeName(of: value)) }
        guard let curve = number.unsigned else { return report(key, expected, "\(number)") }
        return curve
    }

    private mutating func flag(_ value: Any, for key: String) -> Bool? {
        if let flag = PayloadValue.flag(value) { return flag }
        guard let number = PayloadNumber(value) else {
            // In an optional, or in an `AnyHashable`.
            return value as? Bool ?? report(key, "a Boolean", typeName(of: value))
        }
        guard number.double.isFinite else { return report(key, "a Boolean", "\(number)") }
        return number.double != 0
    }

    private mutating func report<Value>(_ key: String, _ expected: String, _ found: String) -> Value? {
        unreadable.append(Unreadable(key: key, expected: expected, found: found))
        return nil
    }

    /// Names the type, never the value: a stranger's description may be long, slow or not to be shown.
    private func typeName(of value: Any) -> String {
        String("\(type(of: value))".prefix(80))
    }
}

import Foundation

/// Reads a notification's `userInfo` into typed values. Never traps, whatever it holds.
enum KeyboardPayload {
    /// Receives the key of a value that reads as `nil`, what was expected, and what was found.
    typealias Report = (_ key: String, _ expected: String, _ found: String) -> Void

    /// A payload of UIKit's has at most 10 keys, and one pass over them costs less than one look-up: an `AnyHashable`
    /// is slow to hash. In a crowd of foreign keys it is the other way round.
    private static let largestToScan = 16

    private static let keys = [
        KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd, KeyboardUserInfoKey.animationDuration,
        KeyboardUserInfoKey.animationCurve, KeyboardUserInfoKey.isLocal, KeyboardUserInfoKey.screenBounds,
    ]

    /// Reads the values into `info`, in place: a payload is too large to be copied at each step of its way.
    static func read(
        _ userInfo: [AnyHashable: Any]?,
        into info: inout Notification.KeyboardInfo,
        reportingUnreadable report: Report = { _, _, _ in }
    ) {
        guard let userInfo else { return }
        if userInfo.count <= largestToScan {
            for (key, value) in userInfo {
                // Strings alone, as a look-up would find them. A cast would bridge others, and ask strangers' classes.
                guard let key = PayloadValue.string(key.base) else { continue }
                read(value, for: key, into: &info, report)
            }
        } else {
            for key in keys {
                guard let value = userInfo[key] else { continue }
                read(value, for: key, into: &info, report)
            }
        }
    }

    private static func read(
        _ value: Any,
        for key: String,
        into info: inout Notification.KeyboardInfo,
        _ report: Report
    ) {
        // No two of the keys are of one length, and a length is compared in no time.
        switch key.utf8.count {
        case 29 where key == KeyboardUserInfoKey.frameEnd: info.frameEnd = frame(value, key, report)
        case 31 where key == KeyboardUserInfoKey.frameBegin: info.frameBegin = frame(value, key, report)
        case 38 where key == KeyboardUserInfoKey.animationDuration:
            info.animationDuration = duration(value, key, report)
        case 35 where key == KeyboardUserInfoKey.animationCurve: info.animationCurve = curve(value, key, report)
        case 28 where key == KeyboardUserInfoKey.isLocal: info.isLocal = flag(value, key, report)
        case 42 where key == KeyboardUserInfoKey.screenBounds: info.screenBounds = frame(value, key, report)
        default: break
        }
    }

    private static func frame(_ value: Any, _ key: String, _ report: Report) -> CGRect? {
        let expected = "a CGRect of finite numbers, at most a billion"
        guard let frame = CGRect(payload: value) else { return none(key, expected, typeName(of: value), report) }
        guard frame.isComputable else { return none(key, expected, "\(frame)", report) }
        return frame
    }

    private static func duration(_ value: Any, _ key: String, _ report: Report) -> Double? {
        let expected = "a finite number of seconds, not negative"
        guard let number = PayloadNumber(value) else { return none(key, expected, typeName(of: value), report) }
        let duration = number.double
        guard duration.isFinite, duration >= 0 else { return none(key, expected, "\(duration)", report) }
        return duration
    }

    private static func curve(_ value: Any, _ key: String, _ report: Report) -> UInt? {
        let expected = "a whole number, not negative"
        guard let number = PayloadNumber(value) else { return none(key, expected, typeName(of: value), report) }
        guard let curve = number.unsigned else { return none(key, expected, "\(number)", report) }
        return curve
    }

    private static func flag(_ value: Any, _ key: String, _ report: Report) -> Bool? {
        if let flag = PayloadValue.flag(value) { return flag }
        guard let number = PayloadNumber(value) else {
            // In an optional, or in an `AnyHashable`.
            return value as? Bool ?? none(key, "a Boolean", typeName(of: value), report)
        }
        guard number.double.isFinite else { return none(key, "a Boolean", "\(number)", report) }
        return number.double != 0
    }

    private static func none<Value>(
        _ key: String,
        _ expected: String,
        _ found: String,
        _ report: Report
    ) -> Value? {
        report(key, expected, found)
        return nil
    }

    /// Names the type, never the value: a stranger's description may be long, slow or not to be shown.
    private static func typeName(of value: Any) -> String {
        String("\(type(of: value))".prefix(80))
    }
}

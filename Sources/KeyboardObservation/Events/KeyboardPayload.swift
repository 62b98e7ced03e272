import Foundation

/// The decoding never traps, whatever `userInfo` contains.
enum KeyboardPayload {
    typealias Report = (_ key: String, _ expected: String, _ found: String) -> Void

    /// UIKit's payloads have at most 10 keys.
    ///
    /// If there are at most `largestToScan` keys, the decoding loops over the dictionary, because a loop over 10 keys
    /// is faster than hashing one `AnyHashable`.
    private static let largestToScan = 16

    private static let keys = [
        KeyboardUserInfoKey.frameBegin, KeyboardUserInfoKey.frameEnd, KeyboardUserInfoKey.animationDuration,
        KeyboardUserInfoKey.animationCurve, KeyboardUserInfoKey.isLocal, KeyboardUserInfoKey.screenBounds,
        KeyboardUserInfoKey.isObscured,
    ]

    static func read(
        _ userInfo: [AnyHashable: Any]?,
        into info: inout Notification.KeyboardInfo,
        reportingUnreadable report: Report = { _, _, _ in }
    ) {
        guard let userInfo else { return }
        guard userInfo.count <= largestToScan else {
            let known = keys.compactMap { key in userInfo[key].map { (AnyHashable(key), $0) } }
            return read(Dictionary(uniqueKeysWithValues: known), into: &info, reportingUnreadable: report)
        }
        // Unlike a loop over the elements, a loop over the indices copies no element into an optional.
        for index in userInfo.indices {
            let (hashed, value) = userInfo[index]
            // A cast to `String` would also convert keys of other types, and would run code of the keys' classes.
            guard let key = PayloadValue.string(hashed.base) else { continue }
            // Each known key has a different length, so `key` is compared with at most one known key.
            switch key.utf8.count {
            case 29 where key == KeyboardUserInfoKey.frameEnd: info.frameEnd = frame(value, key, report)
            case 31 where key == KeyboardUserInfoKey.frameBegin: info.frameBegin = frame(value, key, report)
            case 38 where key == KeyboardUserInfoKey.animationDuration:
                info.animationDuration = duration(value, key, report)
            case 35 where key == KeyboardUserInfoKey.animationCurve: info.animationCurve = curve(value, key, report)
            case 28 where key == KeyboardUserInfoKey.isLocal: info.isLocal = flag(value, key, report)
            case 40 where key == KeyboardUserInfoKey.isObscured: info.isObscured = flag(value, key, report)
            case 42 where key == KeyboardUserInfoKey.screenBounds: info.screenBounds = frame(value, key, report)
            default: break
            }
        }
    }

    private static func frame(_ value: Any, _ key: String, _ report: Report) -> CGRect? {
        let expected = "a CGRect of finite numbers, at most a billion"
        let plain = if case .frame(let frame) = PayloadValue.of(value) { frame } else { CGRect(boxed: value) }
        guard let frame = plain else { return none(key, expected, typeName(of: value), report) }
        guard frame.isComputable else { return none(key, expected, "\(frame)", report) }
        return frame
    }

    private static func duration(_ value: Any, _ key: String, _ report: Report) -> Double? {
        let expected = "a finite number of seconds, not negative"
        guard case .number(let duration) = PayloadValue.of(value) else {
            return none(key, expected, typeName(of: value), report)
        }
        guard duration.isFinite, duration >= 0 else { return none(key, expected, "\(duration)", report) }
        return duration
    }

    private static func curve(_ value: Any, _ key: String, _ report: Report) -> UInt? {
        let expected = "a whole number, not negative"
        if case .number(let number) = PayloadValue.of(value), let curve = UInt8(exactly: number) {
            return UInt(curve)
        }
        guard let number = PayloadNumber(value) else { return none(key, expected, typeName(of: value), report) }
        guard let curve = number.unsigned else { return none(key, expected, "\(number.value)", report) }
        return curve
    }

    private static func flag(_ value: Any, _ key: String, _ report: Report) -> Bool? {
        switch PayloadValue.of(value) {
        case .flag(let flag): return flag
        case .number(let number) where number.isFinite: return number != 0
        case .number(let number): return none(key, "a Boolean", "\(number)", report)
        // The cast to `Bool` also reads a Boolean inside an optional or inside an `AnyHashable`.
        case .frame, .other: return value as? Bool ?? none(key, "a Boolean", typeName(of: value), report)
        }
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

    /// An issue contains only the type of an unexpected value, because the value itself can be long or confidential.
    private static func typeName(of value: Any) -> String {
        String("\(type(of: value))".prefix(80))
    }
}

private struct PayloadNumber {
    let double: Double
    let unsigned: UInt?
    let value: any CustomStringConvertible

    init?(_ value: Any) {
        // Without the check of the class, the cast would create a new `NSNumber` for each Swift number.
        if type(of: value) is NSNumber.Type, let number = value as? NSNumber {
            self.init(number)
        } else if let number = value as? any BinaryInteger {
            self.init(whole: number)
        } else if let number = value as? any BinaryFloatingPoint {
            self.init(Double(number))
        } else {
            return nil
        }
    }

    private init(_ number: NSNumber) {
        // `objCType` is "d" or "f" for a floating-point number, and "Q" for an `unsigned long long`. Numbers with any
        // other `objCType` fit into an `Int64`.
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self.init(number.doubleValue)
        case UInt8(ascii: "Q"): self.init(whole: number.uint64Value)
        default: self.init(whole: number.int64Value)
        }
    }

    private init(_ number: Double) {
        (double, unsigned, value) = (number, UInt(exactly: number), number)
    }

    private init(whole number: some BinaryInteger) {
        (double, unsigned, value) = (Double(number), UInt(exactly: number), number)
    }
}

/// ``of(_:)`` reads most values without a dynamic cast, because casts would take longer than the rest of the decoding.
private enum PayloadValue {
    case number(Double)
    case frame(CGRect)
    case flag(Bool)
    case other

    /// If the argument has the type `Any`, `Held` is the type of the value inside the `Any`.
    static func of<Held>(_ held: Held) -> Self {
        // Safe: before each cast, a condition checks that `held` has the target type. An `NSNumber` is cast to
        // `Unmanaged`, because a downcast to `NSNumber` would first bridge the value. The parameter `held` retains the
        // `NSNumber`.
        if Held.self == NSNumber.self {
            return unsafe .number(unsafeBitCast(held, to: Unmanaged<NSNumber>.self).takeUnretainedValue().doubleValue)
        }
        if Held.self == CGRect.self { return unsafe .frame(unsafeBitCast(held, to: CGRect.self)) }
        if Held.self == Bool.self { return unsafe .flag(unsafeBitCast(held, to: Bool.self)) }
        return PayloadNumber(held).map { .number($0.double) } ?? .other
    }

    static func string<Held>(_ held: Held) -> String? {
        // Safe: the condition checks that `held` is a `String`.
        Held.self == String.self ? unsafe unsafeBitCast(held, to: String.self) : nil
    }
}

extension CGRect {
    /// On Linux, `NSValue.rectValue` traps if the `NSValue` does not contain a rectangle.
    ///
    /// `NSValue.objCType` leaks a string at each access. So the initializer uses reflection.
    fileprivate init?(boxed value: Any) {
        if let frame = value as? CGRect {
            self = frame
        } else if let box = value as? NSValue, type(of: box) == Self.boxClass,
            let frame = Mirror(reflecting: box).children.first?.value as? CGRect
        {
            self = frame
        } else {
            return nil
        }
    }

    /// The initializer uses reflection only for objects of this class, because reflection could find an unrelated
    /// rectangle in an object of another subclass of `NSValue`.
    private static let boxClass = type(of: NSValue(rect: .zero))

    /// Whether all coordinates and lengths are numbers from minus a billion to a billion points.
    ///
    /// Up to this limit, sums and differences of coordinates are precise to a fraction of a point.
    var isComputable: Bool {
        let limit: CGFloat = 1e9
        // A comparison with NaN is `false`.
        guard minX >= -limit, minY >= -limit, maxX <= limit, maxY <= limit, width <= limit, height <= limit
        else { return false }
        return true
    }

    /// Even if the origin and the size are finite, the sum of a coordinate and a length can overflow to infinity.
    package var isFinite: Bool {
        guard minX.isFinite, minY.isFinite, maxX.isFinite, maxY.isFinite else { return false }
        return true
    }
}

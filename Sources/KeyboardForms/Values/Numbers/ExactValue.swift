import Foundation

/// A value that Swift itself has read from decimal digits, to the last one that it can hold.
struct ExactValue<Value: Numeric & Comparable> {
    let value: Value

    /// Whether values of this type can be read at all.
    static var isKnown: Bool {
        Value.self is any LosslessStringConvertible.Type || Value.self == Decimal.self || Value.self == CGFloat.self
    }

    /// `nil` where no finite value of this type is meant.
    init?(ascii: String) {
        let read: Any? =
            if Value.self == Decimal.self {
                Decimal(string: ascii, locale: Locale(identifier: "en_US_POSIX"))
            } else if Value.self == CGFloat.self {
                Double(ascii).map { CGFloat($0) }
            } else {
                (Value.self as? any LosslessStringConvertible.Type)?.init(ascii)
            }
        guard let value = read as? Value, Self.isFinite(value) else { return nil }
        self.value = value
    }

    /// A small whole number; `nil` where this type cannot hold it.
    static func whole(_ integer: Int) -> Value? {
        // Not by `Value(exactly:)` for all: CGFloat's traps in Foundation for Linux.
        isKnown ? ExactValue(ascii: "\(integer)")?.value : Value(exactly: integer)
    }

    static func isFinite(_ value: Value) -> Bool {
        switch value {
        case let value as Decimal: value.isFinite
        case let value as any FloatingPoint: value.isFinite
        default: true
        }
    }

    /// As Foundation's formatter takes it.
    static func number(_ value: Value) -> NSNumber? {
        switch value {
        case let value as Decimal: NSDecimalNumber(decimal: value)
        case let value as CGFloat: NSNumber(value: Double(value))
        case let value as any BinaryInteger:
            Int64(exactly: value).map { NSNumber(value: $0) } ?? UInt64(exactly: value).map { NSNumber(value: $0) }
        default: Double("\(value)").map { NSNumber(value: $0) }
        }
    }

    /// Whether two readings of one text mean the same: to six digits where fractions are rounded.
    static func isSame(_ one: Value, _ other: Value) -> Bool {
        guard one != other else { return true }
        guard !(one is any BinaryInteger), let one = Double("\(one)"), let other = Double("\(other)")
        else { return false }
        return abs(one - other) <= max(abs(one), abs(other)) * 1e-6
    }
}

import Foundation

/// A value that Swift has parsed from decimal digits.
struct ExactValue<Value: Numeric & Comparable> {
    let value: Value

    /// Whether values of this type can be parsed.
    static var isKnown: Bool {
        Value.self is any LosslessStringConvertible.Type || Value.self == Decimal.self || Value.self == CGFloat.self
    }

    /// Creates a value from a number; returns `nil` if the value would not be finite, or would be rounded to 0.
    init?(_ reading: NumberReading) {
        let read: Any? =
            if Value.self == Decimal.self {
                reading.decimal
            } else if Value.self == CGFloat.self {
                Double(reading.ascii).map { CGFloat($0) }
            } else {
                (Value.self as? any LosslessStringConvertible.Type)?.init(reading.ascii)
            }
        guard let value = read as? Value, Self.isFinite(value), value != 0 || reading.isZero else { return nil }
        self.value = value
    }

    /// Converts an integer.
    ///
    /// The method returns `nil` if this type cannot represent the number.
    static func whole(_ integer: Int) -> Value? {
        // `Value(exactly:)` is not used for all types, because `CGFloat(exactly:)` traps in Foundation for Linux.
        guard isKnown else { return Value(exactly: integer) }
        return NumberReading("\(integer)").flatMap { ExactValue($0)?.value }
    }

    /// Converts an `NSNumber`.
    ///
    /// The method returns `nil` if this type cannot represent the number.
    static func value(of number: NSNumber) -> Value? {
        NumberReading(number.stringValue).flatMap { ExactValue($0)?.value }
    }

    static func isFinite(_ value: Value) -> Bool {
        switch value {
        case let value as Decimal: value.isFinite
        case let value as any FloatingPoint: value.isFinite
        default: true
        }
    }

    /// Converts a value for a `NumberFormatter`.
    static func number(_ value: Value) -> NSNumber? {
        switch value {
        case let value as Decimal: NSDecimalNumber(decimal: value)
        case let value as CGFloat: NSNumber(value: Double(value))
        case let value as any BinaryInteger:
            Int64(exactly: value).map { NSNumber(value: $0) } ?? UInt64(exactly: value).map { NSNumber(value: $0) }
        default: Double("\(value)").map { NSNumber(value: $0) }
        }
    }
}

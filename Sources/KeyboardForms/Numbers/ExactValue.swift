import Foundation

struct ExactValue<Value: Numeric & Comparable> {
    let value: Value

    /// Returns `nil` if the type cannot hold the number, or if the type rounds the number to 0.
    init?(_ digits: DecimalDigits) {
        let read: Any? =
            if Value.self == Decimal.self {
                digits.decimal
            } else if Value.self == CGFloat.self {
                Double(digits.ascii).map { CGFloat($0) }
            } else {
                (Value.self as? any LosslessStringConvertible.Type)?.init(digits.ascii)
            }
        guard let value = read as? Value, Self.isFinite(value), value != 0 || digits.isZero else { return nil }
        self.value = value
    }

    static func whole(_ integer: Int) -> Value? {
        // On Linux, the initializer `init(exactly:)` of `CGFloat` traps.
        Value.self == CGFloat.self ? CGFloat(integer) as? Value : Value(exactly: integer)
    }

    static func value(of number: NSNumber) -> Value? {
        DecimalDigits(number.stringValue).flatMap { ExactValue($0)?.value }
    }

    static func isFinite(_ value: Value) -> Bool {
        switch value {
        case let value as Decimal: value.isFinite
        case let value as any FloatingPoint: value.isFinite
        default: true
        }
    }

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

import Foundation

/// A number of a payload, whatever type it came in. On Linux `as?` does not convert between native number types, so
/// each is asked for by name.
enum PayloadNumber: CustomStringConvertible {
    case signed(Int64)
    case unsigned(UInt64)
    case floating(Double)

    init?(_ value: borrowing Any) {
        if let number = PayloadValue.number(value) {
            self.init(number)
            return
        }
        let value = copy value
        // Native numbers bridge to `NSNumber` as well, at the price of an object: ask for the class first.
        if type(of: value) is NSNumber.Type, let number = value as? NSNumber {
            self.init(number)
            return
        }
        switch value {
        case let number as Double: self = .floating(number)
        case let number as Int: self = .signed(Int64(number))
        case let number as UInt: self = .unsigned(UInt64(number))
        case let number as CGFloat: self = .floating(Double(number))
        case let number as Float: self = .floating(Double(number))
        case let number as Int64: self = .signed(number)
        case let number as Int32: self = .signed(Int64(number))
        case let number as Int16: self = .signed(Int64(number))
        case let number as Int8: self = .signed(Int64(number))
        case let number as UInt64: self = .unsigned(number)
        case let number as UInt32: self = .unsigned(UInt64(number))
        case let number as UInt16: self = .unsigned(UInt64(number))
        case let number as UInt8: self = .unsigned(UInt64(number))
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        // The first letter of the Objective-C type encoding: d and f are floating, Q is an unsigned long long, and
        // every other number fits into a signed one.
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .floating(number.doubleValue)
        case UInt8(ascii: "Q"): self = .unsigned(number.uint64Value)
        default: self = .signed(number.int64Value)
        }
    }

    var double: Double {
        switch self {
        case .signed(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .floating(let number): number
        }
    }

    var unsigned: UInt? {
        switch self {
        case .signed(let number): UInt(exactly: number)
        case .unsigned(let number): UInt(exactly: number)
        case .floating(let number): UInt(exactly: number)
        }
    }

    var description: String {
        switch self {
        case .signed(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .floating(let number): "\(number)"
        }
    }
}

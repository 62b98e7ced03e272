import Foundation

/// The sign and the decimal digits of a number.
struct DecimalDigits {
    private let isNegative: Bool
    /// The ASCII digits before the decimal separator, without leading zeros.
    ///
    /// The string is empty if the digits before the separator are all 0, as in 0 and 0.5.
    let integer: String
    /// The ASCII digits after the decimal separator, without trailing zeros.
    let fraction: String

    /// Creates a number, and removes leading zeros of the integer and trailing zeros of the fraction.
    init(isNegative: Bool, integer: some StringProtocol, fraction: some StringProtocol) {
        self.isNegative = isNegative
        self.integer = String(integer.drop { $0 == "0" })
        var fraction = String(fraction)
        while fraction.last == "0" { fraction.removeLast() }
        self.fraction = fraction
    }

    /// Parses the description of a Swift number, such as "-1.5e3".
    ///
    /// Returns `nil` if the text is not a number.
    init?(_ description: String) {
        guard case .number(let digits) = NumberReader(symbols: NumberSymbols()).read(description) else { return nil }
        self = digits
    }

    /// Returns the number multiplied by ten to the power of `places`.
    func shifted(by places: Int) -> DecimalDigits {
        let zeros = String(repeating: "0", count: abs(places))
        let (all, point) =
            places < 0
            ? (zeros + integer + fraction, integer.count)
            : (integer + fraction + zeros, integer.count + places)
        return DecimalDigits(isNegative: isNegative, integer: all.prefix(point), fraction: all.dropFirst(point))
    }

    /// The exponent, if the number is a power of ten.
    ///
    /// For example, the exponent of 1,000 is 3. The property is `nil` if the number is not a power of ten.
    var powerOfTen: Int? {
        guard !isNegative else { return nil }
        if fraction.isEmpty, integer.first == "1", integer.dropFirst().allSatisfy({ $0 == "0" }) {
            return integer.count - 1
        }
        guard integer.isEmpty, fraction.last == "1", fraction.dropLast().allSatisfy({ $0 == "0" }) else { return nil }
        return -fraction.count
    }

    var isZero: Bool {
        integer.isEmpty && fraction.isEmpty
    }

    /// Whether the number is less than 0.
    var isBelowZero: Bool {
        isNegative && !isZero
    }

    func text(decimalSeparator: String) -> String {
        let whole = integer.isEmpty ? "0" : integer
        return fraction.isEmpty ? whole : whole + decimalSeparator + fraction
    }

    /// The number as a text that Swift's initializers parse: "-", digits and ".".
    var ascii: String {
        (isBelowZero ? "-" : "") + text(decimalSeparator: ".")
    }
}

extension DecimalDigits {
    /// The number without its sign.
    var magnitude: DecimalDigits {
        DecimalDigits(isNegative: false, integer: integer, fraction: fraction)
    }

    /// Returns whether the magnitude is less than the magnitude of another number.
    func isSmaller(than other: DecimalDigits) -> Bool {
        if integer.utf8.count != other.integer.utf8.count { return integer.utf8.count < other.integer.utf8.count }
        // The method compares bytes, because Swift takes longer to compare strings by the rules of Unicode.
        if integer != other.integer { return integer.utf8.lexicographicallyPrecedes(other.integer.utf8) }
        return fraction.utf8.lexicographicallyPrecedes(other.fraction.utf8)
    }

    /// Returns the magnitude plus one unit of the last decimal place.
    ///
    /// If `places` is 2, the method adds 0.01. The fraction must not have more than `places` digits.
    func successor(places: Int) -> DecimalDigits {
        var digits =
            Array((integer + fraction).utf8) + Array(repeating: UInt8(ascii: "0"), count: places - fraction.utf8.count)
        var index = digits.endIndex
        while index > 0, digits[index - 1] == UInt8(ascii: "9") {
            index -= 1
            digits[index] = UInt8(ascii: "0")
        }
        if index > 0 {
            digits[index - 1] += 1
        } else {
            digits.insert(UInt8(ascii: "1"), at: 0)
        }
        let text = String(decoding: digits, as: UTF8.self)
        return DecimalDigits(isNegative: false, integer: text.dropLast(places), fraction: text.suffix(places))
    }

    /// Returns whether the number is a multiple of a power of ten.
    func isMultiple(ofPowerOfTen exponent: Int) -> Bool {
        fraction.utf8.count <= max(-exponent, 0)
            && integer.utf8.reversed().prefix(max(exponent, 0)).allSatisfy { $0 == UInt8(ascii: "0") }
    }
}

extension DecimalDigits {
    /// The number as a `Decimal`, or `nil` if a `Decimal` cannot hold all digits.
    var decimal: Decimal? {
        let ascii = ascii
        // `Decimal` ignores a suffix that it cannot parse. The string `ascii` has no such suffix, because it contains
        // only digits, "-" and ".".
        guard let decimal = Decimal(string: ascii, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite,
            DecimalDigits("\(decimal)")?.ascii == ascii
        else { return nil }
        return decimal
    }
}

import Foundation

/// The sign and the decimal digits of a number.
struct DecimalDigits {
    private let isNegative: Bool
    /// The integer digits, ASCII, without leading zeros.
    ///
    /// Empty for 0.
    private let integer: String
    /// The fraction digits, ASCII, without trailing zeros.
    let fraction: String

    /// Removes leading and trailing zeros.
    init(isNegative: Bool, integer: some StringProtocol, fraction: some StringProtocol) {
        self.isNegative = isNegative
        self.integer = String(integer.drop { $0 == "0" })
        var fraction = String(fraction)
        while fraction.last == "0" { fraction.removeLast() }
        self.fraction = fraction
    }

    /// Parses a description of a Swift number.
    ///
    /// Returns `nil` for other texts.
    init?(_ description: String) {
        guard case .number(let digits) = NumberReader(symbols: NumberSymbols()).read(description) else { return nil }
        self = digits
    }

    /// Multiplies the number by a power of ten.
    func shifted(by places: Int) -> DecimalDigits {
        let zeros = String(repeating: "0", count: abs(places))
        let (all, point) =
            places < 0
            ? (zeros + integer + fraction, integer.count)
            : (integer + fraction + zeros, integer.count + places)
        return DecimalDigits(isNegative: isNegative, integer: all.prefix(point), fraction: all.dropFirst(point))
    }

    /// The exponent, if the number is a power of ten.
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

    /// The number as Swift's initializers parse it: "-", digits and ".".
    var ascii: String {
        (isBelowZero ? "-" : "") + text(decimalSeparator: ".")
    }
}

extension DecimalDigits {
    /// The number as a `Decimal`, or `nil` if a `Decimal` would omit digits.
    var decimal: Decimal? {
        let ascii = ascii
        // `Decimal` parses the beginning of a text, so the text contains only digits, "-" and ".".
        guard let decimal = Decimal(string: ascii, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite,
            DecimalDigits("\(decimal)")?.ascii == ascii
        else { return nil }
        return decimal
    }
}

import Foundation

struct DecimalDigits {
    private let isNegative: Bool
    /// ASCII digits without leading zeros, so `integer` is empty for 0.5.
    let integer: String
    /// ASCII digits without trailing zeros.
    let fraction: String

    init(isNegative: Bool, integer: some StringProtocol, fraction: some StringProtocol) {
        self.isNegative = isNegative
        self.integer = String(integer.drop { $0 == "0" })
        var fraction = String(fraction)
        while fraction.last == "0" { fraction.removeLast() }
        self.fraction = fraction
    }

    /// Parses the description of a Swift number, such as "-1.5e3".
    init?(_ description: String) {
        guard let reading = NumberReader(symbols: NumberSymbols()).readings(description).first, reading.names.isEmpty,
            let digits = reading.digits
        else { return nil }
        self = digits
    }

    /// Multiplies the number by ten to the power of `places`.
    func shifted(by places: Int) -> DecimalDigits {
        let zeros = String(repeating: "0", count: abs(places))
        let (all, point) =
            places < 0
            ? (zeros + integer + fraction, integer.count)
            : (integer + fraction + zeros, integer.count + places)
        return DecimalDigits(isNegative: isNegative, integer: all.prefix(point), fraction: all.dropFirst(point))
    }

    /// The exponent of a power of ten, such as 3 for 1,000.
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

    var isBelowZero: Bool {
        isNegative && !isZero
    }

    func text(decimalSeparator: String) -> String {
        let whole = integer.isEmpty ? "0" : integer
        return fraction.isEmpty ? whole : whole + decimalSeparator + fraction
    }

    /// The form that Swift's initializers parse, such as "-1250.5".
    var ascii: String {
        (isBelowZero ? "-" : "") + text(decimalSeparator: ".")
    }
}

extension DecimalDigits {
    /// `nil` if a `Decimal` cannot hold all digits.
    var decimal: Decimal? {
        let ascii = ascii
        // `Decimal` ignores a suffix that it cannot parse, but `ascii` contains only digits, "-" and ".".
        guard let decimal = Decimal(string: ascii, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite,
            DecimalDigits("\(decimal)")?.ascii == ascii
        else { return nil }
        return decimal
    }
}

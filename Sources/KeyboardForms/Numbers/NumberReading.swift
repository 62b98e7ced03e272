/// The sign and the decimal digits of a number.
struct NumberReading {
    private let isNegative: Bool
    /// The integer digits, ASCII, without leading zeros.
    ///
    /// The string is empty for the number 0.
    private let integer: String
    /// The fraction digits, ASCII, without trailing zeros.
    let fraction: String

    /// Creates a reading without leading and trailing zeros.
    init(isNegative: Bool, integer: some StringProtocol, fraction: some StringProtocol) {
        self.isNegative = isNegative
        self.integer = String(integer.drop { $0 == "0" })
        var fraction = String(fraction)
        while fraction.last == "0" { fraction.removeLast() }
        self.fraction = fraction
    }

    /// Parses a description of a Swift number.
    ///
    /// The initializer returns `nil` for other text.
    init?(_ description: String) {
        guard case .number(let reading) = NumberReader(symbols: NumberSymbols()).read(description) else { return nil }
        self = reading
    }

    /// Multiplies the number by a power of ten.
    func shifted(by places: Int) -> NumberReading {
        let zeros = String(repeating: "0", count: abs(places))
        let (all, point) =
            places < 0
            ? (zeros + integer + fraction, integer.count)
            : (integer + fraction + zeros, integer.count + places)
        return NumberReading(isNegative: isNegative, integer: all.prefix(point), fraction: all.dropFirst(point))
    }

    /// The exponent, if the number is a power of ten; otherwise `nil`.
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

    /// The number in the form that Swift's initializers parse, with only "-", digits and ".".
    var ascii: String {
        (isBelowZero ? "-" : "") + text(decimalSeparator: ".")
    }
}

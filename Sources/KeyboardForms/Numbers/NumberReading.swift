/// A number as it was typed: its sign and its decimal digits, and nothing else.
struct NumberReading {
    private let isNegative: Bool
    /// ASCII, without leading zeros; empty for 0.
    private let integer: String
    /// ASCII, without trailing zeros.
    let fraction: String

    /// Removes the zeros that mean nothing.
    init(isNegative: Bool, integer: some StringProtocol, fraction: some StringProtocol) {
        self.isNegative = isNegative
        self.integer = String(integer.drop { $0 == "0" })
        var fraction = String(fraction)
        while fraction.last == "0" { fraction.removeLast() }
        self.fraction = fraction
    }

    /// Reads what Swift writes; `nil` where that is no number.
    init?(_ description: String) {
        guard case .number(let reading) = NumberReader(symbols: NumberSymbols()).read(description) else { return nil }
        self = reading
    }

    /// The number times a power of ten.
    func shifted(by places: Int) -> NumberReading {
        let zeros = String(repeating: "0", count: abs(places))
        let (all, point) =
            places < 0
            ? (zeros + integer + fraction, integer.count)
            : (integer + fraction + zeros, integer.count + places)
        return NumberReading(isNegative: isNegative, integer: all.prefix(point), fraction: all.dropFirst(point))
    }

    /// How many times ten this is, where it is 1 times ten so many times.
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

    /// Less than 0.
    var isBelowZero: Bool {
        isNegative && !isZero
    }

    func text(decimalSeparator: String) -> String {
        let whole = integer.isEmpty ? "0" : integer
        return fraction.isEmpty ? whole : whole + decimalSeparator + fraction
    }

    /// As Swift's own initialisers read it: "-", digits and ".", and nothing else.
    var ascii: String {
        (isBelowZero ? "-" : "") + text(decimalSeparator: ".")
    }
}

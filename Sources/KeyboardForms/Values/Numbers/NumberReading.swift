/// A number as it was typed: its sign and its decimal digits, and nothing else.
struct NumberReading: Equatable {
    var isNegative = false
    /// ASCII, without leading zeros; empty for 0.
    var integer = ""
    /// ASCII, without trailing zeros.
    var fraction = ""

    /// Removes the zeros that mean nothing.
    init(isNegative: Bool = false, integer: String, fraction: String = "") {
        self.isNegative = isNegative
        self.integer = String(integer.drop { $0 == "0" })
        self.fraction = fraction
        while self.fraction.last == "0" { self.fraction.removeLast() }
    }

    /// The number times a power of ten.
    func shifted(by places: Int) -> NumberReading {
        let zeros = String(repeating: "0", count: abs(places))
        let (all, point) =
            places < 0
            ? (zeros + integer + fraction, integer.count)
            : (integer + fraction + zeros, integer.count + places)
        return NumberReading(
            isNegative: isNegative,
            integer: String(all.prefix(point)),
            fraction: String(all.dropFirst(point))
        )
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

    func text(decimalSeparator: String) -> String {
        let whole = integer.isEmpty ? "0" : integer
        return fraction.isEmpty ? whole : whole + decimalSeparator + fraction
    }

    /// As Swift's own initialisers read it.
    var ascii: String {
        (isNegative ? "-" : "") + text(decimalSeparator: ".")
    }
}

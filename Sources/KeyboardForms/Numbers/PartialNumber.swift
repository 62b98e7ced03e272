/// A number that a person has begun to type.
///
/// Only the digits that can be appended are unknown.
struct PartialNumber: Equatable {
    enum Magnitude: Equatable {
        /// No digit has been typed.
        case unknown
        /// Digits before a fraction. Digits and a fraction can follow.
        case integer(digits: String, growth: DigitGrowth)
        /// Digits of a fraction, possibly none. Digits can follow.
        case fraction(integer: String, fraction: String)
        /// The digits are complete, because a symbol or a sign follows them.
        case complete(integer: String, fraction: String)
        /// An exponent has begun.
        case exponent(isZero: Bool)
    }

    var magnitude: Magnitude
    var canBePositive: Bool
    var canBeNegative: Bool
}

/// How many digits can be appended to an integer.
struct DigitGrowth: Equatable {
    /// The least number of digits that must follow.
    let least: Int
    /// The number of digits that each further group adds; `nil` if no further digit can follow.
    let stride: Int?
    /// Whether the integer is complete without further digits.
    let isWhole: Bool

    /// Any number of digits can follow.
    static let any = DigitGrowth(least: 0, stride: 1, isWhole: true)
}

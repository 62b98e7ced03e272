/// A number that a person has begun to type.
///
/// The person appends characters at the end, and does not change the typed digits.
struct PartialNumber: Equatable {
    enum Magnitude: Equatable {
        /// No digit has been typed.
        case unknown
        /// The text ends in the integer; further digits and a fraction can follow.
        case integer(digits: String, growth: DigitGrowth)
        /// The text ends in the fraction; further digits can follow. The fraction can be empty.
        case fraction(integer: String, fraction: String)
        /// A symbol or a sign stands after the digits; no further digit can follow.
        case complete(integer: String, fraction: String)
        /// An exponent follows the digits. The exponent can be incomplete.
        case exponent(isZero: Bool)
    }

    var magnitude: Magnitude
    var canBePositive: Bool
    var canBeNegative: Bool
}

/// How many digits a person can append to an integer.
struct DigitGrowth: Equatable {
    /// The number of digits that must follow to complete the last group.
    let least: Int
    /// The size of each group that can follow the `least` digits; `nil` if no group can follow.
    let stride: Int?
    /// Whether the integer is complete without further digits.
    let isWhole: Bool

    /// Any number of digits can follow.
    static let any = DigitGrowth(least: 0, stride: 1, isWhole: true)
}

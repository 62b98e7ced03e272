import Foundation

/// The range of the displayed numbers that a field accepts.
///
/// In a percent format, for example, the bounds are 100 times the bounds of the value.
///
/// While a person types, the bounds refuse a number if no further digits can make the number valid. If the bounds allow
/// a partly typed number, the field can still refuse the complete number.
struct NumberBounds {
    var lowest: DecimalDigits?
    var highest: DecimalDigits?
    /// The exponent of a power of ten that divides each accepted number.
    ///
    /// If accepted numbers have at most two fraction digits, the exponent is -2. If accepted numbers can have any
    /// number of fraction digits, the exponent is `nil`.
    var exponent: Int?
    /// The distance between two successive accepted numbers, and the number where the steps begin.
    ///
    /// The property is `nil` if the field has no steps.
    var step: (step: Decimal, base: Decimal)?
    /// The largest difference between a typed number and the rounded number that the format displays.
    var slack = Decimal.zero

    /// Returns whether a partly typed number can become a number within the bounds.
    ///
    /// The method assumes that the person does not type an exponent. If the highest number is 99, the method returns
    /// `false` for "100", although "100" can become "100e-2".
    func allow(_ number: PartialNumber) -> Bool {
        number.canBePositive && allow(number.magnitude, isNegative: false)
            || number.canBeNegative && allow(number.magnitude, isNegative: true)
    }

    private func allow(_ magnitude: PartialNumber.Magnitude, isNegative: Bool) -> Bool {
        guard let limits = MagnitudeLimits(lowest: lowest, highest: highest, isNegative: isNegative) else {
            return false
        }
        switch magnitude {
        case .unknown: return true
        case .exponent(let isZero): return !isZero || limits.lowest.isZero
        case .complete(let integer, let fraction):
            let number = DecimalDigits(isNegative: false, integer: integer, fraction: fraction)
            return isOnGrid(number) && limits.contain(number) && hasStep(from: number, to: nil, limits, isNegative)
        case .fraction(let integer, let fraction):
            let number = DecimalDigits(isNegative: false, integer: integer, fraction: fraction)
            return isOnGrid(number) && allow(from: number, places: fraction.utf8.count, limits, isNegative)
        case .integer(let digits, let growth):
            let number = DecimalDigits(isNegative: false, integer: digits, fraction: "")
            return allow(number, growth, limits, isNegative)
        }
    }

    private func allow(_ integer: DecimalDigits, _ growth: DigitGrowth, _ limits: MagnitudeLimits, _ isNegative: Bool)
        -> Bool
    {
        // `Double` and `Decimal` cannot hold an integer with more than 400 digits.
        let most = growth.stride == nil ? growth.least : 400
        for digits in stride(from: growth.least, through: most, by: growth.stride ?? 1) {
            let lowest = integer.shifted(by: digits)
            if let highest = limits.highest, highest.isSmaller(than: lowest) { return false }
            let next = integer.successor(places: 0).shifted(by: digits)
            if limits.intersect(from: lowest, to: next), hasStep(from: lowest, to: next, limits, isNegative) {
                return true
            }
        }
        return false
    }

    /// Returns whether a number can become valid if a person appends digits to its fraction.
    private func allow(from number: DecimalDigits, places: Int, _ limits: MagnitudeLimits, _ isNegative: Bool) -> Bool {
        let next = number.successor(places: places)
        return limits.intersect(from: number, to: next) && hasStep(from: number, to: next, limits, isNegative)
    }

    /// Returns whether `10^exponent` divides a number.
    ///
    /// If the result is `false`, further digits in the fraction cannot change the result.
    private func isOnGrid(_ number: DecimalDigits) -> Bool {
        exponent.map(number.isMultiple(ofPowerOfTen:)) ?? true
    }

    /// Returns whether the half-open interval from `first` to `end` contains a number that is on a step.
    ///
    /// The bounds of the interval are magnitudes, and have no signs. If `end` is `nil`, the interval contains only
    /// `first`.
    private func hasStep(
        from first: DecimalDigits,
        to end: DecimalDigits?,
        _ limits: MagnitudeLimits,
        _ isNegative: Bool
    ) -> Bool {
        guard let step else { return true }
        // The method allows a number that has too many digits for a `Decimal`.
        let start = first.isSmaller(than: limits.lowest) ? limits.lowest : first
        guard let start = start.decimal, let end = end.map(\.decimal) ?? start,
            let ceiling = limits.highest.map(\.decimal) ?? Decimal.greatestFiniteMagnitude
        else { return true }
        let least = start - slack
        let number = nearestMultiple(step, from: isNegative ? -least : least, isNegative)
        guard !number.isNaN else { return true }
        let magnitude = isNegative ? -number : number
        return magnitude <= ceiling && (magnitude < end + slack || magnitude == end && end == start)
    }

    /// Rounds a number to a step.
    ///
    /// The method rounds down if `isNegative` is `true`, and up otherwise.
    private func nearestMultiple(_ step: (step: Decimal, base: Decimal), from number: Decimal, _ isNegative: Bool)
        -> Decimal
    {
        var rounded = Decimal()
        var quotient = (number - step.base) / step.step
        unsafe NSDecimalRound(&rounded, &quotient, 0, .plain)
        let multiple = step.base + rounded * step.step
        if isNegative { return multiple <= number ? multiple : multiple - step.step }
        return multiple >= number ? multiple : multiple + step.step
    }
}

/// The smallest and the largest magnitude of all accepted numbers that have the same sign.
///
/// For example, the negative numbers in the range of -5 to 10 have magnitudes from 0 to 5.
private struct MagnitudeLimits {
    let lowest: DecimalDigits
    /// The largest magnitude, or `nil` if there is no limit.
    let highest: DecimalDigits?

    /// Returns `nil` if no number with this sign is within the bounds.
    ///
    /// The number 0 counts as positive and as negative.
    init?(lowest: DecimalDigits?, highest: DecimalDigits?, isNegative: Bool) {
        let zero = DecimalDigits(isNegative: false, integer: "", fraction: "")
        let near = isNegative ? highest : lowest, far = isNegative ? lowest : highest
        func isBeyondZero(_ bound: DecimalDigits) -> Bool { !bound.isZero && bound.isBelowZero == isNegative }
        if let far, !far.isZero, !isBeyondZero(far) { return nil }
        self.lowest = near.flatMap { isBeyondZero($0) ? $0.magnitude : nil } ?? zero
        self.highest = far?.magnitude
    }

    func contain(_ magnitude: DecimalDigits) -> Bool {
        !magnitude.isSmaller(than: lowest) && !(highest?.isSmaller(than: magnitude) ?? false)
    }

    /// Returns whether the limits contain a magnitude that is at least `first` and less than `end`.
    func intersect(from first: DecimalDigits, to end: DecimalDigits) -> Bool {
        lowest.isSmaller(than: end) && !(highest?.isSmaller(than: first) ?? false)
    }
}

import Foundation

/// The numbers that a field accepts.
struct NumericLimits<Value: Numeric & Comparable> {
    private let range: NumericRange<Value>
    private let step: Value?
    private let format: NumericFormat<Value>

    /// Combines the range of a field with the range of its format.
    init(range: NumericRange<Value>, step: Value?, format: NumericFormat<Value>) {
        self.range = range.intersection(format.range)
        self.step = step
        self.format = format
    }

    /// The text of a number that the field accepts.
    var example: String {
        guard !range.contains(12) else { return format.string(12) }
        return format.string(range.highest ?? range.lowest ?? 12)
    }

    /// Returns the reason that the field refuses a number; `nil` if the field accepts the number.
    func violation(by value: Value, _ text: String) -> NumericInputError.Reason? {
        guard range.contains(value) else {
            return .outOfRange(
                text: text,
                lowest: range.lowest.map(format.string),
                highest: range.highest.map(format.string)
            )
        }
        let base = range.lowest ?? 0
        guard let step, step > 0, !isMultiple(value, of: step, from: base) else { return nil }
        return .betweenSteps(text: text, step: format.string(step), from: format.string(base))
    }

    /// Returns whether the value is a whole number of steps from `base`.
    ///
    /// The method computes with `Decimal`, because 0.3 is not exactly three steps of 0.1 in binary.
    private func isMultiple(_ value: Value, of step: Value, from base: Value) -> Bool {
        guard let value = decimal(value), let base = decimal(base), let step = decimal(step) else { return true }
        var rounded = Decimal()
        var quotient = (value - base) / step
        unsafe NSDecimalRound(&rounded, &quotient, 0, .plain)
        return base + rounded * step == value
    }

    private func decimal(_ value: Value) -> Decimal? {
        DecimalDigits("\(value)")?.decimal
    }
}

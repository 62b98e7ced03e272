import Foundation

/// The numbers that a field accepts.
struct NumericLimits<Value: Numeric & Comparable> {
    private let range: NumericRange<Value>
    private let step: Value?
    private let format: NumericFormat<Value>
    private let computedBounds = ComputedBounds()

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

    /// The bounds for numbers that are being typed.
    var bounds: NumberBounds {
        if let bounds = computedBounds.value { return bounds }
        let range = range.intersection(ExactValue<Value>.range)
        let step = step.flatMap { $0 > 0 ? (step: $0, base: self.range.lowest ?? 0) : nil }
        let bounds = format.bounds(range, step: step)
        computedBounds.value = bounds
        return bounds
    }

    /// Returns the reason that the field refuses a number; `nil` if the field accepts the number.
    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? {
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

/// Bounds that are computed when they are first read.
private final class ComputedBounds {
    var value: NumberBounds?
}

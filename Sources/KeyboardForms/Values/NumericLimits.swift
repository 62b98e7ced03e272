import Foundation

/// What numbers a field takes.
struct NumericLimits<Value: Numeric & Comparable> {
    private let range: NumericRange<Value>
    private let step: Value?
    private let format: NumericFormat<Value>

    /// - Parameter range: what the field wants. What the format wants counts as well.
    init(range: NumericRange<Value>, step: Value?, format: NumericFormat<Value>) {
        self.range = range.intersection(format.range)
        self.step = step
        self.format = format
    }

    /// A number that could be typed.
    var example: String {
        guard !range.contains(12) else { return format.string(12) }
        return format.string(range.highest ?? range.lowest ?? 12)
    }

    func check(_ value: Value, _ text: String) throws(NumericInputError) {
        guard range.contains(value) else {
            throw .outOfRange(
                text: text,
                lowest: range.lowest.map(format.string),
                highest: range.highest.map(format.string)
            )
        }
        let base = range.lowest ?? 0
        if let step, step > 0, !isWhole(value, from: base, in: step) {
            throw .betweenSteps(text: text, step: format.string(step), from: format.string(base))
        }
    }

    /// In decimal, for people do: 0.3 is three steps of 0.1.
    private func isWhole(_ value: Value, from base: Value, in step: Value) -> Bool {
        guard let value = decimal(value), let base = decimal(base), let step = decimal(step) else { return true }
        var rounded = Decimal()
        var quotient = (value - base) / step
        unsafe NSDecimalRound(&rounded, &quotient, 0, .plain)
        return base + rounded * step == value
    }

    private func decimal(_ value: Value) -> Decimal? {
        NumberReading("\(value)")?.decimal
    }
}

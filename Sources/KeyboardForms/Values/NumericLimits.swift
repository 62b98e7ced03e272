import Foundation

/// What numbers a field takes.
struct NumericLimits<Value: Numeric & Comparable> {
    let range: ClosedRange<Value>?
    let step: Value?
    let format: NumericFormat<Value>

    /// A number that could be typed.
    var example: String {
        if let range, !range.contains(12) { return format.string(range.upperBound) }
        return format.string(12)
    }

    func check(_ value: Value, _ text: String) throws(NumericInputError) {
        if let range, !range.contains(value) {
            throw .outOfRange(
                text,
                lowest: format.string(range.lowerBound),
                highest: format.string(range.upperBound)
            )
        }
        let base = range?.lowerBound ?? 0
        if let step, step > 0, !isWhole(value, from: base, in: step) {
            throw .betweenSteps(text, step: format.string(step), from: format.string(base))
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
        Decimal(string: "\(value)", locale: Locale(identifier: "en_US_POSIX"))
    }
}

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
        let step = step.flatMap { $0 > 0 ? $0 : nil }
        let base = range.lowest ?? 0
        let bounds = [range.highest, range.lowest].compactMap(\.self)
        let steps = step.map { [base + $0, base - $0] } ?? []
        let candidates = [12] + bounds + steps + [middle ?? 1, 1, 0]
        if let text = candidates.lazy.map(format.string).first(where: isAccepted) { return text }
        // The bounds have digits that the format does not display.
        let bound = range.highest ?? range.lowest ?? 12
        return format.plainText(bound) ?? format.string(bound)
    }

    /// The number in the middle of the range.
    private var middle: Value? {
        guard let lowest = range.lowest.flatMap(decimal), let highest = range.highest.flatMap(decimal) else {
            return nil
        }
        return DecimalDigits("\((lowest + highest) / 2)").flatMap { ExactValue($0)?.value }
    }

    private func isAccepted(_ text: String) -> Bool {
        guard case .value(let value) = format.read(text), range.contains(value), hasStep(value) else { return false }
        if case .typed = format.displayedValue(in: format.string(value), for: value, typedAs: text) { return true }
        return false
    }

    /// The text of a bound.
    ///
    /// The format may round a bound to a number that is out of range.
    private func text(ofBound bound: Value) -> String {
        let text = format.string(bound)
        guard case .value(let value) = format.read(text), !range.contains(value) else { return text }
        return format.plainText(bound) ?? text
    }

    /// The text of a step, or of the number at which the steps begin.
    private func text(ofStep step: Value) -> String {
        let text = format.string(step)
        guard case .value(let value) = format.read(text), value != step else { return text }
        return format.plainText(step) ?? text
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
                lowest: range.lowest.map(text(ofBound:)),
                highest: range.highest.map(text(ofBound:))
            )
        }
        guard let step, !hasStep(value) else { return nil }
        return .betweenSteps(text: text, step: self.text(ofStep: step), from: self.text(ofStep: range.lowest ?? 0))
    }

    private func hasStep(_ value: Value) -> Bool {
        guard let step, step > 0 else { return true }
        return isMultiple(value, of: step, from: range.lowest ?? 0)
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

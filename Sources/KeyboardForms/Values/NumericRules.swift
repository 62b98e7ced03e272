import Foundation

/// The rules of a format of numbers, with the numbers that a field accepts.
struct NumericRules<Value: Numeric & Comparable>: ValueFormatRules {
    private let range: NumericRange<Value>
    private let step: Value?
    private var format: NumericFormat<Value>
    private var computedBounds = ComputedBounds()

    /// Combines the range of a field with the range of its format.
    init(_ format: NumericFormat<Value>, range: NumericRange<Value>, step: Value?) {
        self.range = range.intersection(format.range)
        self.step = step.flatMap { $0 > 0 ? $0 : nil }
        self.format = format
    }

    var roundsToDisplayedDigits: Bool {
        get { format.roundsToDisplayedDigits }
        set {
            format.roundsToDisplayedDigits = newValue
            // A format that rounds accepts digits that it does not display.
            computedBounds = ComputedBounds()
        }
    }

    func displayText(_ value: Value) -> String {
        format.string(value)
    }

    func editingText(_ value: Value) -> String {
        format.editingText(value)
    }

    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value> {
        format.displayedValue(in: displayText, for: value, typedAs: text)
    }

    func read(_ text: String) -> ValueReading<Value> {
        switch format.read(text) {
        case .value(let value): .value(value)
        case .empty: .empty(.refused(ValueInputError(.empty)))
        case .notANumber: .refused(ValueInputError(.notANumber(text: text, example: example)))
        case .notRepresentable: .refused(ValueInputError(.notRepresentable(text: text)))
        }
    }

    func canBecomeValid(_ text: String) -> Bool {
        guard let numbers = format.numbers(beginningWith: text) else { return true }
        return !numbers.isEmpty && numbers.contains(where: bounds.allow)
    }

    func accepts(_ text: String) -> Bool {
        guard let numbers = format.numbers(beginningWith: text), numbers.isEmpty else { return true }
        // Foundation parses some texts, such as plurals of a currency, that have no other form.
        if case .notANumber = format.read(text) { return false }
        return true
    }

    /// The text of a number that the field accepts.
    private var example: String {
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

    /// The text of a bound or a step, in plain form if the format would display it as another number.
    private func text(of number: Value, isWrong: (Value) -> Bool) -> String {
        let text = format.string(number)
        guard case .value(let value) = format.read(text), isWrong(value) else { return text }
        return format.plainText(number) ?? text
    }

    /// The bounds for numbers that are being typed.
    private var bounds: NumberBounds {
        if let bounds = computedBounds.value { return bounds }
        let range = range.intersection(ExactValue<Value>.range)
        let step = step.map { (step: $0, base: self.range.lowest ?? 0) }
        let bounds = format.bounds(range, step: step)
        computedBounds.value = bounds
        return bounds
    }

    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? {
        guard range.contains(value) else {
            func boundText(_ bound: Value) -> String { self.text(of: bound) { !range.contains($0) } }
            return .outOfRange(
                text: text,
                lowest: range.lowest.map(boundText),
                highest: range.highest.map(boundText)
            )
        }
        guard let step, !hasStep(value) else { return nil }
        func stepText(_ number: Value) -> String { self.text(of: number) { $0 != number } }
        return .betweenSteps(text: text, step: stepText(step), from: stepText(range.lowest ?? 0))
    }

    /// Returns whether the value is a whole number of steps from the lower bound.
    ///
    /// The method computes with `Decimal`, because 0.3 is not exactly three steps of 0.1 in binary.
    private func hasStep(_ value: Value) -> Bool {
        guard let value = decimal(value), let base = decimal(range.lowest ?? 0), let step = step.flatMap(decimal) else {
            return true
        }
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

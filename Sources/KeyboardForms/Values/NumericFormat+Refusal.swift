import Foundation

extension NumericFormat: FormatRules {
    var decimalSeparator: String? {
        symbols.decimalSeparator
    }

    var acceptsNegativeNumbers: Bool {
        lowest.map { $0 < 0 } ?? (ExactValue<Value>.whole(-1) != nil)
    }

    func read(_ text: String) -> ReadResult<Value> {
        switch number(in: text) {
        case .value(let value): .value(value)
        case .empty: .empty(.failure(ValueInputError(.empty)))
        case .notANumber: .refused(ValueInputError(.notANumber(text: text, example: example)))
        case .notRepresentable: .refused(ValueInputError(.notRepresentable(text: text)))
        }
    }

    func canBecomeValid(_ text: String) -> Bool {
        isBeginningOfNumber(text)
    }

    private var example: String {
        let candidates = [12] + [highest, lowest, lastStep, middle].compactMap(\.self) + [1, 0]
        if let text = candidates.lazy.map(displayText).first(where: isAccepted) { return text }
        // If the format rounds the bounds, the field can refuse the texts of all `candidates`.
        let bound = highest ?? lowest ?? 12
        return plainText(bound) ?? displayText(bound)
    }

    private var lastStep: Value? {
        guard let highest = highest.flatMap(decimal), let base = decimal(lowest ?? 0), let step = step.flatMap(decimal)
        else { return nil }
        return value(base + rounded((highest - base) / step, .down) * step)
    }

    private var middle: Value? {
        guard let lowest = lowest.flatMap(decimal), let highest = highest.flatMap(decimal) else { return nil }
        return value((lowest + highest) / 2)
    }

    private func isInRange(_ value: Value) -> Bool {
        (lowest.map { $0 <= value } ?? true) && (highest.map { value <= $0 } ?? true)
    }

    private func isAccepted(_ text: String) -> Bool {
        guard case .value(let value) = number(in: text), isInRange(value), hasStep(value) else { return false }
        if case .typed = displayedValue(in: displayText(value), for: value, typedAs: text) { return true }
        return false
    }

    /// A format can round a bound, so `isWrong` checks the displayed number.
    private func text(of bound: Value, isWrong: (Value) -> Bool) -> String {
        let text = displayText(bound)
        guard case .value(let value) = number(in: text), isWrong(value) else { return text }
        return plainText(bound) ?? text
    }

    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? {
        guard isInRange(value) else {
            func boundText(_ bound: Value) -> String { self.text(of: bound) { !isInRange($0) } }
            return .outOfRange(text: text, lowest: lowest.map(boundText), highest: highest.map(boundText))
        }
        guard let step, !hasStep(value) else { return nil }
        func stepText(_ number: Value) -> String { self.text(of: number) { $0 != number } }
        return .betweenSteps(text: text, step: stepText(step), from: stepText(lowest ?? 0))
    }

    /// The method computes with `Decimal`, because three steps of 0.1 are not exactly 0.3 in `Double`.
    private func hasStep(_ value: Value) -> Bool {
        guard let value = decimal(value), let base = decimal(lowest ?? 0), let step = step.flatMap(decimal) else {
            return true
        }
        return base + rounded((value - base) / step, .plain) * step == value
    }

    private func rounded(_ number: Decimal, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (number, rounded) = (number, Decimal())
        unsafe NSDecimalRound(&rounded, &number, 0, mode)
        return rounded
    }

    private func value(_ decimal: Decimal) -> Value? {
        DecimalDigits("\(decimal)").flatMap { ExactValue($0)?.value }
    }

    private func decimal(_ value: Value) -> Decimal? {
        DecimalDigits("\(value)")?.decimal
    }
}

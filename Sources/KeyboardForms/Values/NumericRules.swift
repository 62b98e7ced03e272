import Foundation

/// The rules of a format of numbers, with the numbers that a field accepts.
struct NumericRules<Value: Numeric & Comparable>: ValueFormatRules {
    private let range: NumericRange<Value>
    private let step: Value?
    private var format: NumericFormat<Value>
    private var limits: NumericLimits<Value>

    init(_ format: NumericFormat<Value>, range: NumericRange<Value>, step: Value?) {
        self.range = range
        self.step = step
        self.format = format
        limits = NumericLimits(range: range, step: step, format: format)
    }

    var roundsToDisplayedDigits: Bool {
        get { format.roundsToDisplayedDigits }
        set {
            format.roundsToDisplayedDigits = newValue
            // A format that rounds accepts digits that it does not display.
            limits = NumericLimits(range: range, step: step, format: format)
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
        case .notANumber: .refused(ValueInputError(.notANumber(text: text, example: limits.example)))
        case .notRepresentable: .refused(ValueInputError(.notRepresentable(text: text)))
        }
    }

    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? {
        limits.violation(by: value, text)
    }

    func canBecomeValid(_ text: String) -> Bool {
        guard let numbers = format.numbers(beginningWith: text) else { return true }
        return !numbers.isEmpty && numbers.contains(where: limits.bounds.allow)
    }

    func accepts(_ text: String) -> Bool {
        guard let numbers = format.numbers(beginningWith: text), numbers.isEmpty else { return true }
        // Foundation parses some texts, such as plurals of a currency, that have no other form.
        if case .notANumber = format.read(text) { return false }
        return true
    }
}

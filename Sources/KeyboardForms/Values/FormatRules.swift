enum ReadResult<Value> {
    case value(Value)
    /// The text is empty or contains only a symbol.
    ///
    /// If the value is optional, it becomes `nil`, and the associated result is ignored.
    case empty(Result<Value, ValueInputError>)
    case refused(ValueInputError)
}

/// The value that the displayed text stands for.
enum DisplayedValue<Value> {
    case typed
    case other(Value)
    /// The format cannot read the displayed text.
    case unknown
}

protocol FormatRules<Value> {
    associatedtype Value: Equatable

    var roundsToDisplayedDigits: Bool { get }

    func displayText(_ value: Value) -> String

    func editingText(_ value: Value) -> String

    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value>

    func read(_ text: String) -> ReadResult<Value>

    func violation(by value: Value, _ text: String) -> ValueInputError.Reason?

    /// Returns whether the text can become valid if a person appends characters.
    func canBecomeValid(_ text: String) -> Bool

    /// The decimal separator that a decimal pad types.
    ///
    /// If the property is `nil`, the decimal pad types the separator of the keyboard's own locale.
    var decimalSeparator: String? { get }

    var acceptsNegativeNumbers: Bool { get }
}

extension FormatRules {
    var roundsToDisplayedDigits: Bool { false }
    func editingText(_ value: Value) -> String { displayText(value) }
    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? { nil }
    func canBecomeValid(_ text: String) -> Bool { true }
    var decimalSeparator: String? { nil }
    var acceptsNegativeNumbers: Bool { false }

    func check(_ text: String, isOptional: Bool) -> Result<Value?, ValueInputError> {
        let reading = read(text)
        if isOptional, case .empty = reading { return .success(nil) }
        return check(reading, text).map(Optional.some)
    }

    func check(_ reading: ReadResult<Value>, _ text: String) -> Result<Value, ValueInputError> {
        switch reading {
        case .empty(let result): return result
        case .refused(let error): return .failure(error)
        case .value(var value):
            let displayText = displayText(value)
            switch displayedValue(in: displayText, for: value, typedAs: text) {
            case .typed: break
            case .other(let displayed) where roundsToDisplayedDigits: value = displayed
            case .other, .unknown:
                return .failure(ValueInputError(.displayedDifferently(text: text, displayText: displayText)))
            }
            return violation(by: value, text).map { .failure(ValueInputError($0)) } ?? .success(value)
        }
    }
}

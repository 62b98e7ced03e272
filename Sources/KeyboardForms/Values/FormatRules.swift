/// The result of reading a text with a format.
enum ReadResult<Value> {
    case value(Value)
    /// The text is empty or contains only a symbol.
    ///
    /// The associated result is a value or an error, and comes from the format. If the value is optional, the field
    /// ignores the associated result, and sets the value to `nil`.
    case empty(Result<Value, ValueInputError>)
    case refused(ValueInputError)
}

/// The result of a comparison between the displayed text and the typed text.
enum DisplayedValue<Value> {
    case typed
    case other(Value)
    /// The displayed text cannot be compared with the typed text.
    case unknown
}

/// The rules that a format uses to display, edit and parse values.
protocol FormatRules<Value> {
    associatedtype Value: Equatable

    /// Whether the field rounds a typed value to the displayed value.
    ///
    /// The default implementation returns `false`.
    var roundsToDisplayedDigits: Bool { get }

    func displayText(_ value: Value) -> String

    /// Returns the text that the field shows while a person edits the value.
    ///
    /// The default implementation returns the displayed text.
    func editingText(_ value: Value) -> String

    /// Compares the displayed text of a value with the typed text.
    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value>

    func read(_ text: String) -> ReadResult<Value>

    /// Returns the reason why the field refuses a value.
    ///
    /// For example, the field refuses a number that is not in the range. The result is `nil` if the field accepts the
    /// value. The default implementation returns `nil`.
    func violation(by value: Value, _ text: String) -> ValueInputError.Reason?

    /// Returns whether an invalid text can become valid if a person appends characters.
    ///
    /// If the result is `true`, the field does not report an error yet. The default implementation returns `true`.
    func canBecomeValid(_ text: String) -> Bool

    /// The decimal separator that a decimal pad needs; `nil` for the separator of the keyboard.
    ///
    /// The default implementation returns `nil`.
    var decimalSeparator: String? { get }

    /// Whether the field accepts negative numbers.
    ///
    /// The default implementation returns `false`.
    var acceptsNegativeNumbers: Bool { get }
}

extension FormatRules {
    var roundsToDisplayedDigits: Bool { false }
    func editingText(_ value: Value) -> String { displayText(value) }
    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? { nil }
    func canBecomeValid(_ text: String) -> Bool { true }
    var decimalSeparator: String? { nil }
    var acceptsNegativeNumbers: Bool { false }

    /// Returns the value of a text, or the reason why the field cannot store or display the value.
    ///
    /// If the value is optional, the value of an empty text is `nil`.
    func check(_ text: String, isOptional: Bool) -> Result<Value?, ValueInputError> {
        let reading = read(text)
        if isOptional, case .empty = reading { return .success(nil) }
        return check(reading, text).map(Optional.some)
    }

    /// Returns the value that was read from a text, or the reason why the field cannot store or display the value.
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

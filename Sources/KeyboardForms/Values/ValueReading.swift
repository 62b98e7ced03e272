/// The result of reading a text with a format.
enum ValueReading<Value> {
    case value(Value)
    /// The text is empty or contains only a symbol.
    ///
    /// This result is used only if the value is not optional. The associated value is the format's value for an empty
    /// text, or an error.
    case empty(Result<Value, ValueInputError>)
    case refused(ValueInputError)
}

/// The comparison of a displayed text with the typed text.
enum DisplayedValue<Value> {
    case typed
    case other(Value)
    /// The displayed text cannot be compared with the typed text.
    case unknown
}

/// The rules of one kind of format.
protocol ValueFormatRules<Value> {
    associatedtype Value: Equatable

    /// Whether the field stores the displayed value if that value differs from the typed value.
    var roundsToDisplayedDigits: Bool { get set }

    func displayText(_ value: Value) -> String

    /// Returns the text that the field shows while a value is edited.
    func editingText(_ value: Value) -> String

    /// Compares the displayed text of a value with the text that was typed.
    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value>

    func read(_ text: String) -> ValueReading<Value>

    /// Returns the reason to refuse a value that the format can display.
    ///
    /// The default implementation returns `nil`: the field accepts the value.
    func violation(by value: Value, _ text: String) -> ValueInputError.Reason?

    /// Returns whether the text can become valid if more text is appended.
    ///
    /// If this is not known, the method returns `true`. The default implementation returns `true`.
    func canBecomeValid(_ text: String) -> Bool
}

extension ValueFormatRules {
    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? { nil }
    func canBecomeValid(_ text: String) -> Bool { true }

    /// Reads a text, and refuses the text if the field cannot store and display the text's value.
    func check(_ text: String, isOptional: Bool) -> Result<Value?, ValueInputError> {
        switch read(text) {
        case .empty where isOptional: .success(nil)
        case .empty(.success(let value)): .success(value)
        case .empty(.failure(let error)), .refused(let error): .failure(error)
        case .value(let value): check(value, text)
        }
    }

    private func check(_ value: Value, _ text: String) -> Result<Value?, ValueInputError> {
        let displayText = displayText(value)
        var value = value
        switch displayedValue(in: displayText, for: value, typedAs: text) {
        case .typed: break
        case .other(let displayed) where roundsToDisplayedDigits: value = displayed
        case .other, .unknown:
            return .failure(ValueInputError(.displayedDifferently(text: text, displayText: displayText)))
        }
        return violation(by: value, text).map { .failure(ValueInputError($0)) } ?? .success(value)
    }
}

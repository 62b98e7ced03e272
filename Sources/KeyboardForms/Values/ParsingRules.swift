import Foundation

/// The rules of a format that consists of two functions: one formats values, and one parses texts.
///
/// Such a format must parse a whole text to decide whether it accepts the text.
struct ParsingRules<Value: Equatable>: ValueFormatRules {
    var roundsToDisplayedDigits = false
    private let format: (Value) -> String
    private let parse: (String) throws -> Value
    /// Whether a value is refused if the format cannot parse the value's displayed text.
    private let parsesDisplay: Bool

    init(format: @escaping (Value) -> String, parse: @escaping (String) throws -> Value, parsesDisplay: Bool = false) {
        self.format = format
        self.parse = parse
        self.parsesDisplay = parsesDisplay
    }

    /// Creates rules that format and parse with a style.
    ///
    /// Foundation's parsers ignore a suffix that they cannot parse. A text with such a suffix is refused.
    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Value, Style.FormatOutput == String {
        let strategy = style.parseStrategy
        func parse(_ text: String) throws -> Value {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let value = try strategy.parse(text)
            let readsWholeText = (try? strategy.parse(text + "\u{FFFD}")) == nil
            guard readsWholeText || TextNormalization.isEqual(style.format(value), text) else {
                throw CocoaError(.formatting)
            }
            return value
        }
        self.init(format: style.format, parse: parse, parsesDisplay: true)
    }

    func displayText(_ value: Value) -> String {
        format(value)
    }

    func editingText(_ value: Value) -> String {
        format(value)
    }

    /// Compares the displayed text of a value with the typed text.
    ///
    /// If closures of the app display a text that they cannot parse, the typed text is accepted. A style can display a
    /// text that the style cannot parse. Such a text cannot be compared with the typed text.
    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value> {
        guard case .value(let displayed) = read(displayText) else { return parsesDisplay ? .unknown : .typed }
        return displayed == value ? .typed : .other(displayed)
    }

    func read(_ text: String) -> ValueReading<Value> {
        do {
            let value = try parse(text)
            return text.isEmpty ? .empty(.success(value)) : .value(value)
        } catch {
            let error = Self.inputError(error) ?? ValueInputError(text.isEmpty ? .empty : .invalid(text: text))
            return text.isEmpty ? .empty(.failure(error)) : .refused(error)
        }
    }

    /// Returns an error with the app's own reason, if the app's error has a description for people.
    private static func inputError(_ error: any Error) -> ValueInputError? {
        if let error = error as? ValueInputError { return error }
        return message(error).map { ValueInputError(.custom(message: $0)) }
    }

    private static func message(_ error: any Error) -> String? {
        if let description = (error as? any LocalizedError)?.errorDescription { return description }
        if let description = (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String { return description }
        // Other errors have no description for people. Swift describes an error by its name. Foundation describes an
        // error by its code.
        let thrown: Any = error
        if type(of: error) is NSError.Type || thrown is any CustomNSError { return nil }
        return (thrown as? any CustomStringConvertible)?.description
    }
}

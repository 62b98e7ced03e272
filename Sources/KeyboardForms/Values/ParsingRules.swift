import Foundation

/// The rules of a format that is known only by its functions.
///
/// What such a format accepts is not known before it parses a whole text.
struct ParsingRules<Value: Equatable>: ValueFormatRules {
    var roundsToDisplayedDigits = false
    private let format: (Value) -> String
    private let parse: (String) throws -> Value

    init(format: @escaping (Value) -> String, parse: @escaping (String) throws -> Value) {
        self.format = format
        self.parse = parse
    }

    /// Parses with a style.
    ///
    /// Foundation's parsers ignore a suffix that they cannot parse. A text with such a suffix is refused.
    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Value, Style.FormatOutput == String {
        let strategy = style.parseStrategy
        self.init(format: style.format) { text in
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let value = try strategy.parse(text)
            let readsWholeText = (try? strategy.parse(text + "\u{FFFD}")) == nil
            let readsLastCharacter = (try? strategy.parse(String(text.dropLast()))) != value
            guard
                readsWholeText || readsLastCharacter || style.format(value).caseInsensitiveCompare(text) == .orderedSame
            else { throw CocoaError(.formatting) }
            return value
        }
    }

    func displayText(_ value: Value) -> String {
        format(value)
    }

    func editingText(_ displayText: String) -> String {
        displayText
    }

    func read(_ text: String) -> ValueReading<Value> {
        do {
            let value = try parse(text)
            return text.isEmpty ? .empty(.accepted(value)) : .value(value)
        } catch {
            let reason = Self.reason(error) ?? (text.isEmpty ? .empty : .invalid(text: text))
            return text.isEmpty ? .empty(.refused(reason)) : .refused(reason)
        }
    }

    /// The app's own reason, if its error has a description for a person.
    ///
    /// Swift describes other errors by their names, and Foundation by their codes.
    private static func reason(_ error: any Error) -> ValueInputError.Reason? {
        switch error {
        case is CocoaError: nil
        case let error as any LocalizedError: error.errorDescription.map { .custom(message: $0) }
        case let error as any CustomStringConvertible: .custom(message: error.description)
        default: nil
        }
    }

    func violation(by value: Value, _ text: String) -> ValueInputError.Reason? {
        nil
    }

    func canBecomeValid(_ text: String) -> Bool {
        true
    }

    func accepts(_ text: String) -> Bool {
        true
    }
}

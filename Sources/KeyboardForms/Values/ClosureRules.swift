import Foundation

/// Checks only complete texts, because the closures cannot parse a partly typed text.
struct ClosureRules<Value: Equatable>: FormatRules {
    private let format: (Value) -> String
    private let parse: (String) throws -> Value
    /// Whether the field refuses a value if the displayed text of the value cannot be parsed.
    private let parsesDisplay: Bool

    init(format: @escaping (Value) -> String, parse: @escaping (String) throws -> Value, parsesDisplay: Bool = false) {
        self.format = format
        self.parse = parse
        self.parsesDisplay = parsesDisplay
    }

    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Value, Style.FormatOutput == String {
        self.init(format: style.format, parse: Self.wholeTextParser(style), parsesDisplay: true)
    }

    /// Foundation's parsers ignore a meaningless suffix, as in "12abc".
    static func wholeTextParser<Style: ParseableFormatStyle>(_ style: Style) -> (String) throws -> Value
    where Style.FormatInput == Value, Style.FormatOutput == String {
        let strategy = style.parseStrategy
        return { text in
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            let value = try strategy.parse(text)
            let readsWholeText = (try? strategy.parse(text + "\u{FFFD}")) == nil
            guard readsWholeText || TextNormalization.isEqual(style.format(value), text) else {
                throw CocoaError(.formatting)
            }
            return value
        }
    }

    func displayText(_ value: Value) -> String {
        format(value)
    }

    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value> {
        guard case .value(let displayed) = read(displayText) else { return parsesDisplay ? .unknown : .typed }
        return displayed == value ? .typed : .other(displayed)
    }

    func read(_ text: String) -> ReadResult<Value> {
        do {
            let value = try parse(text)
            return text.isEmpty ? .empty(.success(value)) : .value(value)
        } catch {
            let error = Self.inputError(error) ?? ValueInputError(text.isEmpty ? .empty : .invalid(text: text))
            return text.isEmpty ? .empty(.failure(error)) : .refused(error)
        }
    }

    private static func inputError(_ error: any Error) -> ValueInputError? {
        if let error = error as? ValueInputError { return error }
        return message(error).map { ValueInputError(.custom(message: $0)) }
    }

    private static func message(_ error: any Error) -> String? {
        if let description = (error as? any LocalizedError)?.errorDescription { return description }
        if let description = (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String { return description }
        // By default, the description of a Swift error contains only a name, and the description of a Foundation error
        // contains only a code.
        let thrown: Any = error
        if type(of: error) is NSError.Type || thrown is any CustomNSError { return nil }
        return (thrown as? any CustomStringConvertible)?.description
    }
}

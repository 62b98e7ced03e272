public import Foundation

/// The rules that display, edit and parse a value.
///
/// ```swift
/// let dates = ValueFormat.style(.dateTime.year().month().day(), locale: locale)
/// let names = ValueFormat.text
/// let amounts = ValueFormat<Decimal>.number(.style(.currency(code: "EUR")), range: 0...10_000)
/// let colors = ValueFormat { (color: Color) in color.name } parse: { name in try Color(name: name) }
/// ```
///
/// A typed text stands for a value, and the field would display a text for this value. If the displayed text stands for
/// a different value, the field refuses the typed text. If a number format uses
/// ``NumericFormat/roundingToDisplayedDigits()``, the field accepts the text and stores the displayed value instead.
///
/// To compare the typed value with the displayed value, the format parses the displayed text. If a format style cannot
/// parse the displayed text, the field refuses the typed text. If the format's `parse` closure cannot parse the
/// displayed text, the field accepts the typed text. Date formats and abbreviating number formats do not compare the
/// values.
public struct ValueFormat<Value: Equatable> {
    var rules: any FormatRules<Value>

    package var placeholder: String?

    init(_ rules: any FormatRules<Value>) {
        self.rules = rules
    }

    /// Creates a format from two closures.
    ///
    /// The format retains the closures. If the closure `parse` throws an error, the field reports a
    /// ``ValueInputError``:
    ///
    /// - If the thrown error is a ``ValueInputError``, the field reports this error.
    /// - If the thrown error has a description, the field reports ``ValueInputError/Reason/custom(message:)`` with the
    ///   description. The description is the `errorDescription` of a `LocalizedError`, the `NSLocalizedDescriptionKey`
    ///   of an `NSError`, or the `description` of a `CustomStringConvertible` error.
    /// - For any other error, the field reports ``ValueInputError/Reason/invalid(text:)``.
    ///
    /// The field calls `parse` even if the text is empty. If the value is optional, an empty text sets the value to
    /// `nil`, and the field ignores the result of `parse`.
    ///
    /// - Parameters:
    ///   - format: A closure that returns the text of a value.
    ///   - parse: A closure that returns the value of a text, or throws an error.
    public init(format: @escaping (Value) -> String, parse: @escaping (String) throws -> Value) {
        rules = ClosureRules(format: format, parse: parse)
    }

    /// Returns a format that uses a format style.
    ///
    /// The format refuses a text with extra characters at the end, such as "12abc", even if the style ignores them.
    ///
    /// - Parameters:
    ///   - style: A style that can parse the texts that it writes.
    ///   - locale: The locale of the texts, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueFormat(ClosureRules(locale.map { style.locale($0) } ?? style))
    }

    /// Returns the text that an unfocused field shows for a value.
    ///
    /// In a declarative toolkit, call `format(_:)` for an entry that has a text binding and no ``ValueInput``.
    public func format(_ value: Value) -> String {
        rules.displayText(value)
    }

    /// Returns the value of a complete text.
    ///
    /// In a declarative toolkit, call `parse(_:)` for an entry that has a text binding and no ``ValueInput``. Call
    /// `parse(_:)` when the text is committed. A partly typed text usually has no value.
    ///
    /// - Parameter text: The text that a person has typed.
    /// - Returns: The value.
    /// - Throws: The reason why a field with this format refuses the text. For an empty text, a format of numbers,
    ///   dates or times throws ``ValueInputError/Reason/empty``.
    public func parse(_ text: String) throws(ValueInputError) -> Value {
        try rules.check(rules.read(text), text).get()
    }
}

extension ValueFormat where Value == String {
    /// A format that displays strings unchanged.
    ///
    /// An empty text sets an optional string to `nil`.
    public static var text: ValueFormat {
        ValueFormat(format: \.self, parse: \.self)
    }
}

extension ValueFormat where Value: Numeric & Comparable {
    /// Returns a format for numbers.
    ///
    /// - Parameters:
    ///   - format: The format of the number.
    ///   - range: The accepted numbers, such as `0...10`, `0...` or `...10`. If the parameter is `nil`, all numbers are
    ///     accepted. An infinite bound is ignored.
    ///   - step: The distance between successive accepted numbers. The steps begin at the lowest number that the range
    ///     and the format accept. If there is no lowest number, the steps begin at 0. A step of 0 or less is ignored.
    /// - Returns: The format.
    public static func number(
        _ format: NumericFormat<Value>,
        range: (any InclusiveRange<Value>)? = nil,
        step: Value? = nil
    ) -> ValueFormat {
        var format = format
        if let bounds = range?.inclusiveBounds { format.limit(lowest: bounds.lowest, highest: bounds.highest) }
        if let step, step > 0 { format.step = step }
        return ValueFormat(format)
    }

    /// Returns a format that uses a format style for numbers.
    ///
    /// - Parameters:
    ///   - style: A style that can parse the texts that it writes.
    ///   - locale: The locale of digits, separators and symbols, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        number(.style(style, locale: locale))
    }
}

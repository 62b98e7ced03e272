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
/// A text is refused if the format would display another value than a person has typed. A format with
/// ``roundingToDisplayedDigits()`` stores the displayed value instead.
///
/// If a format style cannot parse its own displayed text, the typed text is refused. Closures can display a text that
/// they cannot parse. In this case, the typed text is accepted.
public struct ValueFormat<Value: Equatable> {
    // The property is internal and not private, because `ValueInput` reads it.
    var rules: any ValueFormatRules<Value>

    /// The text that an empty field shows: "DD.MM.YYYY" for typed dates.
    ///
    /// If the property is `nil`, the field's placeholder is not changed.
    public var placeholder: String?

    init(_ rules: any ValueFormatRules<Value>) {
        self.rules = rules
    }

    /// Creates a format from two closures.
    ///
    /// The format retains the closures.
    ///
    /// - Parameters:
    ///   - format: Returns the text of a value.
    ///   - parse: Returns the value of a text, or throws. If the closure throws a ``ValueInputError``, the field
    ///     reports this error. The description of some errors becomes ``ValueInputError/Reason/custom(message:)``. A
    ///     `LocalizedError` and an `NSError` with `NSLocalizedDescriptionKey` have a description. Another error that is
    ///     `CustomStringConvertible` also has a description. Other errors become
    ///     ``ValueInputError/Reason/invalid(text:)``. The closure is also called for an empty text. If the value is
    ///     optional, an empty text sets the value to `nil`. The field ignores the closure's result for an empty text of
    ///     an optional value.
    public init(format: @escaping (Value) -> String, parse: @escaping (String) throws -> Value) {
        rules = ParsingRules(format: format, parse: parse)
    }

    /// Returns a format that uses a format style.
    ///
    /// The format refuses a text with a suffix that the style ignores.
    ///
    /// - Parameters:
    ///   - style: A style that can parse the texts that it formats.
    ///   - locale: The locale of the texts, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueFormat(ParsingRules(locale.map { style.locale($0) } ?? style))
    }

    /// Returns a format that rounds to the displayed digits.
    ///
    /// If the displayed value would differ from the typed value, the field stores the displayed value. Without
    /// rounding, the field refuses the typed text.
    public func roundingToDisplayedDigits() -> ValueFormat {
        var copy = self
        copy.rules.roundsToDisplayedDigits = true
        return copy
    }
}

extension ValueFormat where Value == String {
    /// A format that displays and reads the string itself.
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
    ///   - range: The accepted numbers: `0...10`, `0...` or `...10`. If the parameter is `nil`, all numbers are
    ///     accepted. An infinite bound is ignored.
    ///   - step: The distance between two accepted numbers. The steps begin at the lowest number that the range and the
    ///     format accept. If there is no lowest number, the steps begin at 0. A step of 0 or less is ignored.
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
    ///   - style: A style that can parse the texts that it formats.
    ///   - locale: The locale of digits, separators and symbols, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        number(.style(style, locale: locale))
    }
}

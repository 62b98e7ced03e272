public import Foundation

/// A number format that uses a format style or a `NumberFormatter`.
///
/// ```swift
/// NumericFormat<Decimal>.style(.currency(code: "EUR"))
/// NumericFormat<Double>.formatter(numberFormatter)
/// ```
///
/// The format either parses a text exactly or refuses the text. A text can contain the digits and the separators that
/// the format writes. A text can also contain the symbol of the format. In a currency format, the text can contain the
/// narrow symbol or the ISO code instead of the symbol. A format for a foreign currency refuses a symbol of the
/// locale's own currency. A format for euros accepts "5", "€5", "5 EUR" and "eur 5", and refuses "5 USD".
///
/// A text can mix ASCII digits, full-width digits, and digits of the format's own script. If the decimal separator of a
/// format is not an ASCII character, the format also accepts "." as a decimal separator. A format that separates groups
/// with "." does not accept "." as a decimal separator.
///
/// The field refuses a text if the format would display the typed number with different digits. For example, the field
/// refuses "€5.005" and "¥12.5". A field with a `Float` refuses "1234567.89", because the format would display
/// "1,234,567.88". With ``roundingToDisplayedDigits()``, the field accepts a text with more digits and stores the
/// displayed value.
///
/// An abbreviating format, such as `.notation(.compactName)`, cannot parse the texts that it displays. While a person
/// edits an abbreviated number, the field shows all digits in plain form, such as "1234.5" instead of "1.2K". The field
/// also accepts digits that the format does not display.
public struct NumericFormat<Value: Numeric & Comparable> {
    private let string: (Value) -> String
    /// The style's parser, which the format uses only if `scale` is `nil`.
    private let parse: (String) -> Value?
    let symbols: NumberSymbols
    /// The number of places by which the format shifts the decimal separator, such as 2 in a percent format.
    ///
    /// The property is `nil` for a custom style, and for a style with a modifier such as `scale(2)`.
    private let scale: Int?
    /// Whether the format writes abbreviations that it cannot parse, such as "1.2K".
    private let isAbbreviating: Bool
    private(set) var lowest: Value?
    private(set) var highest: Value?
    var step: Value?
    var roundsToDisplayedDigits = false

    /// Returns a format that uses a format style.
    ///
    /// The field computes the value from the digits of a text. If the style has a modifier such as `scale(2)`,
    /// Foundation's own parser reads the text instead. In this case, the format refuses the text if it would display
    /// the parsed value as a different text. A custom style reads texts with its own strategy.
    ///
    /// - Parameters:
    ///   - style: A style that can parse its own texts.
    ///   - locale: The locale of digits, separators and symbols. If the parameter is `nil`, a Foundation style uses its
    ///     own locale, and a custom style uses the current locale. If a custom style does not use the current locale,
    ///     pass the style's locale, even if `locale(_:)` does not change the style. The format reads digits and
    ///     separators with the passed locale.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> NumericFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        let style = locale.map { style.locale($0) } ?? style
        return NumericFormat(
            string: style.format,
            symbols: NumberSymbols(
                locale ?? (style as? any LocalizedNumberStyle)?.locale ?? .current,
                currencyCode: (style as? any CurrencyStyle)?.currencyCode
            ),
            isCustom: !(style is any LocalizedNumberStyle),
            parse: ClosureRules.wholeTextParser(style)
        )
    }

    /// Returns a format that uses a copy of a number formatter.
    ///
    /// Later changes of the formatter have no effect. The formatter's `minimum` and `maximum` limit the accepted
    /// numbers. The format ignores a `minimum` or a `maximum` that the value's type cannot represent.
    ///
    /// Formatters have these limitations on Linux:
    ///
    /// - The field uses the formatter only to format numbers, and reads the typed digits itself. If the formatter's
    ///   `multiplier` is not a power of ten, the field refuses all texts.
    /// - A `NumberFormatter` writes at most 17 significant digits. A text with more significant digits is refused.
    ///
    /// - Parameters:
    ///   - formatter: The formatter.
    ///   - locale: The locale of digits, separators and symbols, or `nil` for the locale of the formatter.
    /// - Returns: The format.
    public static func formatter(_ formatter: NumberFormatter, locale: Locale? = nil) -> NumericFormat {
        let formatter = formatter.copy() as? NumberFormatter ?? formatter
        if let locale { formatter.locale = locale }
        var format = NumericFormat(
            string: { ExactValue.number($0).flatMap(formatter.string(from:)) ?? "" },
            symbols: NumberSymbols(formatter)
        )
        format.limit(
            lowest: formatter.minimum.flatMap { ExactValue<Value>.value(of: $0) },
            highest: formatter.maximum.flatMap { ExactValue<Value>.value(of: $0) }
        )
        return format
    }

    private init(
        string: @escaping (Value) -> String,
        symbols: NumberSymbols,
        isCustom: Bool = false,
        parse: @escaping (String) throws -> Value? = { _ in nil }
    ) {
        func text(_ digits: String) -> String? {
            DecimalDigits(digits).flatMap { ExactValue<Value>($0) }.map { string($0.value) }
        }
        self.string = string
        self.parse = { text in
            guard let value = try? parse(text), ExactValue.isFinite(value),
                isCustom
                    || TextNormalization.isEqual(string(value), text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { return nil }
            return value
        }
        var symbols = symbols
        let large = ["1234567.5", "1234567", "1234.5", "12345", "123"].lazy.compactMap(text).first
        symbols.learn(large: large ?? "", one: text("1"), negativeOne: text("-1"))
        self.symbols = symbols
        func exponent(_ text: String) -> Int? {
            NumberReader(symbols: symbols).readings(text).first?.digits?.powerOfTen
        }
        // Rounding to tens or to two digits does not change a large power of ten.
        let powers = [(6, "1000000"), (3, "1000"), (2, "100"), (0, "1")].compactMap { power, digits in
            text(digits).map { (text: $0, scale: exponent($0).map { $0 - power }) }
        }
        .prefix(2)
        let scale = isCustom || powers.count < 2 || powers[0].scale != powers[1].scale ? nil : powers[0].scale
        isAbbreviating =
            !isCustom && scale == nil && text("1").flatMap(exponent) == 0
            && powers.contains { (try? parse($0.text)) == nil }
        // An abbreviating format reads numbers in plain form.
        self.scale = isAbbreviating ? 0 : scale
    }

    /// Ignores an infinite bound, because each number that a person types is finite.
    mutating func limit(lowest: Value?, highest: Value?) {
        func isFinite(_ value: Value) -> Bool { ExactValue.isFinite(value) }
        self.lowest = [self.lowest, lowest].compactMap(\.self).filter(isFinite).max()
        self.highest = [self.highest, highest].compactMap(\.self).filter(isFinite).min()
    }

    /// Returns a format that rounds to the displayed digits.
    ///
    /// If the displayed value differs from the typed value, the field stores the displayed value. Without this method,
    /// the field would refuse the typed text.
    public func roundingToDisplayedDigits() -> NumericFormat {
        var copy = self
        copy.roundsToDisplayedDigits = true
        return copy
    }
}

extension NumericFormat {
    func displayText(_ value: Value) -> String {
        string(value)
    }

    func editingText(_ value: Value) -> String {
        let displayText = string(value)
        return (isAbbreviating ? plainText(value) : reading(displayText)?.reading.plainText) ?? displayText
    }

    func plainText(_ value: Value) -> String? {
        guard let scale else { return nil }
        return DecimalDigits("\(value)").map { symbols.plainText($0.shifted(by: scale)) }
    }

    /// Compares digits, because two numbers with many digits can have the same binary value.
    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value> {
        if isAbbreviating { return .typed }
        guard scale != nil else {
            return parse(displayText).map { $0 == value ? .typed : .other($0) } ?? .unknown
        }
        guard let shown = reading(displayText), let displayed = shown.value else { return .unknown }
        return reading(text)?.reading.digits?.ascii == shown.reading.digits?.ascii ? .typed : .other(displayed)
    }

    /// `value` is `nil` if the type cannot hold the number.
    private func reading(_ text: String) -> (reading: NumberReader.Reading, value: Value?)? {
        guard let scale, text.utf8.count <= Self.maximumLength else { return nil }
        for reading in NumberReader(symbols: symbols).readings(text) {
            let value = reading.digits.flatMap { ExactValue<Value>($0.shifted(by: -scale))?.value }
            if reading.names.count < 2, reading.names.allSatisfy(symbols.names.contains) { return (reading, value) }
            if let value, ownNames(value).contains(reading.names) { return (reading, value) }
        }
        return nil
    }

    /// Returns the words and symbols beside the digits of a displayed value, such as "złotych" in "5.00 złotych".
    ///
    /// In an abbreviating format, a word such as "K" stands for further digits, so the result is empty.
    private func ownNames(_ value: Value) -> [[String]] {
        isAbbreviating ? [] : NumberReader(symbols: symbols).readings(string(value)).map(\.names)
    }

    /// Does not check whether the number is in the range or on a step.
    func isBeginningOfNumber(_ text: String) -> Bool {
        guard let scale else { return true }
        guard text.utf8.count <= Self.maximumLength, let typed = symbols.normalized(text)?.uppercased() else {
            return false
        }
        // A text can end in the middle of a name such as "escudos cabo-verdianos".
        let number = String(
            typed[..<(typed.lastIndex(where: \.isASCIIDigit).map(typed.index(after:)) ?? typed.startIndex)]
        )
        let values = NumberReader(symbols: symbols).readings(number).compactMap(\.digits).compactMap {
            ExactValue<Value>($0.shifted(by: -scale))?.value
        }
        // Some languages write a name in its plural form before the digits.
        let plurals = [0, 1, 2, 5, 1_000_000].compactMap { ExactValue<Value>.whole($0) }
        let names = symbols.names.union((values + plurals).flatMap(ownNames).joined())
        func isNumber(_ text: String) -> Bool {
            if names.contains(text) || text.isEmpty { return true }
            // The appended characters complete an unfinished sign, fraction, exponent, group or pair of parentheses.
            return ["", "0", "00", "000", "5"].contains { reading(text + $0) != nil || reading(text + $0 + ")") != nil }
        }
        // The method compares scalars, because a partly typed syllable can be a different character.
        let scalars = Array(typed.unicodeScalars)
        let completed = names.flatMap { name in
            (1..<max(name.unicodeScalars.count, 1)).lazy.filter {
                name.unicodeScalars.prefix($0).elementsEqual(scalars.suffix($0))
            }
            .map { String(String.UnicodeScalarView(scalars.dropLast($0))) + name }
        }
        return ([typed] + completed).contains(where: isNumber)
    }
}

extension NumericFormat {
    enum Reading {
        case value(Value)
        case empty
        case notANumber
        case notRepresentable
    }

    /// The limit counts bytes, because one character can have a million accents.
    private static var maximumLength: Int { 1_000 }

    func number(in text: String) -> Reading {
        guard text.utf8.count <= Self.maximumLength else {
            return text.utf8.allSatisfy { (48...57).contains($0) } ? .notRepresentable : .notANumber
        }
        guard let name = symbols.normalized(text)?.uppercased() else { return .notANumber }
        if name.isEmpty || symbols.names.contains(name) { return .empty }
        guard scale != nil else {
            return parse(text).map { .value($0) } ?? .notANumber
        }
        guard let (reading, value) = reading(text) else { return .notANumber }
        if let value { return .value(value) }
        return reading.digits.map(isPlausible) ?? true ? .notRepresentable : .notANumber
    }

    /// Returns whether the type can hold the sign and the fraction of a number.
    private func isPlausible(_ digits: DecimalDigits) -> Bool {
        if digits.isBelowZero, ExactValue<Value>.whole(-1) == nil { return false }
        return !(Value.self is any BinaryInteger.Type) || digits.fraction.isEmpty
    }
}

public import Foundation

/// A format of numbers that uses a format style or a `NumberFormatter`.
///
/// ```swift
/// NumericFormat<Decimal>.style(.currency(code: "EUR"))
/// NumericFormat<Double>.formatter(numberFormatter)
/// ```
///
/// The format either parses a text exactly or refuses the text. A text can contain the digits and the separators that
/// the format writes. The symbol of the format, or the ISO code of the format's currency, can stand beside the digits.
/// A format of euros accepts "5", "€5", "5 EUR" and "eur 5", and refuses "5 USD".
///
/// A text can mix ASCII digits, full-width digits, and digits of the format's own script. If the decimal separator of a
/// format is not an ASCII character, the format also accepts "." as a decimal separator. There is one exception: if the
/// format separates groups with ".", the format does not accept "." as a decimal separator.
///
/// The field refuses a text if the format would display the typed number with different digits. For example, the field
/// refuses "€5.005" and "¥12.5". A field of a `Float` refuses "1234567.89", because the format would display
/// "1,234,567.88". With ``roundingToDisplayedDigits()``, the field accepts such a text and stores the displayed value.
///
/// An abbreviating format, such as `.notation(.compactName)`, cannot parse the texts that it displays. While a person
/// edits an abbreviated number, the field shows all digits in plain form: "1234.5" instead of "1.2K". The field also
/// accepts digits that the format does not display.
public struct NumericFormat<Value: Numeric & Comparable> {
    private let string: (Value) -> String
    private let parser: FormatParser<Value>
    /// The property is not private, because ``NumberInput`` reads the decimal separator.
    let symbols: NumberSymbols
    private let one: NumberAffixes?
    private let negativeOne: NumberAffixes?
    /// The scale of the format, as an exponent of ten.
    ///
    /// To display a value, the format multiplies the value by ten to the power of the scale. The scale of a percent
    /// format is 2. If the format does not multiply all values by the same power of ten, the scale is `nil`.
    private var scale: Int?
    /// The lowest accepted number; `nil` if there is no lower bound.
    private(set) var lowest: Value?
    /// The highest accepted number; `nil` if there is no upper bound.
    private(set) var highest: Value?
    /// The distance between successive accepted numbers.
    ///
    /// The steps begin at the lowest number, or at 0 if there is no lowest number.
    var step: Value?
    /// Whether the field rounds a typed value to the displayed value.
    var roundsToDisplayedDigits = false
    private let typing: NumberFormatProperties
    /// Whether the format writes abbreviations that it cannot parse.
    private var isAbbreviating = false

    /// Returns a format that uses a format style.
    ///
    /// If the parse strategy of a custom style throws an error for a number, the format refuses the number. The
    /// strategy receives a decimal number with the symbol of the style and without grouping separators. The parse
    /// strategy of a Foundation style throws an error even for some texts that the style has written. Therefore the
    /// format computes the value from the digits of a text, if possible. Otherwise, the format uses the strategy of the
    /// Foundation style. For example, if the style has the modifier `scale(2)`, the value cannot be computed from the
    /// digits.
    ///
    /// - Parameters:
    ///   - style: A style that can parse its own texts.
    ///   - locale: The locale of digits, separators and symbols. If the parameter is `nil`, the format of a Foundation
    ///     style uses the style's locale, and the format of a custom style uses the current locale. If a custom style
    ///     does not use the current locale, pass the locale of the style. The format reads digits and separators with
    ///     this locale. Pass the locale even if the method `locale(_:)` of the style has no effect.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> NumericFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        let style = locale.map { style.locale($0) } ?? style
        return NumericFormat(
            string: style.format,
            parser: FormatParser(style),
            symbols: NumberSymbols(
                locale ?? (style as? any LocalizedNumberStyle)?.locale ?? .current,
                currencyCode: (style as? any CurrencyStyle)?.currencyCode
            )
        )
    }

    /// Returns a format that uses a copy of a number formatter.
    ///
    /// Later changes of the formatter have no effect. The formatter's `minimum` and `maximum` limit the accepted
    /// numbers. The format ignores a `minimum` or a `maximum` that the value's type cannot represent.
    ///
    /// Formatters have these limitations on Linux:
    ///
    /// - A plain `Formatter` cannot parse, because its `objectValue(_:)` is unavailable.
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
            parser: FormatParser(formatter),
            symbols: NumberSymbols(formatter)
        )
        format.limit(
            lowest: formatter.minimum.flatMap { ExactValue<Value>.value(of: $0) },
            highest: formatter.maximum.flatMap { ExactValue<Value>.value(of: $0) }
        )
        return format
    }

    private init(string: @escaping (Value) -> String, parser: FormatParser<Value>, symbols: NumberSymbols) {
        self.string = string
        self.parser = parser
        let samples = FormatSamples(string)
        one = samples.one
        negativeOne = samples.negativeOne
        (self.symbols, scale) = samples.symbolsAndScale(symbols)
        typing = NumberFormatProperties(self.symbols, samples, scale: scale, string)
        isAbbreviating = abbreviates(samples)
        // An abbreviating format reads numbers in plain form, so its scale is 0.
        if isAbbreviating { scale = 0 }
    }

    /// Returns whether the format abbreviates large numbers.
    ///
    /// An abbreviating format writes 1 without an abbreviation. The format cannot parse the texts that it writes for
    /// large numbers.
    private func abbreviates(_ samples: FormatSamples) -> Bool {
        guard scale == nil, ExactValue<Value>.isKnown, let one = ExactValue<Value>.whole(1),
            case .number(let shown) = NumberReader(symbols: symbols).read(string(one)), shown.powerOfTen == 0
        else { return false }
        return !samples.allTexts {
            if case .value = number(in: $0) { true } else { false }
        }
    }

    /// Narrows the range of accepted numbers.
    ///
    /// An infinite bound is ignored, because each number that a person types is finite.
    mutating func limit(lowest: Value?, highest: Value?) {
        func isFinite(_ value: Value) -> Bool { ExactValue.isFinite(value) }
        self.lowest = [self.lowest, lowest].compactMap(\.self).filter(isFinite).max()
        self.highest = [self.highest, highest].compactMap(\.self).filter(isFinite).min()
    }

    /// Returns a format that rounds to the displayed digits.
    ///
    /// If the displayed value differs from the typed value, the field stores the displayed value. Without rounding, the
    /// field refuses the typed text.
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

    /// Whether a value can be computed from the digits of a text.
    private var isDecimal: Bool {
        ExactValue<Value>.isKnown && scale != nil
    }

    /// Returns the text that the field shows while a person edits the value.
    ///
    /// If the displayed text is not a decimal number, the method returns the displayed text. If the value cannot be
    /// computed from the digits of a text, the method also returns the displayed text.
    func editingText(_ value: Value) -> String {
        let displayText = string(value)
        if isAbbreviating { return plainText(value) ?? displayText }
        return isDecimal ? NumberReader(symbols: symbols).plainText(of: displayText) ?? displayText : displayText
    }

    /// Returns all digits of a value in plain form.
    func plainText(_ value: Value) -> String? {
        guard isDecimal, let scale else { return nil }
        return DecimalDigits("\(value)").map { symbols.plainText($0.shifted(by: scale)) }
    }

    /// Compares the signs and the digits of the displayed text and the typed text.
    ///
    /// The method compares the digits of decimal numbers, because two different numbers with many digits can have the
    /// same binary value. For texts that are not decimal, such as 0xFF, the method compares the values.
    func displayedValue(in displayText: String, for value: Value, typedAs text: String) -> DisplayedValue<Value> {
        if isAbbreviating { return .typed }
        let shown = outcome(displayText)
        guard case .value(let displayed) = reading(shown, displayText) else { return .unknown }
        let isSame =
            switch (outcome(text), shown) {
            case (.number(let typed), .number(let shown)): typed.ascii == shown.ascii
            case (.number, _), (_, .number): parser.standing == .judge && displayed == value
            default: displayed == value
            }
        return isSame ? .typed : .other(displayed)
    }

    /// Reads the digits of a text.
    ///
    /// The text can contain a plural form of the format's symbol.
    private func outcome(_ text: String) -> NumberReader.Outcome {
        let outcome = NumberReader(symbols: symbols).read(text)
        guard case .notANumber = outcome, scale != nil, !isAbbreviating else { return outcome }
        return typing.reader.read(text)
    }

    /// Returns the numbers that a text can become if a person appends digits or symbols.
    ///
    /// The result is `nil` for a custom style. The result is also `nil` if the value cannot be computed from the digits
    /// of a text.
    func numbers(beginningWith text: String) -> [PartialNumber]? {
        guard isDecimal, parser.standing != .judge else { return nil }
        // In an abbreviating format, the symbols beside large numbers are abbreviations such as "M", and not plural
        // forms. The format cannot parse the abbreviations.
        let reader = isAbbreviating ? NumberReader(symbols: symbols) : typing.reader
        return reader.numbers(beginningWith: text)
    }

    /// The bounds that the field uses while a person types a number.
    var bounds: NumberBounds {
        func text(_ value: Value?) -> DecimalDigits? {
            value.flatMap { DecimalDigits("\($0)") }?.shifted(by: scale ?? 0)
        }
        guard let slack = roundingSlack else { return NumberBounds() }
        let ofType = ExactValue<Value>.bounds
        var bounds = NumberBounds(lowest: text(lowest ?? ofType.lowest), highest: text(highest ?? ofType.highest))
        if slack > 0 {
            bounds.slack = slack
            bounds.lowest = bounds.lowest?.decimal.flatMap { DecimalDigits("\($0 - slack)") }
            bounds.highest = bounds.highest?.decimal.flatMap { DecimalDigits("\($0 + slack)") }
        }
        let fractionLength = roundsToDisplayedDigits ? nil : typing.fractionLength.map { -$0 }
        let exponents = [fractionLength, Value.self is any BinaryInteger.Type ? scale : nil]
        bounds.exponent = exponents.compactMap(\.self).max()
        if let size = text(step)?.decimal, let base = text(lowest ?? 0)?.decimal { bounds.step = (size, base) }
        return bounds
    }

    /// The largest difference between a typed number and the rounded number that the format displays.
    ///
    /// The property is `nil` if the difference is not known. The difference is less than one unit of the last displayed
    /// digit.
    private var roundingSlack: Decimal? {
        guard roundsToDisplayedDigits, !isAbbreviating else { return .zero }
        if Value.self is any BinaryInteger.Type { return typing.displaysIntegers ? .zero : nil }
        guard let length = typing.fractionLength else { return nil }
        let unit = Decimal(sign: .plus, exponent: -length, significand: 1)
        return unit - Decimal(sign: .plus, exponent: -length - 15, significand: 1)
    }
}

extension NumericFormat {
    /// The result of reading a text.
    enum Reading {
        case value(Value)
        case empty
        case notANumber
        case notRepresentable
    }

    /// Reads a text that contains only a number.
    func number(in text: String) -> Reading {
        reading(outcome(text), text)
    }

    private func reading(_ outcome: NumberReader.Outcome, _ text: String) -> Reading {
        switch outcome {
        case .empty: .empty
        case .notRepresentable: .notRepresentable
        case .notANumber: foreignValue(of: text).map { .value($0) } ?? .notANumber
        case .number(let digits): value(of: digits, text)
        }
    }

    private func value(of digits: DecimalDigits, _ text: String) -> Reading {
        guard ExactValue<Value>.isKnown, let scale else { return parsedValue(of: digits, text) }
        let shifted = digits.shifted(by: -scale)
        guard let exact = ExactValue<Value>(shifted)?.value else {
            return isPlausible(shifted) ? .notRepresentable : .notANumber
        }
        if parser.standing == .judge, let scrubbed = scrubbed(digits), parser.value(scrubbed) == nil {
            return .notANumber
        }
        return .value(exact)
    }

    /// Parses a text with the format's own parser.
    ///
    /// The format uses this method if the value cannot be computed from the digits of the text.
    private func parsedValue(of digits: DecimalDigits, _ text: String) -> Reading {
        // The parser reads the unchanged text first, because a text such as "1e2" can be a hexadecimal number.
        let foreign = scale == nil ? foreignValue(of: text) : nil
        guard let parsed = foreign ?? scrubbed(digits).flatMap(parser.value) else { return .notANumber }
        return ExactValue.isFinite(parsed) ? .value(parsed) : .notRepresentable
    }

    /// Writes a number with the format's symbol and without grouping separators.
    private func scrubbed(_ digits: DecimalDigits) -> String? {
        guard let affixes = digits.isBelowZero ? negativeOne : one else { return nil }
        return affixes.prefix + digits.text(decimalSeparator: symbols.decimalSeparator) + affixes.suffix
    }

    /// Returns whether the type can hold the sign and the fraction of a number.
    ///
    /// An integer type has no fractions, and an unsigned type cannot hold -1.
    private func isPlausible(_ digits: DecimalDigits) -> Bool {
        if digits.isBelowZero, negativeOne == nil { return false }
        return !(Value.self is any BinaryInteger.Type) || digits.fraction.isEmpty
    }

    /// Reads a text that is not a decimal number, such as 0xFF or 1:30.
    private func foreignValue(of text: String) -> Value? {
        if parser.standing == .lastResort, scale != nil { return nil }
        guard text.utf8.count <= NumberReader.maximumLength else { return nil }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let parsed = parser.value(text), ExactValue.isFinite(parsed) else { return nil }
        // The method appends a meaningless suffix to the text. If the parser still returns a value, the parser ignores
        // the end of a text.
        let readsWholeText = parser.value(text + "\u{FFFD}") == nil
        let isOwnText = TextNormalization.isEqual(string(parsed), text)
        return readsWholeText || isOwnText ? parsed : nil
    }
}

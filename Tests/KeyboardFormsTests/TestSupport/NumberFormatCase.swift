import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// A format of numbers in any locale, without the type of its value.
@MainActor
struct NumberFormatCase {
    struct Reading {
        /// The description of the stored value, or `nil`.
        let value: String?
        let reason: ValueInputError.Reason?
        /// The text of the field after the commit.
        let shown: String
    }

    private let reading: (_ text: String, _ locale: Locale, _ rounds: Bool) -> Reading

    /// Enters a text into an empty field.
    @MainActor
    func read(_ text: String, in locale: String, rounds: Bool = false) -> Reading {
        reading(text, Locale(identifier: locale), rounds)
    }

    static func format<Value: Numeric & Comparable>(
        range: ClosedRange<Value>? = nil,
        _ make: @escaping (Locale) -> NumericFormat<Value>
    ) -> NumberFormatCase {
        NumberFormatCase { text, locale, rounds in
            let (storage, field) = (ValueStorage<Value>(), SimulatedPhone().field())
            let format = rounds ? make(locale).roundingToDisplayedDigits() : make(locale)
            let number = NumberInput(field, storage.bound, format, range: range)
            field.text = text
            #expect(number.commit() == (storage.value != nil) && (number.error == nil) == (storage.value != nil))
            #expect(field.text == number.displayText)
            return Reading(value: storage.value.map { "\($0)" }, reason: number.error?.reason, shown: field.text)
        }
    }

    static func style(_ change: @escaping (Decimal.FormatStyle) -> Decimal.FormatStyle) -> NumberFormatCase {
        format { .style(change(Decimal.FormatStyle(locale: $0))) }
    }

    static func integers(_ change: @escaping (IntegerFormatStyle<Int>) -> IntegerFormatStyle<Int>) -> NumberFormatCase {
        format { .style(change(IntegerFormatStyle(locale: $0))) }
    }

    static func currency(
        _ code: String,
        _ presentation: CurrencyFormatStyleConfiguration.Presentation = .standard,
        sign: CurrencyFormatStyleConfiguration.SignDisplayStrategy? = nil
    ) -> NumberFormatCase {
        format { locale in
            let style = Decimal.FormatStyle.Currency(code: code, locale: locale).presentation(presentation)
            return .style(sign.map { style.sign(strategy: $0) } ?? style)
        }
    }

    static func formatter(
        _ style: NumberFormatter.Style = .decimal,
        _ change: @escaping (NumberFormatter) -> Void = { _ in }
    ) -> NumberFormatCase {
        formatter(style, as: Decimal.self, change)
    }

    static func formatter<Value: Numeric & Comparable>(
        _ style: NumberFormatter.Style = .decimal,
        as type: Value.Type,
        _ change: @escaping (NumberFormatter) -> Void = { _ in }
    ) -> NumberFormatCase {
        formatter(style, range: nil as ClosedRange<Value>?, change)
    }

    static func formatter<Value: Numeric & Comparable>(
        _ style: NumberFormatter.Style = .decimal,
        range: ClosedRange<Value>?,
        _ change: @escaping (NumberFormatter) -> Void
    ) -> NumberFormatCase {
        format(range: range) { locale in
            let formatter = NumberFormatter()
            formatter.numberStyle = style
            formatter.locale = locale
            formatter.currencyCode = "EUR"
            change(formatter)
            return NumericFormat<Value>.formatter(formatter)
        }
    }
}

extension NumberFormatCase {
    /// Returns a format by its name in the table; any other name is the code of a currency.
    static func named(_ name: String) -> NumberFormatCase {
        switch name {
        case "number": style { $0 }
        case "USD accounting": currency("USD", sign: .accounting)
        case "percent": format { NumericFormat<Decimal>.style(.percent, locale: $0) }
        case "Double %": format { NumericFormat<Double>.style(.percent, locale: $0) }
        case "Double EUR": format { NumericFormat<Double>.style(.currency(code: "EUR"), locale: $0) }
        case "Int EUR": format { NumericFormat<Int>.style(.currency(code: "EUR"), locale: $0) }
        case "Int8": format { NumericFormat<Int8>.style(.number, locale: $0) }
        case "UInt": format { NumericFormat<UInt>.style(.number, locale: $0) }
        case "UInt64": format { NumericFormat<UInt64>.style(.number, locale: $0) }
        case "Int": format { NumericFormat<Int>.style(.number, locale: $0) }
        case "Double": format { NumericFormat<Double>.style(.number, locale: $0) }
        case "Float": format { NumericFormat<Float>.style(.number, locale: $0) }
        case "Float EUR": format { .style(FloatingPointFormatStyle<Float>.Currency(code: "EUR", locale: $0)) }
        case "CGFloat": format { NumericFormat<CGFloat>.style(FloatingPointFormatStyle(), locale: $0) }
        case "thousandfold": style { $0.scale(1_000) }
        case "thousandth": style { $0.scale(0.001) }
        case "doubled": style { $0.scale(2) }
        case "cents": integers { $0.scale(0.01) }
        case "scientific": style { $0.notation(.scientific) }
        case "short scientific": style { $0.notation(.scientific).precision(.fractionLength(3)) }
        case "tens": style { $0.rounded(rule: .up, increment: 10) }
        case "Int tens": integers { $0.rounded(rule: .up, increment: 10) }
        case "two digits": style { $0.precision(.significantDigits(2)) }
        case "compact": style { $0.notation(.compactName) }
        case "no sign": style { $0.sign(strategy: .never) }
        case "no groups": integers { $0.grouping(.never) }
        case "Int EGP": format { .style(IntegerFormatStyle<Int>.Currency(code: "EGP", locale: $0)) }
        case "even": format { _ in .style(ClosureStyle<Int>({ "#\($0)" }, parse: even)) }
        case "hexadecimal":
            format { _ in .style(ClosureStyle<Int>({ "0x" + String($0, radix: 16) }, parse: hexadecimal)) }
        case "prefix": format { _ in .style(ClosureStyle<Int>({ "#\($0)" }, parse: prefix)) }
        case "description": format { .style(ClosureStyle<Double>({ "\($0)" }) { Double($0) }, locale: $0) }
        case "formatter": formatter()
        case "formatter of Int": formatter(as: Int.self)
        case "plain formatter": formatter(.none, as: Int.self)
        case "separators": formatter { ($0.decimalSeparator, $0.groupingSeparator) = (",", "_") }
        case "Int separators": formatter(as: Int.self) { ($0.decimalSeparator, $0.groupingSeparator) = (",", "_") }
        case "scientific formatter": formatter(.scientific)
        case "Int scientific": formatter(.scientific, as: Int.self)
        case "times 1000": formatter { $0.multiplier = 1_000 }
        case "times 1": formatter { $0.multiplier = 1 }
        case "times 12": formatter { $0.multiplier = 12 }
        case "tilde": formatter { $0.positivePrefix = "~" }
        case "tilde times 12": formatter { ($0.positivePrefix, $0.multiplier) = ("~", 12) }
        case "yen": formatter(.currencyPlural) { $0.currencyCode = "JPY" }
        case "Int yen": formatter(.currencyPlural, as: Int.self) { $0.currencyCode = "JPY" }
        case "currency": formatter(.currency)
        case "accounting": formatter(.currencyAccounting)
        case "ISO code": formatter(.currencyISOCode)
        case "plural": formatter(.currencyPlural)
        case "m2": formatter { ($0.positiveSuffix, $0.negativeSuffix) = (" m2", " m2") }
        case "trailing sign": formatter(as: Int.self) { ($0.negativePrefix, $0.negativeSuffix) = ("", "-") }
        case "negated": formatter { $0.multiplier = -1 }
        case "limited": formatter { ($0.minimum, $0.maximum) = (0.5, 20) }
        case "padded": formatter(.none) { ($0.paddingCharacter, $0.formatWidth) = ("0", 5) }
        case "at most 20": formatter(as: Int.self) { $0.maximum = 20 }
        case "limited from 10": formatter(range: Decimal(10)...30) { ($0.minimum, $0.maximum) = (0.5, 20) }
        default: currency(name)
        }
    }

    private static let even: @Sendable (String) -> Int? = { text in
        Int(text.trimmingPrefix("#")).flatMap { $0.isMultiple(of: 2) ? $0 : nil }
    }

    private static let hexadecimal: @Sendable (String) -> Int? = { Int($0.trimmingPrefix("0x"), radix: 16) }

    /// Ignores a suffix, as Foundation's styles do.
    private static let prefix: @Sendable (String) -> Int? = { text in
        Int(text.drop { $0 == "#" }.prefix(while: \.isNumber)) ?? 0
    }
}

/// A style that writes and parses texts with two closures.
struct ClosureStyle<Value>: ParseableFormatStyle, ParseStrategy {
    private let formatting: @Sendable (Value) -> String
    private let parsing: @Sendable (String) -> Value?

    init(_ formatting: @escaping @Sendable (Value) -> String, parse: @escaping @Sendable (String) -> Value?) {
        (self.formatting, parsing) = (formatting, parse)
    }

    var parseStrategy: ClosureStyle { self }
    func format(_ value: Value) -> String { formatting(value) }
    func parse(_ text: String) throws -> Value {
        guard let value = parsing(text) else { throw CocoaError(.formatting) }
        return value
    }

    // Foundation requires the conformances, and no test uses them.
    static func == (one: ClosureStyle, other: ClosureStyle) -> Bool { false }
    func hash(into hasher: inout Hasher) {}
    init(from decoder: any Decoder) throws { throw CocoaError(.coderInvalidValue) }
    func encode(to encoder: any Encoder) throws {}
}

import Foundation
import KeyboardForms

extension EditedFormat {
    /// The formats of a locale, created when they are used.
    static func all(_ locale: Locale, isLive: Bool) -> [() -> EditedFormat] {
        decimals(locale, isLive) + others(locale, isLive) + formatters(locale, isLive) + dates(locale, isLive)
    }

    private static func decimals(_ locale: Locale, _ isLive: Bool) -> [() -> EditedFormat] {
        let values: [Decimal] = [
            0, 1, -7, 12, Decimal(string: "1234.5") ?? 0, Decimal(string: "-0.05") ?? 0, 9_650_000,
        ]
        func make<Style: ParseableFormatStyle>(_ name: String, _ style: Style) -> () -> EditedFormat
        where Style.FormatInput == Decimal, Style.FormatOutput == String {
            { number(name, .style(style), values, isLive: isLive) }
        }
        let plain = Decimal.FormatStyle(locale: locale)
        func currency(_ code: String) -> Decimal.FormatStyle.Currency { .init(code: code, locale: locale) }
        return [
            make("number", plain), make("two digits", plain.precision(.fractionLength(2))),
            make("significant", plain.precision(.significantDigits(3))), make("signs", plain.sign(strategy: .always())),
            make("no signs", plain.sign(strategy: .never)), make("thousandths", plain.scale(1_000)),
            make("negated", plain.scale(-1)), make("scientific", plain.notation(.scientific)),
            make("compact", plain.notation(.compactName)), make("tens", plain.rounded(rule: .up, increment: 10)),
            make("separator", plain.decimalSeparator(strategy: .always)),
            make("percent", Decimal.FormatStyle.Percent(locale: locale)),
            make("EUR", currency("EUR")), make("JPY", currency("JPY")),
            make("EUR code", currency("EUR").presentation(.isoCode)),
            make("PLN name", currency("PLN").presentation(.fullName)),
            make("IRR name", currency("IRR").presentation(.fullName)),
            make("USD narrow", currency("USD").presentation(.narrow)),
            make("accounting", currency("EUR").sign(strategy: .accounting)),
            make("compact EUR", currency("EUR").notation(.compactName)),
        ]
    }

    private static func others(_ locale: Locale, _ isLive: Bool) -> [() -> EditedFormat] {
        [
            { number("Int8", .style(IntegerFormatStyle<Int8>(locale: locale)), [0, -7, 127], isLive: isLive) },
            { number("UInt64", .style(IntegerFormatStyle<UInt64>(locale: locale)), [0, .max], isLive: isLive) },
            {
                let style = IntegerFormatStyle<Int>.Currency(code: "EUR", locale: locale)
                return number("Int EUR", .style(style), [0, -7, 12_345], isLive: isLive)
            },
            { number("Float", .style(FloatingPointFormatStyle<Float>(locale: locale)), [0, 1.5], isLive: isLive) },
            {
                let style = FloatingPointFormatStyle<Double>.Percent(locale: locale)
                return number("Double percent", .style(style), [0, 1, -7, 1_234.5, 0.05], isLive: isLive)
            },
            { EditedFormat("text", .text, values: ["", "Ada"], isLive: isLive) { typed, value, _ in typed == value } },
        ]
    }

    private static func formatters(_ locale: Locale, _ isLive: Bool) -> [() -> EditedFormat] {
        func make(_ name: String, _ style: NumberFormatter.Style, _ change: @escaping (NumberFormatter) -> Void)
            -> () -> EditedFormat
        {
            {
                let formatter = NumberFormatter()
                formatter.numberStyle = style
                formatter.locale = locale
                change(formatter)
                return number(name, .formatter(formatter), [Decimal(0), -7, 1_234], isLive: isLive)
            }
        }
        return [
            make("formatter of currency", .currency) { $0.currencyCode = "EUR" },
            make("multiplier", .decimal) { $0.multiplier = -1 },
            make("padding", .none) { ($0.paddingCharacter, $0.formatWidth) = ("0", 5) },
            make("square metres", .decimal) { ($0.positiveSuffix, $0.negativeSuffix) = (" m2", " m2") },
        ]
    }

    private static func dates(_ locale: Locale, _ isLive: Bool) -> [() -> EditedFormat] {
        let gregorian = Calendar(identifier: .gregorian)
        func style(_ date: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle) -> Date.FormatStyle {
            Date.FormatStyle(date: date, time: time, locale: locale, calendar: gregorian, timeZone: .gmt)
        }
        func make(_ name: String, _ style: Date.FormatStyle) -> () -> EditedFormat {
            { date(name, .style(style), isLive: isLive) }
        }
        return [
            make("numeric", style(.numeric, .omitted)), make("abbreviated", style(.abbreviated, .omitted)),
            make("complete", style(.complete, .omitted)), make("time", style(.omitted, .standard)),
            make("day and time", style(.numeric, .shortened)), make("words and time", style(.abbreviated, .standard)),
            { date("typed date", .typedDate(locale: locale, calendar: gregorian, timeZone: .gmt), isLive: isLive) },
            { date("typed time", .typedTime(locale: locale, timeZone: .gmt), isLive: isLive) },
            { date("ISO", .style(Date.ISO8601FormatStyle().year().month().day()), isLive: isLive) },
        ]
    }
}

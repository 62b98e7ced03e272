public import Foundation

extension ValueFormat where Value == Date {
    /// Formats and parses dates and times with a format style.
    ///
    /// A text stands for a date if it equals the text that the style displays for the date. Spaces, case, leading
    /// zeros, the script of the digits and the periods of "p.m." may differ. The separators ".", "/" and "-" are
    /// treated as equal. If the style writes a date without the name of a month, or writes only a time, the numbers
    /// alone are enough. A person types them in the order of the style. If the style writes year, month and day as
    /// numbers, a person can also type them in the order of ISO 8601. The separator between day, month and year can be
    /// ".", "/", "-" or a space. For example, a numeric German style accepts "29.02.2024", "29/2/24" and "2024-02-29".
    /// An English style with the name of the month accepts "feb 29, 2024".
    ///
    /// - A text that can stand for two dates is refused with ``ValueInputError/Reason/ambiguous(text:readings:)``. For
    ///   example, in a style that writes hours from 1 to 12, "5:00" is ambiguous, but "17:00" is not.
    /// - A day or a time that does not exist, such as "30.02.2024", is refused with
    ///   ``ValueInputError/Reason/nonexistent(text:example:)``.
    /// - Any other text is refused with ``ValueInputError/Reason/notADate(text:example:)``.
    ///
    /// A field always accepts the text that it shows, even if no parser can read this text.
    ///
    /// A Gregorian year has four digits. A year from 1970 to 2069 can also have two digits, as in Foundation. If an
    /// hour occurs twice at the end of summer time, a typed time stands for the first occurrence.
    ///
    /// If the calendar is not Gregorian, a text with two hyphens can also stand for a Gregorian day. The same numbers
    /// may form another day in the style's own calendar. Of the two days, the field takes the day between the Gregorian
    /// years 1583 and 2399. For example, in a Persian field, "1404-12-24" stands for a Persian day, and "2026-03-15"
    /// stands for a Gregorian day. If both days are between 1583 and 2399, the text is ambiguous.
    ///
    /// The parsed date replaces the whole value. Components that the style does not display come from January 1, 1970.
    /// To keep the other components of the old date, bind the value with two closures. In the closure that sets the
    /// value, combine the old date with the new date.
    ///
    /// - Parameters:
    ///   - style: A style that can parse its own texts.
    ///   - locale: The locale of the texts, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueFormat(DateRules(locale.map { style.locale($0) } ?? style))
    }

    /// Formats and parses days as numbers, with four digits for the year.
    ///
    /// ```swift
    /// birthdayInput = ValueInput(
    ///     birthdayField, title: "Birthday",
    ///     value: .of(self, \.birthday),
    ///     format: .typedDate(locale: locale)
    /// )
    /// ```
    ///
    /// The locale determines the separators and the order of the numbers. The placeholder shows the order and the
    /// separators, such as "DD.MM.YYYY" in German. If the order of the locale is "year, day, month", the format uses
    /// the order of ISO 8601 instead. A person can also type a day in the order of ISO 8601, with ".", "/", "-" or a
    /// space between the numbers. If `calendar` is the Japanese, Chinese, Korean or Hebrew calendar, numbers in the
    /// order of ISO 8601 are read as a Gregorian day. A person can also type a day in the form that the field shows.
    ///
    /// - Parameters:
    ///   - locale: The locale of the texts. The default is the session's locale for dates.
    ///   - calendar: The calendar.
    ///   - timeZone: The time zone that determines when a day begins.
    /// - Returns: The format.
    public static func typedDate(
        locale: Locale = .ofSession("LC_TIME"),
        calendar: Calendar = .current,
        timeZone: TimeZone = .current
    ) -> ValueFormat {
        let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
            .year(.padded(4)).month(.twoDigits).day(.twoDigits)
        func verbatim(_ format: Date.FormatString) -> ValueFormat {
            typed(Date.VerbatimFormatStyle(format: format, locale: locale, timeZone: timeZone, calendar: calendar))
        }
        let order = Calendar(ofStyle: style).flatMap { DateDigits($0, format: style.format)?.order } ?? []
        // A person could confuse the order "year, day, month" with the order of ISO 8601.
        if order.count == 3, order.prefix(2) != [.year, .day] { return typed(style) }
        // In some calendars, `style` writes the month as a word. A verbatim style writes the month as a number.
        return switch order.first {
        case .day: verbatim("\(day: .twoDigits)/\(month: .twoDigits)/\(year: .padded(4))")
        case .year: verbatim("\(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)")
        default: typed(style)
        }
    }

    /// Formats and parses times with two digits for the hour and two digits for the minute.
    ///
    /// The locale determines whether hours are written in 24-hour form. The placeholder is "HH:MM" in German, and
    /// "HH:MM AM/PM" in English. The day of each value is January 1, 1970.
    ///
    /// - Parameters:
    ///   - locale: The locale of the texts. The default is the session's locale for dates.
    ///   - timeZone: The time zone.
    /// - Returns: The format.
    public static func typedTime(locale: Locale = .ofSession("LC_TIME"), timeZone: TimeZone = .current) -> ValueFormat {
        typed(
            Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: timeZone)
                .hour(.twoDigits(amPM: .abbreviated)).minute(.twoDigits)
        )
    }

    private static func typed<Style: ParseableFormatStyle>(_ style: Style) -> ValueFormat
    where Style.FormatInput == Date, Style.FormatOutput == String {
        var format = ValueFormat.style(style)
        format.placeholder =
            Calendar(ofStyle: style).flatMap { DateDigits.placeholder($0, format: style.format) } ?? "YYYY-MM-DD"
        return format
    }
}

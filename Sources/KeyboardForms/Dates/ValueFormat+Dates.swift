public import Foundation

extension ValueFormat where Value == Date {
    /// Formats and parses dates and times with a format style.
    ///
    /// A text is accepted if it stands for exactly one date. The text can differ from the text that the style displays.
    /// In English, "2/29/2024", "Feb 29, 2024" and "2024-02-29" are the same day. The numbers of a date can be in one
    /// of these orders:
    ///
    /// - the order of the style
    /// - the order of ISO 8601
    /// - the order of numeric dates in the locale, but not if a `Date.VerbatimFormatStyle` writes the month as a number
    ///
    /// The separators "/", "." and "-" between day, month and year are equivalent. All kinds of spaces are equivalent.
    /// The text "p.m." is read as "PM". The field refuses a text with a wrong mark, such as "5-6 PM" or "10:00+02".
    ///
    /// If a typed text can stand for several dates, the field compares the text with three forms of each date: the form
    /// of the style, the numeric form of the locale, and the form of ISO 8601. If the typed text equals a form of only
    /// one date, the field accepts this date.
    ///
    /// - Any other ambiguous text is refused with ``ValueInputError/Reason/ambiguous(text:readings:)``. For example,
    ///   "5:00" is ambiguous in a style that writes hours from 1 to 12.
    /// - A day or a time that does not exist, such as "30.02.2024", is refused with
    ///   ``ValueInputError/Reason/nonexistent(text:example:)``.
    /// - A text that is not a date is refused with ``ValueInputError/Reason/notADate(text:example:)``.
    ///
    /// If the style has no year, the year is 1970. A style without a year refuses February 29, because 1970 is not a
    /// leap year. If an hour occurs twice at the end of summer time, a time in this hour stands for the first
    /// occurrence. In the Gregorian calendar, a year of two digits is a year from 1970 to 2069. The range from 1970 to
    /// 2069 is also the default of Foundation's `Date.ParseStrategy` (`twoDigitStartDate`).
    ///
    /// Foundation's own parser reads the texts of these styles:
    ///
    /// - styles with weeks, quarters, eras or fractions of a second
    /// - styles that display the offset of a time zone as a number, such as "GMT+2"
    /// - styles whose calendar has leap months or begins each era with the year 1
    ///
    /// After Foundation's parser has read a text, the field formats the parsed date with the style. If the formatted
    /// text and the typed text have different numbers or words, the field refuses the typed text. If the style writes
    /// another date with the same numbers and words, the field also refuses the typed text. Otherwise the field accepts
    /// the date.
    ///
    /// If the style's calendar is not Gregorian, a text in the order of ISO 8601 can be ambiguous. The text can name a
    /// day of the style's calendar or a day of the Gregorian calendar. The Gregorian year must have four digits. An
    /// ambiguous text is refused. If the style's calendar has the year but not the day, the text is refused, too.
    ///
    /// The parsed date replaces the whole value. A style such as `.dateTime.hour().minute()` displays only some
    /// components of a date. The value gets the missing components from January 1, 1970. To keep the missing components
    /// of the old value, bind the value with two closures. In the closure that sets the value, combine the displayed
    /// components of the new date with the other components of the old date.
    ///
    /// - Parameters:
    ///   - style: A style that can parse its own texts.
    ///   - locale: The locale of the texts, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueFormat(DateRules(locale.map { style.locale($0) } ?? style))
    }

    /// Formats and parses days as numbers, with a year of four digits.
    ///
    /// ```swift
    /// birthdayInput = ValueInput(
    ///     birthdayField, title: "Birthday",
    ///     value: .of(self, \.birthday),
    ///     format: .typedDate(locale: locale)
    /// )
    /// ```
    ///
    /// The locale determines the separators and the order of the numbers. The ``placeholder`` shows the order and the
    /// separators, such as "DD.MM.YYYY" in German. If the order of the locale is "year, day, month", the format uses
    /// the order of ISO 8601 instead. A person can also type a date in other forms, such as "Feb 29, 2024" in English.
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
        let numeric = Date.FormatStyle(
            date: .numeric,
            time: .omitted,
            locale: locale,
            calendar: calendar,
            timeZone: timeZone
        )
        func verbatim(_ format: Date.FormatString) -> ValueFormat {
            typed(Date.VerbatimFormatStyle(format: format, locale: locale, timeZone: timeZone, calendar: calendar))
        }
        let sample = DateCalendar(style.dateCalendar).flatMap(DateSample.init)
        func order(_ style: Date.FormatStyle) -> [DateReader.Field]? {
            sample.flatMap { $0.fields(of: style.format($0.date)) }
        }
        let own = order(style)
        // In some calendars, all styles write the month as a word.
        switch own?.count == 3 ? own : order(numeric) {
        case [.day, .month, .year] where own?.count != 3, [.day, .year]:
            return verbatim("\(day: .twoDigits)/\(month: .twoDigits)/\(year: .padded(4))")
        case [.month, .day, .year] where own?.count != 3:
            return verbatim("\(month: .twoDigits)/\(day: .twoDigits)/\(year: .padded(4))")
        // A person could confuse the order "year, day, month" with the order of ISO 8601.
        case [.year, .day, .month], [.year, .day]:
            return verbatim("\(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)")
        default: return typed(style)
        }
    }

    /// Formats and parses times with two digits for the hour and two digits for the minute.
    ///
    /// The locale determines whether hours are written in 24-hour form. The ``placeholder`` shows the form: "HH:MM" in
    /// German and "HH:MM AM/PM" in English. The value is the typed time on January 1, 1970.
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

    private static func typed<Style: ParseableFormatStyle & CalendarDateStyle>(_ style: Style) -> ValueFormat
    where Style.FormatInput == Date, Style.FormatOutput == String {
        var format = ValueFormat.style(style)
        format.placeholder = placeholder(style)
        return format
    }

    /// Returns the form of a typed date, with letters instead of digits, such as "DD.MM.YYYY".
    private static func placeholder<Style: FormatStyle & CalendarDateStyle>(_ style: Style) -> String?
    where Style.FormatInput == Date, Style.FormatOutput == String {
        let calendar = style.dateCalendar
        guard let sample = DateCalendar(calendar).flatMap(DateSample.init),
            var fields = sample.fields(of: style.format(sample.date))?[...], !fields.isEmpty
        else { return nil }
        let (am, pm) = (calendar.amSymbol, calendar.pmSymbol)
        let text = pm.isEmpty ? style.format(sample.date) : style.format(sample.date).replacing(pm, with: "\(am)/\(pm)")
        var isNumber = false
        let letters = text.map { character -> Character in
            if !character.isDecimalDigit {
                if isNumber { fields.removeFirst() }
                isNumber = false
                return character
            }
            isNumber = true
            return fields.first?.letter ?? character
        }
        return String(letters)
    }
}

extension DateReader.Field {
    fileprivate var letter: Character {
        switch self {
        case .year: "Y"
        case .month, .minute: "M"
        case .day: "D"
        case .hour: "H"
        default: "S"
        }
    }
}

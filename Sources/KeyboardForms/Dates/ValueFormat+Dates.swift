public import Foundation

extension ValueFormat where Value == Date {
    /// Formats and parses dates and times with a format style.
    ///
    /// A text is accepted if it stands for one date. The text may differ from the form that the style displays. Numbers
    /// are read in the order of the style or of ISO 8601. Numbers are also read in the locale's order of numeric dates.
    /// In English, "2/29/2024", "Feb 29, 2024" and "2024-02-29" stand for one day. All separators of days are
    /// equivalent. All kinds of spaces are equivalent. The text "p.m." is read as "PM". A text with another sign, such
    /// as "5-6 PM" or "10:00+02", is refused. A text can stand for several dates. If the style displays exactly one
    /// possible date as typed, the value is this date.
    ///
    /// - A text that is still ambiguous is refused with ``ValueInputError/Reason/ambiguous(text:readings:)``. An
    ///   example is "5:00" in a style that writes hours from 1 to 12.
    /// - A day or a time that the calendar does not have is refused with
    ///   ``ValueInputError/Reason/nonexistent(text:example:)``. An example is "30.02.2024".
    /// - Other texts are refused with ``ValueInputError/Reason/notADate(text:example:)``.
    ///
    /// If the style has no year, the year is 1970, which has no February 29. At the end of summer time, an hour can
    /// occur twice. A text with a repeated hour stands for the first of the two hours. In the Gregorian calendar, a
    /// year of two digits is a year from 1970 to 2069. Foundation's `Date.ParseStrategy.twoDigitStartDate` defines the
    /// same years.
    ///
    /// Some styles parse the text themselves:
    ///
    /// - styles with weeks, quarters, eras or fractions of a second
    /// - styles with a time zone with several offsets
    /// - styles with a calendar that has leap months or eras
    ///
    /// A date matches a text if the displayed date has the text's numbers and words. A text of such a style is accepted
    /// if exactly one date matches.
    ///
    /// If the style's calendar is not Gregorian, a day in ISO 8601 order can be ambiguous. The day can belong to the
    /// style's calendar or to the Gregorian calendar. Such an ambiguous text is refused.
    ///
    /// The parsed date replaces the whole value. Some styles have only some fields of a date, such as
    /// `.dateTime.hour().minute()`. The fields that the style lacks are taken from January 1, 1970. To keep the other
    /// fields of the old value, bind the value with two closures. In the closure that sets the value, combine the
    /// fields of the old and the new date.
    ///
    /// - Parameters:
    ///   - style: A style that can parse its own texts.
    ///   - locale: The locale of the texts, or `nil` for the locale of the style.
    /// - Returns: The format.
    public static func style<Style: ParseableFormatStyle>(_ style: Style, locale: Locale? = nil) -> ValueFormat
    where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueFormat(DateRules(locale.map { style.locale($0) } ?? style))
    }

    /// Formats and parses days that are typed as numbers, with a year of four digits.
    ///
    /// ```swift
    /// birthdayInput = ValueInput(
    ///     birthdayField, title: "Birthday",
    ///     value: .of(self, \.birthday),
    ///     format: .typedDate(locale: locale)
    /// )
    /// ```
    ///
    /// The locale determines the order and the separators, and the ``placeholder`` shows them: "DD.MM.YYYY" in German.
    /// In some locales, the order is year, day, month. For such a locale, the format uses the order of ISO 8601
    /// instead. The format also accepts other forms of a date, as a format from a style does.
    ///
    /// - Parameters:
    ///   - locale: The locale of the texts.
    ///   - calendar: The calendar.
    ///   - timeZone: The time zone in which the day begins.
    /// - Returns: The format.
    public static func typedDate(
        locale: Locale = .current,
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
        // Some calendars write the month as a word in each style.
        switch own?.count == 3 ? own : order(numeric) {
        case [.day, .month, .year] where own?.count != 3, [.day, .year]:
            return verbatim("\(day: .twoDigits)/\(month: .twoDigits)/\(year: .padded(4))")
        case [.month, .day, .year] where own?.count != 3:
            return verbatim("\(month: .twoDigits)/\(day: .twoDigits)/\(year: .padded(4))")
        // A person cannot distinguish the order of year, day and month from the order of ISO 8601.
        case [.year, .day, .month], [.year, .day]:
            return verbatim("\(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)")
        default: return typed(style)
        }
    }

    /// Formats and parses times that are typed as hours and minutes, with two digits each.
    ///
    /// The locale determines whether hours are written in 24-hour form. The ``placeholder`` shows the form: "HH:MM" in
    /// German and "HH:MM AM/PM" in English. The value is the typed time on January 1, 1970.
    ///
    /// - Parameters:
    ///   - locale: The locale of the texts.
    ///   - timeZone: The time zone.
    /// - Returns: The format.
    public static func typedTime(locale: Locale = .current, timeZone: TimeZone = .current) -> ValueFormat {
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

    /// Returns the text of a date with letters in place of its digits.
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
        case .second: "S"
        }
    }
}

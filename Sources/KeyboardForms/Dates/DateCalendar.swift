import Foundation

/// A calendar that converts the numbers of a typed date to a `Date`.
struct DateCalendar {
    let calendar: Calendar
    /// The year, the month, the day and the time of January 1, 1970.
    ///
    /// If a format does not write all fields, a parsed date gets the missing fields from this property.
    private let epoch: [DateReader.Field: Int]

    /// The supported calendars.
    ///
    /// In a supported calendar, the numbers of the year, the month and the day identify a date.
    private static let regular: Set<Calendar.Identifier> = [
        .gregorian, .iso8601, .buddhist, .republicOfChina, .persian, .indian, .coptic, .ethiopicAmeteMihret,
        .ethiopicAmeteAlem, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura,
    ]

    /// Returns `nil` if the calendar is not supported.
    ///
    /// Two kinds of calendars are not supported: calendars with leap months, and calendars that begin each era with the
    /// year 1.
    init?(_ calendar: Calendar) {
        guard Self.regular.contains(calendar.identifier) else { return nil }
        self.calendar = calendar
        guard let start = Self.gregorian(calendar.timeZone).date(from: DateComponents(year: 1970, month: 1, day: 1))
        else { return nil }
        epoch = Self.parts(of: start, calendar)
    }

    func parts(of date: Date) -> [DateReader.Field: Int] {
        Self.parts(of: date, calendar)
    }

    private static func parts(of date: Date, _ calendar: Calendar) -> [DateReader.Field: Int] {
        let fields: Set<DateReader.Field> = [.year, .month, .day, .hour, .minute, .second]
        let parts = calendar.dateComponents(fields, from: date)
        return fields.reduce(into: [:]) { $0[$1] = parts.value(for: $1) }
    }

    var isGregorian: Bool {
        calendar.identifier == .gregorian || calendar.identifier == .iso8601
    }

    /// Returns the Gregorian calendar in a time zone.
    static func gregorian(_ timeZone: TimeZone) -> Calendar {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = timeZone
        return gregorian
    }

    /// Returns whether a text contains the name of an era of the Gregorian calendar.
    ///
    /// The result is `false` for calendars that are not Gregorian.
    func writesEra(_ text: String) -> Bool {
        guard isGregorian else { return false }
        let eras = (calendar.eraSymbols + calendar.longEraSymbols).map { DateTokens($0).letters.joined() }
        return DateTokens(text).letters.contains(where: eras.contains)
    }

    /// Returns the year, the month and the day of a date in the order of ISO 8601, such as "2024-02-29".
    func isoText(_ date: Date) -> String {
        let parts = parts(of: date)
        return [parts[.year], parts[.month], parts[.day]].map { String(format: "%02d", $0 ?? 0) }.joined(separator: "-")
    }

    func weekday(of date: Date) -> Int {
        calendar.component(.weekday, from: date)
    }

    /// Returns the date with the fields in `parts`, or `nil` if the calendar has no such date.
    func date(_ parts: [DateReader.Field: Int]) -> Date? {
        let isDay = !parts.keys.contains(where: \.isTime)
        let parts = epoch.merging(parts) { $1 }
        var components = DateComponents()
        for (field, part) in parts { components.setValue(part, for: field) }
        guard let date = calendar.date(from: components) else { return nil }
        // For February 30, Foundation returns a day in March. The method then returns `nil`, because the fields of this
        // day differ from `parts`. If summer time begins at midnight, the day begins at one o'clock. Therefore, if
        // `parts` contains no time, the method ignores the time of the date.
        let isSame = self.parts(of: date).allSatisfy { field, part in isDay && field.isTime || parts[field] == part }
        return isSame ? date : nil
    }

    /// Returns the year with these digits, or `nil` if there are too few or too many digits.
    func year(_ digits: String) -> Int? {
        guard let year = Int(digits) else { return nil }
        if digits.count == 2, isGregorian { return Self.yearOfTwoDigits(year) }
        guard calendar.identifier == .republicOfChina else { return digits.count == 4 ? year : nil }
        // In the calendar of the Republic of China, the Gregorian year 2010 is 99, and 2011 is 100. Some formats write
        // the year 100 as "0100".
        return (2...4).contains(digits.count) && year < 1_000 ? year : nil
    }

    /// Returns the year from 1970 to 2069 that ends with these two digits.
    ///
    /// The range from 1970 to 2069 is also the default of Foundation's `Date.ParseStrategy` (`twoDigitStartDate`).
    private static func yearOfTwoDigits(_ year: Int) -> Int {
        year < 70 ? 2_000 + year : 1_900 + year
    }
}

extension Calendar.Component {
    var isTime: Bool {
        [.hour, .minute, .second].contains(self)
    }
}

/// A Foundation style that writes dates in one calendar.
protocol CalendarDateStyle {
    var dateCalendar: Calendar { get }
}

extension Date.FormatStyle: CalendarDateStyle {
    var dateCalendar: Calendar { calendar.localized(locale, timeZone) }
}

extension Date.VerbatimFormatStyle: CalendarDateStyle {
    var dateCalendar: Calendar { calendar.localized(locale, timeZone) }
}

extension Date.ISO8601FormatStyle: CalendarDateStyle {
    var dateCalendar: Calendar { Calendar(identifier: .gregorian).localized(nil, timeZone) }
}

extension Calendar {
    fileprivate func localized(_ locale: Locale?, _ timeZone: TimeZone) -> Calendar {
        var calendar = self
        calendar.locale = locale ?? Locale(identifier: "en_US_POSIX")
        calendar.timeZone = timeZone
        return calendar
    }
}

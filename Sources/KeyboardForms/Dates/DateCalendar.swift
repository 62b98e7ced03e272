import Foundation

/// The calendar of a format, which converts numbers to dates.
struct DateCalendar {
    let calendar: Calendar
    /// The numbers of January 1, 1970, which replace the numbers that a format does not write.
    private let epoch: [DateReader.Field: Int]

    /// The supported calendars.
    ///
    /// In each supported calendar, a number is enough to identify a month or a year.
    private static let regular: Set<Calendar.Identifier> = [
        .gregorian, .iso8601, .buddhist, .republicOfChina, .persian, .indian, .coptic, .ethiopicAmeteMihret,
        .ethiopicAmeteAlem, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura,
    ]

    /// Returns `nil` if the calendar has leap months, or restarts the count of years in each era.
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
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let values: [DateReader.Field: Int?] = [
            .year: parts.year, .month: parts.month, .day: parts.day, .hour: parts.hour, .minute: parts.minute,
            .second: parts.second,
        ]
        return values.compactMapValues(\.self)
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
    /// The reader's other calendars have only one era. In these calendars, the result is `false`.
    func writesEra(_ text: String) -> Bool {
        guard isGregorian else { return false }
        let eras = (calendar.eraSymbols + calendar.longEraSymbols).map { DateTokens($0).letters.joined() }
        return DateTokens(text).letters.contains(where: eras.contains)
    }

    /// Returns a date's year, month and day, in the order of ISO 8601.
    func isoText(_ date: Date) -> String {
        let parts = parts(of: date)
        return [parts[.year], parts[.month], parts[.day]].map { String(format: "%02d", $0 ?? 0) }.joined(separator: "-")
    }

    func weekday(of date: Date) -> Int {
        calendar.component(.weekday, from: date)
    }

    /// Returns the date with these numbers, or `nil` if the calendar has no such date.
    func date(_ parts: [DateReader.Field: Int]) -> Date? {
        let isDay = !parts.keys.contains(where: \.isTime)
        let parts = epoch.merging(parts) { $1 }
        let components = DateComponents(
            year: parts[.year],
            month: parts[.month],
            day: parts[.day],
            hour: parts[.hour],
            minute: parts[.minute],
            second: parts[.second]
        )
        guard let date = calendar.date(from: components) else { return nil }
        // For February 30, Foundation returns March 1. Such a date is refused, because it differs from the numbers. A
        // day can begin at one o'clock. If the numbers stand only for a day, the time is not compared.
        let isSame = self.parts(of: date).allSatisfy { field, part in isDay && field.isTime || parts[field] == part }
        return isSame ? date : nil
    }

    /// Returns the year that the digits stand for, or `nil`.
    ///
    /// If there are too few or too many digits, the result is `nil`.
    func year(_ digits: String) -> Int? {
        guard let year = Int(digits) else { return nil }
        if digits.count == 2, isGregorian { return Self.yearOfTwoDigits(year) }
        // The sample is a date in 2034. Each calendar writes all years of the sample's century with equally many
        // digits.
        let sample = calendar.component(.year, from: Date(timeIntervalSince1970: 2_040_000_000))
        return digits.count == "\(sample)".count ? year : nil
    }

    /// Returns the year from 1970 to 2069 that two digits stand for.
    ///
    /// The default of Foundation's `Date.ParseStrategy.twoDigitStartDate` stands for the same years.
    private static func yearOfTwoDigits(_ year: Int) -> Int {
        year < 70 ? 2_000 + year : 1_900 + year
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

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Texts of dates and times that a person types.
@MainActor
struct DateTextTests {
    private let phone = SimulatedPhone()

    private func read(_ text: String, _ format: ValueFormat<Date>) -> (date: Date?, error: ValueInputError.Reason?) {
        let storage = ValueStorage<Date>()
        let field = phone.field()
        let date = ValueInput(field, title: "", value: .of(storage, \.value), format: format)
        field.text = text
        #expect(date.commit() == (date.error == nil))
        #expect((date.error == nil) == (storage.value != nil), "\(text)")
        return (storage.value, date.error?.reason)
    }

    private func style(_ locale: String) -> Date.FormatStyle {
        Date.FormatStyle(
            locale: Locale(identifier: locale),
            calendar: Calendar(identifier: .gregorian),
            timeZone: .gmt
        )
    }

    private func days(_ locale: String) -> ValueFormat<Date> {
        .style(style(locale).year().month().day())
    }

    private func times(_ locale: String) -> ValueFormat<Date> {
        .style(style(locale).hour().minute())
    }

    /// Returns midnight of a day in GMT.
    private func day(_ text: String) throws -> Date {
        try Date("\(text)T00:00:00Z", strategy: .iso8601)
    }

    private func time(_ hour: Int, _ minute: Int) -> Date {
        Date(timeIntervalSince1970: TimeInterval(hour * 3_600 + minute * 60))
    }

    // MARK: Times

    @Test(arguments: ["de_DE", "de_CH", "fr_FR", "fr_CA", "sv_SE", "pt_BR", "ja_JP", "fa_IR"])
    func fullHoursAreAccepted(locale: String) {
        for text in ["7:00", "07:00", "7.00"] { #expect(read(text, times(locale)).date == time(7, 0), "\(text)") }
        #expect(read("7:05", times(locale)).date == time(7, 5))
        #expect(read("17:00", times(locale)).date == time(17, 0))
    }

    @Test func digitsOfTheLocaleAreAccepted() {
        #expect(read("۱۷:۰۰", times("fa_IR")).date == time(17, 0))
        #expect(read("١٠:٠٠ م", times("ar_EG")).date == time(22, 0))
    }

    @Test(arguments: ["es_AR", "es_PE", "es_VE", "es_MX", "en_US", "en_IN"])
    func aDayPeriodIsReadByItsLetters(locale: String) {
        let written = style(locale).hour(.defaultDigits(amPM: .abbreviated)).minute()
            .locale(Locale(identifier: locale + "@hours=h12"))
        let shown = written.format(time(14, 45))
        for space in ["", " ", "\u{A0}", "\u{202F}"] {
            let typed = shown.replacing(/\p{Zs}/, with: space)
            #expect(read(typed, .style(written)).date == time(14, 45), "\(typed)")
        }
        for text in ["2:45 pm", "2:45PM", "2:45 p. m.", "2:45 p.m.", "14:45"] {
            #expect(read(text, .style(written)).date == time(14, 45), "\(text)")
        }
        #expect(read("2:45 p", .style(written)).date == nil)
        #expect(read("14:45 am", .style(written)).date == nil)
    }

    @Test func aNarrowSpaceNeedsNotBeTyped() {
        for locale in ["bg", "kk", "mn", "tt"] {
            let style = style(locale).hour().minute().locale(Locale(identifier: locale + "@hours=h12"))
            let typed = style.format(time(14, 45)).replacing(/\p{Zs}/, with: " ")
            #expect(read(typed, .style(style)).date == time(14, 45), "\(typed)")
        }
    }

    @Test func partsOfTheDayHaveTheirHours() {
        let format = times("zh_TW")
        #expect(read("下午5:00", format).date == time(17, 0))
        #expect(read("上午 5:00", format).date == time(5, 0))
        let style = style("zh_TW").hour(.conversationalDefaultDigits(amPM: .abbreviated)).minute()
        #expect(read(style.format(time(5, 30)), .style(style)).date == time(5, 30))
        #expect(read(style.format(time(12, 30)), .style(style)).date == time(12, 30))
    }

    @Test func whatCanBeTwoTimesIsRefusedWithBoth() {
        let format = times("en_US")
        let error = read("5:00", format).error
        #expect(error == .ambiguous(text: "5:00", readings: ["5:00\u{202F}AM", "5:00\u{202F}PM"]))
        let sentence = "“5:00” can be 5:00\u{202F}AM or 5:00\u{202F}PM."
        #expect(error.map { ValueInputError($0).description } == sentence)
        #expect(read("17:00", format).date == time(17, 0))
        #expect(read("0:30", format).date == time(0, 30))
        #expect(read("12:30 AM", format).date == time(0, 30))
        #expect(read("5:00 PM", times("de_DE")).date == time(17, 0))
    }

    /// This format displays 5:00 and 17:00 as the same text.
    ///
    /// The error therefore describes the times with 24 hours.
    @Test func timesWithoutADayPeriodAreDescribedInFull() {
        let format = ValueFormat<Date>.style(style("en_US").hour(.defaultDigits(amPM: .omitted)).minute())
        #expect(read("5:00", format).error == .ambiguous(text: "5:00", readings: ["05:00", "17:00"]))
        #expect(read("5:00 pm", format).date == time(17, 0))
    }

    @Test func aMinuteThatDoesNotExistIsRefused() {
        #expect(read("14:60", times("de_DE")).error?.isNonexistent("14:60") == true)
        #expect(read("14:59", times("de_DE")).date == time(14, 59))
        #expect(read("24:00", times("de_DE")).error == .notADate(text: "24:00", example: "17:30"))
    }

    /// On this day, the clocks of Berlin change from 2:00 to 3:00, so the time 2:30 does not exist.
    @Test func aTimeThatTheZoneOmitsIsRefused() throws {
        var style = style("de_DE").year().month().day().hour().minute()
        style.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(read("31.3.2024, 2:30", .style(style)).error?.isNonexistent("31.3.2024, 2:30") == true)
        #expect(read("31.3.2024, 3:30", .style(style)).date == (try day("2024-03-31")).addingTimeInterval(5_400))
    }

    // MARK: Days

    @Test(arguments: ["ru_RU", "hr", "sr", "hu", "uk", "bg", "lv", "en_US", "en_HU", "ja_JP", "fa_IR"])
    func anISODateIsThatDate(locale: String) throws {
        #expect(read("2024-3-5", days(locale)).date == (try day("2024-03-05")))
        #expect(read("2024-02-29", days(locale)).date == (try day("2024-02-29")))
        let numeric = ValueFormat<Date>.style(style(locale).year().month(.twoDigits).day(.twoDigits))
        #expect(read("2024-3-5", numeric).date == (try day("2024-03-05")))
    }

    @Test func aYearIsNoDay() throws {
        #expect(read("5.3.2024", days("en_HU")).date != (try day("2005-03-20")))
        #expect(read("5.3.2024", days("hu")).error == .notADate(text: "5.3.2024", example: "2026. dec. 31."))
    }

    @Test func theLocalesNumericOrderIsRead() throws {
        for text in ["2/29/2024", "02/29/24", "2.29.2024", "Feb 29, 2024", "February 29 2024", "29 feb 2024"] {
            #expect(read(text, days("en_US")).date == (try day("2024-02-29")), "\(text)")
        }
        for text in ["29/2/2024", "29/02/24", "29.2.2024", "29 Feb. 2024", "Thursday, 29 February 2024"] {
            #expect(read(text, days("en_GB")).date == (try day("2024-02-29")), "\(text)")
        }
        #expect(read("24-2-29", days("de_DE")).date == (try day("2029-02-24")))
    }

    @Test func theOrderOfTheStylePrecedesThatOfTheLocale() throws {
        let style = Date.VerbatimFormatStyle(
            format: "\(day: .twoDigits)/\(month: .twoDigits)/\(year: .defaultDigits)",
            locale: Locale(identifier: "en_US"),
            timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian)
        )
        #expect(read("5/3/2024", .style(style)).date == (try day("2024-03-05")))
    }

    /// In the locale `en_TR`, a numeric date begins with the month.
    ///
    /// If the day and the month have two digits, the date begins with the day.
    @Test func aTextInTwoOrdersIsTheDateThatIsDisplayedSo() throws {
        let padded = ValueFormat<Date>.style(style("en_TR").year().month(.twoDigits).day(.twoDigits))
        #expect(read("05.09.2034", padded).date == (try day("2034-09-05")))
        #expect(read("5/9/2034", padded).date == (try day("2034-05-09")))
        #expect(read("2034-05-09", padded).date == (try day("2034-05-09")))
        #expect(read("25.9.2034", padded).date == (try day("2034-09-25")))
        guard case .ambiguous(_, let readings) = read("5.9.2034", padded).error else {
            Issue.record("not ambiguous")
            return
        }
        #expect(readings == ["09.05.2034", "05.09.2034"])
    }

    /// Kyrgyz writes the year, the day and the month in this order.
    ///
    /// ISO 8601 writes the month before the day. The text "2024-3-5" can therefore be two days.
    @Test func whatCanBeTwoDaysIsRefusedWithBoth() throws {
        let style = style("ky").year().month().day()
        let readings = [try day("2024-03-05"), try day("2024-05-03")].map(style.format)
        #expect(read("2024-3-5", .style(style)).error == .ambiguous(text: "2024-3-5", readings: readings))
        #expect(read("2024-13-05", days("ky")).date == (try day("2024-05-13")))
    }

    @Test func twoDigitsAreAYearFrom1970() throws {
        #expect(read("1/2/69", days("en_US")).date == (try day("2069-01-02")))
        #expect(read("1/2/70", days("en_US")).date == (try day("1970-01-02")))
        #expect(read("2.1.70", days("de_DE")).date == (try day("1970-01-02")))
    }

    /// This format writes the time before the day.
    ///
    /// In the order of ISO 8601, a year of two digits is not a year, also if the time precedes the day.
    @Test func aDayAfterATimeDoesNotBeginWithAYearOfTwoDigits() throws {
        let style = Date.VerbatimFormatStyle(
            format: """
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) \
                \(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)
                """,
            locale: Locale(identifier: "de_DE"),
            timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian)
        )
        for format in [.style(style), ValueFormat.style(self.style("vi_VN").year().month().day().hour().minute())] {
            let time = TimeInterval(10 * 3_600 + 30 * 60)
            #expect(read("10:30 24.02.29", format).date == (try day("2029-02-24")) + time)
            #expect(read("10:30 31.04.15", format).error?.isNonexistent("10:30 31.04.15") == true)
            #expect(read("10:30 2029-02-24", format).date == (try day("2029-02-24")) + time)
        }
    }

    /// In these locales, a numeric date begins with the year, and a date with the name of a month does not.
    @Test(arguments: [
        ("sv_SE", "24 feb 29", "2029-02-24", "31 apr 15"), ("en_CA", "Feb 24, 29", "2029-02-24", "Feb 30, 24"),
    ])
    func aDateWithTheNameOfAMonthBeginsWithTheDay(locale: String, text: String, value: String, wrong: String) throws {
        #expect(read(text, days(locale)).date == (try day(value)))
        #expect(read(wrong, days(locale)).error?.isNonexistent(wrong) == true)
        #expect(read("29-02-24", days(locale)).date == (try day(value)))
    }

    /// In Latvian, a date with the name of a month begins with the year, and a numeric date begins with the day.
    @Test func aDateWithTheNameOfAMonthBeginsWithTheYear() throws {
        for format in [days("lv"), .style(style("lv").year(.twoDigits).month().day())] {
            #expect(read("29. g. 24. febr.", format).date == (try day("2029-02-24")))
            #expect(read("24.02.29", format).date == (try day("2029-02-24")))
            #expect(read("31.04.15", format).error?.isNonexistent("31.04.15") == true)
        }
    }

    @Test func aDayThatDoesNotExistIsRefused() throws {
        let german = ValueFormat<Date>.style(style("de_DE").day(.twoDigits).month(.twoDigits).year())
        #expect(read("30.02.2024", german).error?.isNonexistent("30.02.2024") == true)
        #expect(read("30.02.2024", german.roundingToDisplayedDigits()).date == nil)
        #expect(read("29.2.24", german).date == (try day("2024-02-29")))
        #expect(read("Feb 30, 2024", days("en_US")).error?.isNonexistent("Feb 30, 2024") == true)
        let iso = ValueFormat<Date>.style(Date.ISO8601FormatStyle().year().month().day())
        #expect(read("2024-02-30", iso).error?.isNonexistent("2024-02-30") == true)
        #expect(read("2024-02-29", iso).date == (try day("2024-02-29")))
        let error = ValueInputError(.nonexistent(text: "30.02.2024", example: "31.12.2026"))
        #expect(error.description == "“30.02.2024” does not exist. An example is “31.12.2026”.")
    }

    @Test func aTextThatIsNoDateIsRefusedWithAnExample() {
        let format = days("en_US")
        for text in [
            "31", "Feb", "13/13/2024", "2/29/2024 x", "2/29/024", "2/29", "29/2/2024", "2/29/2024 12", "Feb 29, 20241",
        ] {
            #expect(read(text, format).error == .notADate(text: text, example: "Dec 31, 2026"), "\(text)")
        }
        #expect(read("Monday, Feb 29, 2024", format).date == nil)
        let sentence = "“31” is not valid. An example is “Dec 31, 2026”."
        #expect(read("31", format).error.map { ValueInputError($0).description } == sentence)
        #expect(read(String(repeating: "1 ", count: 100_000), format).date == nil)
    }

    @Test(arguments: [400, 401])
    func aTextOfUpToFourHundredBytesIsRead(count: Int) {
        let spaces = String(repeating: " ", count: count - "Feb 29,2024".utf8.count)
        #expect((read("Feb 29,\(spaces)2024", days("en_US")).date != nil) == (count == 400))
    }

    // MARK: Other styles

    /// The reader of dates does not know fractions of a second.
    ///
    /// The field therefore uses the parser of the style.
    @Test func aFractionOfASecondIsParsedByItsStyle() throws {
        let iso = ValueFormat<Date>.style(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        #expect(read("2024-02-29T05:00:00.250Z", iso).date == (try day("2024-02-29")).addingTimeInterval(18_000.25))
        #expect(read("2024-02-29T05:00:00.250 ", iso).date == nil)
        #expect(read("2024-02-30T05:00:00.250Z", iso).date == nil)
    }

    @Test(arguments: [Calendar.Identifier.japanese, .buddhist, .hebrew, .persian, .chinese, .republicOfChina, .coptic])
    func otherCalendarsReadWhatTheyDisplay(calendar: Calendar.Identifier) throws {
        let date = try day("2024-02-29")
        for locale in ["en_US", "ja_JP", "th_TH"] {
            let style = Date.FormatStyle(
                date: .long,
                time: .omitted,
                locale: Locale(identifier: locale),
                calendar: Calendar(identifier: calendar),
                timeZone: .gmt
            )
            let text = style.format(date)
            let (value, error) = read(text, .style(style))
            #expect(value == date || error != nil && style.parsed(text) != date, "\(locale) \(text)")
        }
    }

    @Test func aPartOfADateReplacesTheWholeDate() {
        let storage = ValueStorage<Date>()
        storage.value = Date(timeIntervalSince1970: 1_000_000_000)
        let field = phone.field()
        let input = ValueInput(field, title: "", value: .of(storage, \.value), format: times("de_DE"))
        field.text = "14:45"
        #expect(input.commit())
        #expect(storage.value == time(14, 45))
    }
}

extension Date.FormatStyle {
    /// Returns the date that Foundation's parser reads.
    fileprivate func parsed(_ text: String) -> Date? {
        try? parseStrategy.parse(text)
    }
}

extension ValueInputError.Reason {
    fileprivate func isNonexistent(_ text: String) -> Bool {
        if case .nonexistent(text, let example) = self { !example.isEmpty } else { false }
    }
}

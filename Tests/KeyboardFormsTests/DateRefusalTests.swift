import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Texts that could be read as a date or time that the person does not mean.
@MainActor
struct DateRefusalTests {
    private let phone = SimulatedPhone()

    private func read(_ text: String, _ format: ValueFormat<Date>) -> (date: Date?, error: ValueInputError?) {
        let storage = ValueStorage<Date>()
        let field = phone.field()
        let date = ValueInput(field, title: "", value: .of(storage, \.value), format: format)
        field.text = text
        #expect(date.commit() == (storage.value != nil))
        return (storage.value, date.error)
    }

    private func style(_ locale: String, _ zone: String = "GMT", _ calendar: Calendar.Identifier = .gregorian) throws
        -> Date.FormatStyle
    {
        Date.FormatStyle(
            locale: Locale(identifier: locale),
            calendar: Calendar(identifier: calendar),
            timeZone: try #require(TimeZone(identifier: zone))
        )
    }

    private func typedDate(
        _ locale: String,
        _ zone: String = "GMT",
        _ calendar: Calendar.Identifier = .gregorian
    ) throws -> ValueFormat<Date> {
        let zone = try #require(TimeZone(identifier: zone))
        return .typedDate(locale: Locale(identifier: locale), calendar: Calendar(identifier: calendar), timeZone: zone)
    }

    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    // MARK: Signs

    @Test(arguments: ["5-6 PM", "-7:00 AM", "7,5 AM", "5½:00 PM", "5:00 PM+2", "5,30 € AM", "-5:00 PM", "5:00 PM 🙂"])
    func aSignThatIsNoSeparatorOfTimesIsRefused(text: String) throws {
        #expect(read(text, .style(try style("en_US").hour().minute())).date == nil)
    }

    @Test(arguments: [
        "5:30:20", "-2024-03-05", "2024-02-2⁹", "2024-3-1⑤", "2/28/2", "2/28/202", "02/28/02024", "2024+02+28",
    ])
    func aSignThatIsNoSeparatorOfDaysIsRefused(text: String) throws {
        #expect(read(text, .style(try style("en_US").year().month().day())).date == nil)
        #expect(read(text, try typedDate("en_US")).date == nil)
    }

    @Test(arguments: [
        "3/5/2024", "3-5-2024", "3.5.2024", "3,5,2024", "3／5／2024", "Mar-5-2024", "5–Mar–2024", "Mar. 5, 2024",
    ])
    func theSeparatorsThatPeopleTypeAreAccepted(text: String) throws {
        #expect(read(text, .style(try style("en_US").year().month().day())).date == (try date("2024-03-05T00:00:00Z")))
    }

    @Test(arguments: ["2024-03-05T10:00+02", "2024-03-05T10:00-02", "2024-03-05 GMT+8 10:00"])
    func anOffsetIsNoMinute(text: String) throws {
        #expect(read(text, .style(Date.ISO8601FormatStyle())).date == nil)
        #expect(read(text, .style(try style("en_US").year().month().day().hour().minute().second())).date == nil)
        #expect(read(text, .style(try style("en_US").year().month().day().hour().minute().timeZone())).date == nil)
    }

    @Test func aDayAndATimeOfISOAreAccepted() throws {
        let format = ValueFormat<Date>.style(try style("en_GB").year().month().day().hour().minute())
        #expect(read("2024-03-05T17:30", format).date == (try date("2024-03-05T17:30:00Z")))
        #expect(read("2024-03-05 17:30", format).date == (try date("2024-03-05T17:30:00Z")))
    }

    // MARK: Words

    /// In German, "am" is a preposition and also the symbol of the morning.
    ///
    /// Only an "am" beside the time is read as the symbol. A text that begins with the preposition is refused.
    @Test func aPartOfTheDayStandsBesideTheTime() throws {
        let format = ValueFormat<Date>.style(try style("de_DE").year().month(.wide).day().hour().minute())
        #expect(read("am 29. Februar 2024 um 12:30", format).date == nil)
        #expect(read("29. Februar 2024 um 12:30", format).date == (try date("2024-02-29T12:30:00Z")))
        #expect(read("29. Februar 2024 um 12:30 am", format).date == (try date("2024-02-29T00:30:00Z")))
    }

    /// "月" follows the number of the month, and "日" follows the number of the day.
    ///
    /// The same characters also mean Monday and Sunday.
    @Test(arguments: [("ja_JP", "2024年3月5日"), ("ko_KR", "2024년 3월 5일")])
    func aDayOfTheWeekThatIsWrongIsRefused(locale: String, day: String) throws {
        let format = ValueFormat<Date>.style(try style(locale).year().month(.wide).day())
        #expect(read(day, format).date == (try date("2024-03-05T00:00:00Z")))
        #expect(read(day + (locale == "ja_JP" ? "(火)" : "(화)"), format).date == (try date("2024-03-05T00:00:00Z")))
        for wrong in locale == "ja_JP" ? ["(月)", "(日)", "(水)"] : ["(월)", "(일)", "(수)"] {
            #expect(read(day + wrong, format).date == nil, "\(wrong)")
        }
    }

    @Test func namesInCapitalLettersAreRead() throws {
        let turkish = ValueFormat<Date>.style(try style("tr").year().month(.wide).day())
        #expect(read("5 KASIM 2024", turkish).date == (try date("2024-11-05T00:00:00Z")))
        #expect(read("5 NİSAN 2024", turkish).date == (try date("2024-04-05T00:00:00Z")))
        let greek = ValueFormat<Date>.style(try style("el").year().month(.wide).day())
        #expect(read("5 ΜΆΡΤΙΟΣ 2024", greek).date == (try date("2024-03-05T00:00:00Z")))
    }

    @Test func anEraIsNoYearOfTwoDigits() throws {
        let format = ValueFormat<Date>.style(try style("en_US").era().year().month().day())
        #expect(read("Mar 15, 44 AD", format).date == nil)
        #expect(read("Mar 15, 2044 AD", format).date == (try date("2044-03-15T00:00:00Z")))
    }

    // MARK: Readings

    @Test func twoMonthsOfOneLetterAreDistinguished() throws {
        let error = read("J 5, 2024", .style(try style("en_US").year().month(.narrow).day())).error
        #expect(error?.reason == .ambiguous(text: "J 5, 2024", readings: ["1/5/2024", "6/5/2024", "7/5/2024"]))
    }

    @Test(arguments: 0..<4)
    func anExampleIsAccepted(number: Int) throws {
        let hours = try style("en_US").hour(.defaultDigits(amPM: .omitted))
        let styles = [hours, hours.minute(), hours.minute().second(), hours.minute().year().month().day()]
        let format = ValueFormat<Date>.style(styles[number])
        guard case .notADate(_, let example) = read("x", format).error?.reason else {
            Issue.record("accepted")
            return
        }
        #expect(read(example, format).date != nil)
    }

    // MARK: Time zones

    @Test(arguments: [
        ("pt_BR", "America/Sao_Paulo", "15/10/2017", "2017-10-15T03:00:00Z"),
        ("ar_LB", "Asia/Beirut", "28/03/2021", "2021-03-27T22:00:00Z"),
    ])
    func aDayWithoutMidnightExists(locale: String, zone: String, text: String, value: String) throws {
        #expect(read(text, try typedDate(locale, zone)).date == (try date(value)))
        #expect(read(text.replacing("/20", with: "/"), try typedDate(locale, zone)).date == (try date(value)))
    }

    /// New York has the time "EST" in winter and the time "EDT" in summer.
    @Test func theNameOfATimeZoneAgreesWithTheDay() throws {
        let style = try style("en_US", "America/New_York").year().month().day().hour().minute().timeZone()
        #expect(read("7/5/2024, 10:00 AM EDT", .style(style)).date == (try date("2024-07-05T14:00:00Z")))
        #expect(read("1/5/2024, 10:00 AM EST", .style(style)).date == (try date("2024-01-05T15:00:00Z")))
        #expect(read("1/5/2024, 10:00 AM", .style(style)).date == (try date("2024-01-05T15:00:00Z")))
        #expect(read("1/5/2024, 10:00 AM EDT", .style(style)).date == nil)
    }

    // MARK: Calendars

    @Test func aDayOfISOIsNoDayOfAnotherCalendar() throws {
        let format = try typedDate("th_TH", "GMT", .buddhist)
        #expect(read("05/03/2567", format).date == (try date("2024-03-05T00:00:00Z")))
        guard case .ambiguous = read("2024-03-05", format).error?.reason else {
            Issue.record("not ambiguous")
            return
        }
    }

    /// The last month of the Persian calendar has at most 30 days, and the seventh month has 30 days.
    ///
    /// The Gregorian calendar has these days, but a person has probably mistyped a Persian day.
    @Test(arguments: ["1403/07/31", "1402-12-30", "2024-12-31", "2023-12-32"])
    func aDayThatThePersianCalendarDoesNotHaveIsNoGregorianDay(text: String) throws {
        let error = read(text, try typedDate("fa_IR", "GMT", .persian)).error
        guard case .nonexistent = error?.reason else {
            Issue.record("\(String(describing: error)) is not nonexistent")
            return
        }
    }

    @Test func aWeekdayDecidesTheCalendarOfADayOfISO() throws {
        let format = try typedDate("fa_IR", "GMT", .persian)
        guard case .ambiguous = read("2024-12-23", format).error?.reason else {
            Issue.record("not ambiguous")
            return
        }
        #expect(read("23-12-2024", format).date == nil)
        #expect(read("24-12-23", format).date == nil)
        let words = try style("fa_IR", "GMT", .persian).year().month().day().weekday(.wide)
        #expect(read("دوشنبه 2024-12-23", .style(words)).date == (try date("2024-12-23T00:00:00Z")))
        #expect(read("دوشنبه 2024-12-24", .style(words)).date == nil)
    }

    /// A year of this calendar has two or three digits, so a year of four digits is Gregorian.
    @Test(arguments: ["en_US", "zh_TW"])
    func aYearOfFourDigitsIsNoYearOfTheCalendarOfTheRepublicOfChina(locale: String) throws {
        let formats = [
            try typedDate(locale, "GMT", .republicOfChina),
            .style(try style(locale, "GMT", .republicOfChina).year().month().day()),
            .style(try style(locale, "GMT", .republicOfChina).year().month(.twoDigits).day(.twoDigits)),
        ]
        for format in formats {
            #expect(read("2024-03-05", format).date == (try date("2024-03-05T00:00:00Z")))
            guard case .nonexistent = read("2024-02-30", format).error?.reason else {
                Issue.record("not nonexistent")
                return
            }
            #expect(read("113-3-5", format).date == (try date("2024-03-05T00:00:00Z")))
        }
    }

    /// In Kyrgyz, the format writes the year 113 as "0113".
    @Test(arguments: [
        ("en_US", "1986", "75"), ("zh_TW", "2024", "113"), ("ky", "1986", "0075"), ("ky", "2024", "0113"),
    ])
    func aTypedDateOfTheCalendarOfTheRepublicOfChinaIsRead(locale: String, year: String, shownYear: String) throws {
        let format = try typedDate(locale, "GMT", .republicOfChina)
        let day = try date("\(year)-03-05T00:00:00Z")
        let storage = ValueStorage<Date>()
        storage.value = day
        let field = phone.field()
        let input = ValueInput(field, title: "", value: .of(storage, \.value), format: format)
        #expect(field.text.contains(shownYear))
        #expect(read(field.text, format).date == day)
        field.text = field.text.replacing("05", with: "06")
        #expect(input.commit())
        #expect(storage.value == day + 86_400)
    }

    @Test func aYearOfTheCalendarOfTheRepublicOfChinaHasTwoToFourDigits() throws {
        let style = Date.VerbatimFormatStyle(
            format: "\(day: .twoDigits)/\(month: .twoDigits)/\(year: .padded(4))",
            locale: Locale(identifier: "en_US"),
            timeZone: .gmt,
            calendar: Calendar(identifier: .republicOfChina)
        )
        let day = try date("2024-03-05T00:00:00Z")
        #expect(style.format(day) == "05/03/0113")
        for text in ["05/03/0113", "5/3/113", "2024-3-5"] { #expect(read(text, .style(style)).date == day, "\(text)") }
        #expect(read("5/3/99", .style(style)).date == (try date("2010-03-05T00:00:00Z")))
        #expect(read("5/3/0999", .style(style)).date == (try date("2910-03-05T00:00:00Z")))
        for text in ["5/3/9", "5/3/1000", "5/3/2024", "5/3/00113"] {
            #expect(read(text, .style(style)).date == nil, "\(text)")
        }
    }

    /// In this calendar, the year 2010 is the year 99, and the year 2011 is the year 100.
    @Test(arguments: [("1986-03-05T00:00:00Z", 75), ("2024-03-05T00:00:00Z", 113)])
    func theCalendarOfTheRepublicOfChinaHasYearsOfTwoDigits(value: String, year: Int) throws {
        let style = Date.FormatStyle(
            date: .long,
            time: .omitted,
            locale: Locale(identifier: "en_US"),
            calendar: Calendar(identifier: .republicOfChina),
            timeZone: .gmt
        )
        let text = style.format(try date(value))
        #expect(text.contains("\(year)"))
        #expect(read(text, .style(style)).date == (try date(value)))
        #expect(read(text.replacing("5", with: "6", maxReplacements: 1), .style(style)).date != nil)
    }

    @Test func thePersianCalendarHasAReader() throws {
        let format = try typedDate("fa_IR", "GMT", .persian)
        #expect(format.placeholder?.contains("YYYY") == true)
        #expect(read("۱۴۰۲/۱۲/۱۵", format).date == (try date("2024-03-05T00:00:00Z")))
        #expect(read("1402/12/15", format).date == (try date("2024-03-05T00:00:00Z")))
    }

    @Test func aYearOfTwoErasIsRefused() throws {
        let chinese = ValueFormat<Date>.style(
            Date.FormatStyle(
                date: .numeric,
                time: .omitted,
                locale: Locale(identifier: "de_DE"),
                calendar: Calendar(identifier: .chinese),
                timeZone: .gmt
            )
        )
        #expect(read("20.1.41", chinese).date == nil)
    }

    /// These locales write the year, the day and the month in this order.
    ///
    /// Such a text can also be a day of ISO 8601. The placeholder therefore has the order of ISO 8601.
    @Test(arguments: ["ug", "nqo"])
    func eachDayCanBeTyped(locale: String) throws {
        let format = try typedDate(locale)
        #expect(format.placeholder == "YYYY-MM-DD")
        #expect(read("2024-03-05", format).date == (try date("2024-03-05T00:00:00Z")))
    }

    @Test func aMonthThatTheCalendarWritesAsAWordIsTyped() throws {
        let format = try typedDate("ar_SA", "GMT", .islamicUmmAlQura)
        #expect(format.placeholder == "DD/MM/YYYY")
        #expect(read("05/08/1445", format).date == (try date("2024-02-15T00:00:00Z")))
    }
}

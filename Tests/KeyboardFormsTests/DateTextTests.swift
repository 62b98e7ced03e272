import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// The texts of dates and times that fields read and refuse.
@MainActor
struct DateTextTests {
    /// A value of `nil` means that the text is refused.
    typealias Row = (format: String, locale: String, typed: String, value: String?)

    private let phone = SimulatedPhone()

    private nonisolated static func style(
        _ locale: String,
        _ zone: String = "GMT",
        _ calendar: Calendar.Identifier = .gregorian
    ) -> Date.FormatStyle {
        Date.FormatStyle(
            locale: Locale(identifier: locale),
            calendar: Calendar(identifier: calendar),
            timeZone: TimeZone(identifier: zone) ?? .gmt
        )
    }

    private func typedDate(_ locale: String, _ zone: String = "GMT", _ calendar: Calendar.Identifier = .gregorian)
        -> ValueFormat<Date>
    {
        let zone = TimeZone(identifier: zone) ?? .gmt
        return .typedDate(locale: Locale(identifier: locale), calendar: Calendar(identifier: calendar), timeZone: zone)
    }

    /// A format by its name in the table.
    private func format(_ name: String, _ locale: String) -> ValueFormat<Date> {
        let style = Self.style(locale)
        let calendars: [Substring: Calendar.Identifier] = [
            "ROC": .republicOfChina, "Persian": .persian, "Buddhist": .buddhist, "Islamic": .islamicUmmAlQura,
            "Chinese": .chinese,
        ]
        let words = name.split(separator: " ")
        let calendar = calendars[words[0]] ?? .gregorian
        let ofCalendar = Self.style(locale, "GMT", calendar)
        return switch calendar == .gregorian ? name : String(words[1]) {
        case "days": .style(ofCalendar.year().month().day())
        case "padded": .style(ofCalendar.year().month(.twoDigits).day(.twoDigits))
        case "typed": typedDate(locale, "GMT", calendar)
        case "weekday": .style(ofCalendar.year().month().day().weekday(.wide))
        case "wide": .style(style.year().month(.wide).day())
        case "narrow": .style(style.year().month(.narrow).day())
        case "era": .style(style.era().year().month().day())
        case "short year": .style(style.year(.twoDigits).month().day())
        case "times": .style(style.hour().minute())
        case "times without AM": .style(style.hour(.defaultDigits(amPM: .omitted)).minute())
        case "parts of the day": .style(style.hour(.conversationalDefaultDigits(amPM: .abbreviated)).minute())
        case "days and times": .style(style.year().month().day().hour().minute())
        case "words and times": .style(style.year().month(.wide).day().hour().minute())
        case "seconds": .style(style.year().month().day().hour().minute().second())
        case "zone": .style(style.year().month().day().hour().minute().timeZone())
        case "New York":
            .style(Self.style(locale, "America/New_York").year().month().day().hour().minute().timeZone())
        case "Berlin": .style(Self.style(locale, "Europe/Berlin").year().month().day().hour().minute())
        case "typed in São Paulo": typedDate(locale, "America/Sao_Paulo")
        case "typed in Beirut": typedDate(locale, "Asia/Beirut")
        case "numeric", "long":
            .style(
                Date.FormatStyle(
                    date: name.hasSuffix("long") ? .long : .numeric,
                    time: .omitted,
                    locale: Locale(identifier: locale),
                    calendar: Calendar(identifier: calendar),
                    timeZone: .gmt
                )
            )
        case "day first": verbatim("\(day: .twoDigits)/\(month: .twoDigits)/\(year: .defaultDigits)", locale)
        case "day last":
            verbatim(
                """
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) \
                \(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)
                """,
                locale
            )
        case "four digits":
            verbatim("\(day: .twoDigits)/\(month: .twoDigits)/\(year: .padded(4))", locale, .republicOfChina)
        case "ISO day": .style(Date.ISO8601FormatStyle().year().month().day())
        case "ISO": .style(Date.ISO8601FormatStyle())
        case "fractions": .style(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        default: .style(style)
        }
    }

    private func verbatim(
        _ format: Date.FormatString,
        _ locale: String,
        _ calendar: Calendar.Identifier = .gregorian
    ) -> ValueFormat<Date> {
        .style(
            Date.VerbatimFormatStyle(
                format: format,
                locale: Locale(identifier: locale),
                timeZone: .gmt,
                calendar: Calendar(identifier: calendar)
            )
        )
    }

    private func read(_ text: String, _ format: ValueFormat<Date>) -> (date: Date?, error: ValueInputError?) {
        let (storage, field) = (ValueStorage<Date>(), phone.field())
        let input = ValueInput(field, storage.bound, format)
        field.text = text
        #expect(input.commit() == (storage.value != nil) && (input.error == nil) == (storage.value != nil))
        return (storage.value, input.error)
    }

    /// Returns a date as in "2024-02-29 17:30", without a time of 0:00 and without the day of a mere time.
    private func value(_ text: String, _ format: ValueFormat<Date>) -> String? {
        switch read(text, format) {
        case (let date?, _):
            let text = date.formatted(.iso8601.dateTimeSeparator(.space)).dropLast(4)
            return String(text.hasSuffix(" 00:00") ? text.prefix(10) : text.trimmingPrefix("1970-01-01 "))
        case (nil, let error):
            switch error?.reason {
            case .nonexistent(text, let example)? where !example.isEmpty: return "nonexistent"
            case .ambiguous(text, let readings)?: return readings.joined(separator: " or ")
            default: return nil
            }
        }
    }

    // MARK: The table

    private nonisolated static let fullHours = ["de_DE", "de_CH", "fr_FR", "fr_CA", "sv_SE", "pt_BR", "ja_JP", "fa_IR"]
        .map { locale -> [Row] in
            [
                ("times", locale, "7:00", "07:00"), ("times", locale, "07:00", "07:00"),
                ("times", locale, "7.00", "07:00"), ("times", locale, "7:05", "07:05"),
                ("times", locale, "17:00", "17:00"),
            ]
        }

    private nonisolated static let isoDays = [
        "ru_RU", "hr", "sr", "hu", "uk", "bg", "lv", "en_US", "en_HU", "ja_JP", "fa_IR",
    ]
    .map { locale -> [Row] in
        [
            ("days", locale, "2024-3-5", "2024-03-05"), ("days", locale, "2024-02-29", "2024-02-29"),
            ("padded", locale, "2024-3-5", "2024-03-05"),
        ]
    }

    private nonisolated static let republicOfChina = ["ROC typed", "ROC days", "ROC padded"]
        .map { format -> [Row] in
            [
                (format, "en_US", "2024-03-05", "2024-03-05"), (format, "zh_TW", "2024-03-05", "2024-03-05"),
                (format, "en_US", "113-3-5", "2024-03-05"), (format, "zh_TW", "113-3-5", "2024-03-05"),
                (format, "en_US", "2024-02-30", "nonexistent"), (format, "zh_TW", "2024-02-30", "nonexistent"),
            ]
        }

    private nonisolated static let separators = """
        days, en_US: 5:30:20 | -2024-03-05 | 2024-02-2⁹ | 2024-3-1⑤ | 2/28/2 | 2/28/202 | 02/28/02024 | 2024+02+28
        typed, en_US: 5:30:20 | -2024-03-05 | 2024-02-2⁹ | 2024-3-1⑤ | 2/28/2 | 2/28/202 | 02/28/02024 | 2024+02+28
        days, en_US: 3/5/2024 = 2024-03-05 | 3-5-2024 = 2024-03-05 | 3.5.2024 = 2024-03-05 | 3,5,2024 = 2024-03-05
            3／5／2024 = 2024-03-05 | Mar-5-2024 = 2024-03-05 | 5–Mar–2024 = 2024-03-05 | Mar. 5, 2024 = 2024-03-05
        days, en_US: 2/29/2024 = 2024-02-29 | 02/29/24 = 2024-02-29 | 2.29.2024 = 2024-02-29
            Feb 29, 2024 = 2024-02-29 | February 29 2024 = 2024-02-29 | 29 feb 2024 = 2024-02-29
        days, en_GB: 29/2/2024 = 2024-02-29 | 29/02/24 = 2024-02-29 | 29.2.2024 = 2024-02-29
            29 Feb. 2024 = 2024-02-29 | Thursday, 29 February 2024 = 2024-02-29
        days, en_US: 31 | Feb | 13/13/2024 | 2/29/2024 x | 2/29/024 | 2/29 | 29/2/2024 | 2/29/2024 12
            Feb 29, 20241 | Monday, Feb 29, 2024
        times, en_US: 5-6 PM | -7:00 AM | 7,5 AM | 5½:00 PM | 5:00 PM+2 | 5,30 € AM | -5:00 PM | 5:00 PM 🙂
        """

    private nonisolated static let times = """
        times, fa_IR: ۱۷:۰۰ = 17:00
        times, ar_EG: ١٠:٠٠ م = 22:00
        times, zh_TW: 下午5:00 = 17:00 | 上午 5:00 = 05:00
        parts of the day, zh_TW: 清晨5:30 = 05:30 | 中午12:30 = 12:30
        times, en_US: 5:00 = 5:00\u{202F}AM or 5:00\u{202F}PM | 17:00 = 17:00 | 0:30 = 00:30 | 12:30 AM = 00:30
        times, de_DE: 5:00 PM = 17:00 | 14:45 = 14:45 | 14:60 = nonexistent | 14:59 = 14:59 | 24:00
        // This format displays 5:00 and 17:00 as the same text, so the readings have 24 hours.
        times without AM, en_US: 5:00 = 05:00 or 17:00 | 5:00 pm = 17:00
        // On this day, the clocks of Berlin change from 2:00 to 3:00, so the time 2:30 does not exist.
        Berlin, de_DE: 31.3.2024, 2:30 = nonexistent | 31.3.2024, 3:30 = 2024-03-31 01:30
        // New York has the time "EST" in winter and the time "EDT" in summer.
        New York, en_US: 7/5/2024, 10:00 AM EDT = 2024-07-05 14:00 | 1/5/2024, 10:00 AM EST = 2024-01-05 15:00
            1/5/2024, 10:00 AM = 2024-01-05 15:00 | 1/5/2024, 10:00 AM EDT
        // These days have no midnight.
        typed in São Paulo, pt_BR: 15/10/2017 = 2017-10-15 03:00 | 15/10/17 = 2017-10-15 03:00
        typed in Beirut, ar_LB: 28/03/2021 = 2021-03-27 22:00 | 28/03/21 = 2021-03-27 22:00
        // An offset is no minute.
        ISO, : 2024-03-05T10:00+02 | 2024-03-05T10:00-02 | 2024-03-05 GMT+8 10:00
        seconds, en_US: 2024-03-05T10:00+02 | 2024-03-05T10:00-02 | 2024-03-05 GMT+8 10:00
        zone, en_US: 2024-03-05T10:00+02 | 2024-03-05T10:00-02 | 2024-03-05 GMT+8 10:00
        days and times, en_GB: 2024-03-05T17:30 = 2024-03-05 17:30 | 2024-03-05 17:30 = 2024-03-05 17:30
        // The reader of dates does not know fractions of a second, so the field uses the parser of the style.
        fractions, : 2024-02-29T05:00:00.250Z = 2024-02-29 05:00 | 2024-02-30T05:00:00.250Z
        """

    private nonisolated static let days = """
        days, en_US: 1/2/69 = 2069-01-02 | 1/2/70 = 1970-01-02
        days, de_DE: 2.1.70 = 1970-01-02 | 24-2-29 = 2029-02-24
        days, en_US: Feb 30, 2024 = nonexistent
        days, hu: 5.3.2024
        days, en_HU: 5.3.2024
        day first, en_US: 5/3/2024 = 2024-03-05
        padded, de_DE: 30.02.2024 = nonexistent | 29.2.24 = 2024-02-29
        ISO day, : 2024-02-30 = nonexistent | 2024-02-29 = 2024-02-29
        // In this locale, a numeric date begins with the month, and a date of two digits with the day.
        padded, en_TR: 05.09.2034 = 2034-09-05 | 5/9/2034 = 2034-05-09 | 2034-05-09 = 2034-05-09
            25.9.2034 = 2034-09-25 | 5.9.2034 = 09.05.2034 or 05.09.2034
        // Kyrgyz writes the year, the day and the month in this order, and ISO 8601 writes the month before the day.
        days, ky: 2024-3-5 = 2024-ж. 5-мар. or 2024-ж. 3-май | 2024-13-05 = 2024-05-13
        // If the time precedes the day, a year of two digits is not a year of ISO 8601 either.
        day last, de_DE: 10:30 24.02.29 = 2029-02-24 10:30 | 10:30 31.04.15 = nonexistent
            10:30 2029-02-24 = 2029-02-24 10:30
        days and times, vi_VN: 10:30 24.02.29 = 2029-02-24 10:30 | 10:30 31.04.15 = nonexistent
            10:30 2029-02-24 = 2029-02-24 10:30
        // In these locales, a numeric date begins with the year, and a date with the name of a month does not.
        days, sv_SE: 24 feb 29 = 2029-02-24 | 31 apr 15 = nonexistent | 29-02-24 = 2029-02-24
        days, en_CA: Feb 24, 29 = 2029-02-24 | Feb 30, 24 = nonexistent | 29-02-24 = 2029-02-24
        // In Latvian, a date with the name of a month begins with the year, and a numeric date with the day.
        days, lv: 29. g. 24. febr. = 2029-02-24 | 24.02.29 = 2029-02-24 | 31.04.15 = nonexistent
        short year, lv: 29. g. 24. febr. = 2029-02-24 | 24.02.29 = 2029-02-24 | 31.04.15 = nonexistent
        // These locales write the year, the day and the month, so typed dates have the order of ISO 8601.
        typed, de_DE: 31
        typed, en_US: 31
        typed, en_GB: 31
        typed, hu_HU: 31
        typed, ug: 2024-03-05 = 2024-03-05
        typed, nqo: 2024-03-05 = 2024-03-05
        """

    private nonisolated static let words = """
        // In German, "am" is a preposition, and the symbol of the morning only beside the time.
        words and times, de_DE: am 29. Februar 2024 um 12:30 | 29. Februar 2024 um 12:30 = 2024-02-29 12:30
            29. Februar 2024 um 12:30 am = 2024-02-29 00:30
        // "月" and "日" follow the numbers of a date, and also mean Monday and Sunday.
        wide, ja_JP: 2024年3月5日 = 2024-03-05 | 2024年3月5日(火) = 2024-03-05 | 2024年3月5日(月) | 2024年3月5日(日) | 2024年3月5日(水)
        wide, ko_KR: 2024년 3월 5일 = 2024-03-05 | 2024년 3월 5일(화) = 2024-03-05 | 2024년 3월 5일(월) | 2024년 3월 5일(일)
            2024년 3월 5일(수)
        wide, tr: 5 KASIM 2024 = 2024-11-05 | 5 NİSAN 2024 = 2024-04-05
        wide, el: 5 ΜΆΡΤΙΟΣ 2024 = 2024-03-05
        era, en_US: Mar 15, 44 AD | Mar 15, 2044 AD = 2044-03-15
        narrow, en_US: J 5, 2024 = 1/5/2024 or 6/5/2024 or 7/5/2024
        """

    private nonisolated static let calendars = """
        Buddhist typed, th_TH: 05/03/2567 = 2024-03-05 | 2024-03-05 = 05/03/2024 or 05/03/2567
        // The Gregorian calendar has these days, but a person has probably mistyped a Persian day.
        Persian typed, fa_IR: 1403/07/31 = nonexistent | 1402-12-30 = nonexistent | 2024-12-31 = nonexistent
            2023-12-32 = nonexistent | ۱۴۰۲/۱۲/۱۵ = 2024-03-05 | 1402/12/15 = 2024-03-05
            2024-12-23 = ۱۴۰۳/۱۰/۰۳ or ۲۰۲۴/۱۲/۲۳ | 23-12-2024 | 24-12-23
        // The weekday decides the calendar of a day of ISO 8601.
        Persian weekday, fa_IR: دوشنبه 2024-12-23 = 2024-12-23 | دوشنبه 2024-12-24
        Islamic typed, ar_SA: 05/08/1445 = 2024-02-15
        // This calendar has years of two and three digits. Some formats write them with four digits.
        ROC typed, en_US: 03/05/75 = 1986-03-05 | 03/05/75 Minguo = 1986-03-05
        ROC typed, zh_TW: 民國 113/03/05 = 2024-03-05
        ROC typed, ky: 0075-03-05 = 1986-03-05 | 0113-03-05 = 2024-03-05
        ROC long, en_US: March 5, 75 Minguo = 1986-03-05 | March 6, 75 Minguo = 1986-03-06
            March 6, 113 Minguo = 2024-03-06
        ROC typed, en_US: 03/06/75 Minguo = 1986-03-06
        ROC typed, zh_TW: 民國 113/03/06 = 2024-03-06
        ROC typed, ky: 0075-03-06 = 1986-03-06 | 0113-03-06 = 2024-03-06
        four digits, en_US: 05/03/0113 = 2024-03-05 | 5/3/113 = 2024-03-05 | 2024-3-5 = 2024-03-05
            5/3/99 = 2010-03-05 | 5/3/0999 = 2910-03-05 | 5/3/9 | 5/3/1000 | 5/3/2024 | 5/3/00113
        Chinese numeric, de_DE: 20.1.41 = 20.1.41 or 20.1.41 or 20.1.41
        """

    private nonisolated static let table: [[Row]] = fullHours + isoDays + republicOfChina + lists

    private nonisolated static let spaces: [Row] = [
        ("fractions", "", "2024-02-29T05:00:00.250 ", nil)
    ]

    private nonisolated static let lists = [separators, times, days, words, calendars].map(textTable) + [spaces]

    @Test(arguments: table)
    func aTextHasOneDateOrIsRefused(rows: [Row]) {
        for row in rows {
            #expect(value(row.typed, format(row.format, row.locale)) == row.value, "\(row)")
        }
    }

    // MARK: Displayed texts

    @Test(arguments: ["es_AR", "es_PE", "es_VE", "es_MX", "en_US", "en_IN"])
    func aDayPeriodIsReadByItsLetters(locale: String) {
        let written = Self.style(locale).hour(.defaultDigits(amPM: .abbreviated)).minute()
            .locale(Locale(identifier: locale + "@hours=h12"))
        let shown = written.format(Date(timeIntervalSince1970: 53_100))
        let typed = ["", " ", "\u{A0}", "\u{202F}"].map { shown.replacing(/\p{Zs}/, with: $0) }
        for text in typed + ["2:45 pm", "2:45PM", "2:45 p. m.", "2:45 p.m.", "14:45"] {
            #expect(value(text, .style(written)) == "14:45", "\(text)")
        }
        #expect(value("2:45 p", .style(written)) == nil)
        #expect(value("14:45 am", .style(written)) == nil)
    }

    @Test(arguments: ["bg", "kk", "mn", "tt"])
    func aNarrowSpaceNeedsNotBeTyped(locale: String) {
        let style = Self.style(locale).hour().minute().locale(Locale(identifier: locale + "@hours=h12"))
        let typed = style.format(Date(timeIntervalSince1970: 53_100)).replacing(/\p{Zs}/, with: " ")
        #expect(value(typed, .style(style)) == "14:45", "\(typed)")
    }

    @Test(arguments: [400, 401])
    func aTextOfUpToFourHundredBytesIsRead(count: Int) {
        let spaces = String(repeating: " ", count: count - "Feb 29,2024".utf8.count)
        #expect((value("Feb 29,\(spaces)2024", format("days", "en_US")) != nil) == (count == 400))
        #expect(value(String(repeating: "1 ", count: count * 250), format("days", "en_US")) == nil)
    }

    @Test func aRoundingFormatRefusesADayThatDoesNotExist() {
        #expect(read("30.02.2024", format("padded", "de_DE").roundingToDisplayedDigits()).date == nil)
    }

    @Test(arguments: [
        ("days", "en_US", "31", "“31” is not valid. An example is “Dec 31, 2026”."),
        ("days", "hu", "5.3.2024", "“5.3.2024” is not valid. An example is “2026. dec. 31.”."),
        ("times", "de_DE", "24:00", "“24:00” is not valid. An example is “17:30”."),
        ("times", "en_US", "5:00", "“5:00” can be 5:00\u{202F}AM or 5:00\u{202F}PM."),
        ("padded", "de_DE", "30.02.2024", "“30.02.2024” does not exist. An example is “31.12.2026”."),
        ("typed", "sv_SE", "31", "“31” is not valid. An example is “2026-12-31”."),
    ])
    func anErrorHasASentence(format: String, locale: String, typed: String, sentence: String) {
        #expect(read(typed, self.format(format, locale)).error?.description == sentence)
    }

    @Test(arguments: 0..<4)
    func anExampleIsAccepted(number: Int) throws {
        let hours = Self.style("en_US").hour(.defaultDigits(amPM: .omitted))
        let styles = [hours, hours.minute(), hours.minute().second(), hours.minute().year().month().day()]
        guard case .notADate(_, let example)? = read("x", .style(styles[number])).error?.reason else {
            Issue.record("accepted")
            return
        }
        #expect(read(example, .style(styles[number])).date != nil)
    }

    @Test(arguments: [
        ("de_DE", "DD.MM.YYYY", "29.02.2024"), ("en_US", "MM/DD/YYYY", "02/29/2024"),
        ("en_GB", "DD/MM/YYYY", "29/02/2024"), ("sv_SE", "YYYY-MM-DD", "2024-02-29"),
        ("hu_HU", "YYYY. MM. DD.", "2024. 02. 29."), ("ug", "YYYY-MM-DD", "2024-02-29"),
        ("nqo", "YYYY-MM-DD", "߂߀߂߄-߀߂-߂߉"),
    ])
    func aDayHasAPlaceholderInTheOrderOfTheLocale(locale: String, placeholder: String, shown: String) {
        let (field, storage) = (phone.field(), ValueStorage<Date>())
        let day = ValueInput(field, storage.bound, typedDate(locale))
        #expect(field.formState.placeholder == placeholder)
        for text in ["2024-2-29", shown] {
            field.text = text
            #expect(day.commit())
            #expect(storage.value == Date(timeIntervalSince1970: 1_709_164_800))
            #expect(field.text == shown)
        }
    }

    @Test(arguments: [("de_DE", "HH:MM", "05:07"), ("en_US", "HH:MM\u{202F}AM/PM", "05:07\u{202F}AM")])
    func aTimeHasAPlaceholder(locale: String, placeholder: String, shown: String) {
        let (field, storage) = (phone.field(), ValueStorage<Date>())
        let format = ValueFormat<Date>.typedTime(locale: Locale(identifier: locale), timeZone: .gmt)
        let time = ValueInput(field, storage.bound, format)
        #expect(field.formState.placeholder == placeholder)
        field.text = "5:07 am"
        #expect(time.commit() && storage.value == Date(timeIntervalSince1970: 18_420))
        #expect(field.text == shown)
        let titled = ValueInput(field, storage.bound, format, placeholder: "Breakfast")
        #expect(field.formState.placeholder == "Breakfast", "a placeholder of the app precedes")
        withExtendedLifetime(titled) {}
    }

    @Test func allLocalesAndCalendarsHaveAPlaceholder() {
        let all = Locale.availableIdentifiers.sorted()
        for index in stride(from: 0, to: all.count, by: RandomTestSize.isFull ? 1 : 80) {
            let letters = typedDate(all[index]).placeholder?.filter { "DMY".contains($0) } ?? ""
            #expect(letters.filter { $0 == "Y" }.count == 4 && letters.count == 8, "\(all[index]): \(letters)")
            let time = ValueFormat<Date>.typedTime(locale: Locale(identifier: all[index]), timeZone: .gmt)
            #expect(time.placeholder?.contains("HH") == true, "\(all[index])")
        }
        #expect(typedDate("fa_IR", "GMT", .persian).placeholder?.contains("YYYY") == true)
        #expect(typedDate("ar_SA", "GMT", .islamicUmmAlQura).placeholder == "DD/MM/YYYY")
    }

    @Test(
        arguments: [
            Calendar.Identifier.japanese, .buddhist, .hebrew, .persian, .chinese, .republicOfChina, .coptic,
        ],
        ["en_US", "ja_JP", "th_TH"]
    )
    func otherCalendarsReadWhatTheyDisplay(calendar: Calendar.Identifier, locale: String) throws {
        let style = Date.FormatStyle(
            date: .long,
            time: .omitted,
            locale: Locale(identifier: locale),
            calendar: Calendar(identifier: calendar),
            timeZone: .gmt
        )
        for text in ["2024-02-29", "1986-03-05", "2024-03-05"] {
            let date = try Date("\(text)T00:00:00Z", strategy: .iso8601)
            let (value, error) = read(style.format(date), .style(style))
            let parsed = try? style.parseStrategy.parse(style.format(date))
            #expect(value == date || error != nil && parsed != date, "\(style.format(date))")
            #expect(value == date || calendar != .republicOfChina || locale != "en_US")
        }
    }

    @Test func aPartOfADateReplacesTheWholeDate() {
        let storage = ValueStorage<Date>(Date(timeIntervalSince1970: 1_000_000_000))
        let field = phone.field()
        let input = ValueInput(field, storage.bound, format("times", "de_DE"))
        field.text = "14:45"
        #expect(input.commit())
        #expect(storage.value == Date(timeIntervalSince1970: 53_100))
    }
}

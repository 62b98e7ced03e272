import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The texts of dates and times that fields read and refuse.
@MainActor
struct DateTextTests {
    /// A value of `nil` means that the text is refused.
    typealias Row = (format: String, locale: String, typed: String, value: String?)

    private let phone = SimulatedPhone()

    private nonisolated static func style(
        _ locale: String,
        _ calendar: Calendar.Identifier = .gregorian,
        _ zone: String = "GMT"
    ) -> Date.FormatStyle {
        Date.FormatStyle(
            locale: Locale(identifier: locale),
            calendar: Calendar(identifier: calendar),
            timeZone: TimeZone(identifier: zone) ?? .gmt
        )
    }

    private func typedDate(_ locale: String, _ calendar: Calendar.Identifier = .gregorian, _ zone: String = "GMT")
        -> ValueFormat<Date>
    {
        let zone = TimeZone(identifier: zone) ?? .gmt
        return .typedDate(locale: Locale(identifier: locale), calendar: Calendar(identifier: calendar), timeZone: zone)
    }

    /// A format by its name in the tables.
    private func format(_ name: String, _ locale: String) -> ValueFormat<Date> {
        let style = Self.style(locale)
        return switch name {
        case "typed": typedDate(locale)
        case "typed Buddhist": typedDate(locale, .buddhist)
        case "typed Persian": typedDate(locale, .persian)
        case "typed Japanese": typedDate(locale, .japanese)
        case "typed Indian": typedDate(locale, .indian)
        case "ROC": .style(Self.style(locale, .republicOfChina).year(.twoDigits).month(.twoDigits).day(.twoDigits))
        case "Chinese words": .style(Self.style(locale, .chinese).year().month(.wide).day())
        case "Japanese words": .style(Self.style(locale, .japanese).year().month(.wide).day())
        case "Japanese times": .style(Self.style(locale, .japanese).hour().minute())
        case "typed ROC": typedDate(locale, .republicOfChina)
        case "typed in São Paulo": typedDate(locale, .gregorian, "America/Sao_Paulo")
        case "typed time": .typedTime(locale: Locale(identifier: locale), timeZone: .gmt)
        case "words": .style(style.year().month().day())
        case "weekday": .style(style.year().month(.wide).day().weekday(.wide))
        case "narrow": .style(style.year().month(.narrow).day())
        case "era": .style(style.era().year().month().day())
        case "quarter": .style(style.year().quarter())
        case "times": .style(style.hour().minute())
        case "times without AM": .style(style.hour(.defaultDigits(amPM: .omitted)).minute())
        case "Berlin":
            .style(Self.style(locale, .gregorian, "Europe/Berlin").year().month(.twoDigits).day().hour().minute())
        case "New York":
            .style(Self.style(locale, .gregorian, "America/New_York").year().month().day().hour().minute().timeZone())
        case "numeric and time":
            .style(
                Date.FormatStyle(date: .numeric, time: .shortened, locale: Locale(identifier: locale), timeZone: .gmt)
            )
        case "ISO": .style(Date.ISO8601FormatStyle())
        case "fractions": .style(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        case "Chinese": .style(Self.style(locale, .chinese).year().month(.twoDigits).day())
        case "day first":
            .style(
                Date.VerbatimFormatStyle(
                    format: "\(day: .twoDigits)/\(month: .twoDigits)/\(year: .defaultDigits)",
                    locale: Locale(identifier: locale),
                    timeZone: .gmt,
                    calendar: Calendar(identifier: .gregorian)
                )
            )
        default: .style(style.year().month(.twoDigits).day(.twoDigits))
        }
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

    private nonisolated static let digits = """
        typed, en_US: 2/29/2024 = 2024-02-29 | 02/29/24 = 2024-02-29 | 2.29.2024 = 2024-02-29 | 2-29-2024 = 2024-02-29
            2 29 2024 = 2024-02-29 | 2／29／2024 = 2024-02-29 | 2024-2-29 = 2024-02-29 | 2024/02/29 = 2024-02-29
            2/30/2024 = nonexistent | 2024-02-30 = nonexistent | 1/2/69 = 2069-01-02 | 1/2/70 = 1970-01-02
            29/2/2024 | 13/13/2024 | 24-02-29 | 2/29 | 31 | 2/28/2 | 2/28/202 | 02/28/02024 | 02/28/12024 | 2/28/2024 x | 2/28/2024 12
            -2024-03-05 | 2024-02-2⁹ | 2024-3-1⑤ | 2024+02+28 | 5:30:20 | 2//28/2024 | 2,28,2024 | Feb 28, 2024
        typed, de_DE: 29.2.24 = 2024-02-29 | 24-2-29 = 2029-02-24 | 30.02.2024 = nonexistent | 31
        typed, ar_EG: 29/2/2024 = 2024-02-29 | ٢٩/٢/٢٠٢٤ = 2024-02-29
        typed, hu: 2024. 2. 29. = 2024-02-29 | 2024.2.29 = 2024-02-29 | 5.3.2024
        numeric, de_DE: 29.2.2024 = 2024-02-29 | 2024-02-29 = 2024-02-29 | 30.02.2024 = nonexistent
        day first, en_US: 5/3/2024 = 2024-03-05 | 2024-03-05 = 2024-03-05
        // The locale writes the year, the day and the month in this order.
        typed, ky: 2024-03-05 = 2024-03-05
        numeric, ky: 2024-13-05 = 2024-05-13 | 2024-3-5 = 2024-05-03 or 2024-03-05
        typed time, de_DE: 7:00 = 07:00 | 07:00 = 07:00 | 7.05 = 07:05 | 17:00 = 17:00 | 14:60 | 24:00 | 5-6 | 7
        typed time, en_US: 5:07 am = 05:07 | 5:07PM = 17:07 | 5:07 p.m. = 17:07 | 17:00 = 17:00 | 0:30 = 00:30
            5:00 = 05:00\u{202F}AM or 05:00\u{202F}PM | 5-6 PM | -5:00 PM | 5:00 PM+2 | 17:00 PM
        times, fa_IR: ۱۷:۰۰ = 17:00 | 17:00 = 17:00
        times, ar_EG: ١٠:٠٠ م = 22:00
        times, es_AR@hours=h12: 2:45 pm = 14:45 | 2:45 p. m. = 14:45 | 14:45 = 14:45 | 2:45 p
        times without AM, en_US: 5:00 = 05:00 or 17:00 | 17:00 = 17:00
        numeric and time, en_GB: 29/2/2024, 17:30 = 2024-02-29 17:30 | 2024-02-29T17:30 = 2024-02-29 17:30
            2024-02-29 17:30 = 2024-02-29 17:30 | 2024-03-05T10:00+02
        // On this day, the clocks change from 2:00 to 3:00.
        Berlin, de_DE: 31.03.2024, 2:30 = nonexistent | 31.03.2024, 3:30 = 2024-03-31 01:30
        // This day has no midnight.
        typed in São Paulo, pt_BR: 15/10/2017 = 2017-10-15 03:00
        """

    private nonisolated static let words = """
        words, en_US: Feb 29, 2024 = 2024-02-29 | feb. 29, 2024 = 2024-02-29 | Feb 29, 2024 x | February 29, 2024
            Feb 30, 2024 | Feb 29, 24 | Feb 29, 20241 | 29 Feb 2024 | 2/29/2024
        words, de_DE: 5. März 2024 = 2024-03-05 | 05. MÄRZ 2024 = 2024-03-05
        words, tr: 5 KAS 2024 = 2024-11-05 | 5 nİs 2024 = 2024-04-05
        words, ar_JO: ١ تشرين ١، ٢٠٢٤ = 2024-10-01
        weekday, en_US: Thursday, February 29, 2024 = 2024-02-29 | Friday, February 29, 2024
        weekday, ja_JP: 2024年3月5日火曜日 = 2024-03-05 | 2024年3月5日水曜日
        narrow, en_US: J 5, 2024 = 2024-01-05 or 2024-06-05 or 2024-07-05 | F 5, 2024 = 2024-02-05
        era, en_US: Mar 15, 44 AD | Mar 15, 2044 AD = 2044-03-15
        quarter, en_US: Q4 2026 = 2026-10-01 | Q5 2026
        New York, en_US: Jul 5, 2024 at 10:00 AM EDT = 2024-07-05 14:00 | Jul 5, 2024 at 10:00 AM EST
        ISO, : 2024-03-05T10:00:00Z = 2024-03-05 10:00 | 2024-03-05 10:00:00 = 2024-03-05 10:00
            2024-03-05T10:00:00+02
        fractions, : 2024-02-29T05:00:00.250Z = 2024-02-29 05:00 | 2024-02-30T05:00:00.250Z
        """

    private nonisolated static let calendars = """
        typed Buddhist, th_TH: 05/03/2567 = 2024-03-05 | 2024-03-05 = 2024-03-05 | 05/03/67
            2567-3-5 = 2024-03-05
        typed Persian, fa_IR: ۱۴۰۲/۱۲/۱۵ = 2024-03-05 | 1402/12/15 = 2024-03-05 | 1403/07/31 = nonexistent
            2024-12-23 = 2024-12-23 | 1404-12-24 = 2026-03-15 | 1402-12-30 = nonexistent | 24-12-23
        typed Persian, ky: 1404-12-24 = 2026-03-15
        // This calendar counts 78 years less.
        typed Indian, en_IN: 1947-03-05 = 14/12/1868 Saka or 05/03/1947 Saka
        // 1986 is the year 75 of this calendar.
        typed ROC, zh_TW: 2024-03-05 = 2024-03-05 | 113-3-5 = 2024-03-05 | 75/03/05 = 1986-03-05
            民國 113/03/05 = 2024-03-05 | 2024-02-30 = nonexistent
        // Two digits of the year of an era, and then of the cycle of 60 years, can be several years.
        typed Japanese, es_US: 03/15/R08 = 2026-03-15 or 2126-03-15 or 2226-03-15 | 2026-03-15 = 2026-03-15 | 2026/3/15 = 2026-03-15 | 26-03-15
        typed Japanese, ja_JP: H27/03/26 = 2015-03-26 | R8.3.15 = 2026-03-15 | 2026-02-30 = nonexistent | 08/03/15
        Chinese, de_DE: 20.1.41 = 1844-03-08 or 1904-03-06 or 1964-03-03 or 2024-02-29 or 2084-02-25 | 2026-03-15 = 2026-03-15
        // The field shows these days of the Chinese calendar.
        Chinese, he_IL: 2015-02-07 = 2014-12-19 or 2015-02-07
        Chinese words, ja_JP: 2015(乙未)年二月7日 = 2015-03-26 | 2015-03-26 = 2015-03-26
        Chinese words, zh_CN: 2015乙未年二月7 = 2015-03-26
        Japanese words, ja_JP: 平成27年3月26日 = 2015-03-26
        Japanese words, en_US: March 26, Heisei 27 = 2015-03-26
        Japanese times, ja_JP: 17:00 = 17:00 | 2026-03-15
        // The year 115 is displayed as 15.
        ROC, zh_TW: 15/03/15 | 民國 15/03/15 = 1926-03-15 or 2026-03-15 or 2126-03-15
            115/03/15 = 2026-03-15 | 2026-03-15 = 2026-03-15
        """

    @Test(arguments: [digits, words, calendars].map(textTable))
    func aTextHasOneDateOrIsRefused(rows: [Row]) {
        for row in rows {
            let value = value(row.typed, format(row.format, row.locale))
            #expect(value == row.value, "\(row) \(value ?? "nil")")
        }
    }

    @Test(arguments: [400, 401])
    func aTextOfUpToFourHundredBytesIsRead(count: Int) {
        let spaces = String(repeating: " ", count: count - "Feb 29,2024".utf8.count)
        #expect((value("Feb 29,\(spaces)2024", format("words", "en_US")) != nil) == (count == 400))
        #expect(value(String(repeating: "1 ", count: count * 250), format("words", "en_US")) == nil)
    }

    @Test(arguments: [
        ("words", "en_US", "31", "“31” is not valid. An example is “Dec 31, 2026”."),
        ("typed time", "de_DE", "24:00", "“24:00” is not valid. An example is “17:30”."),
        ("typed time", "en_US", "5:00", "“5:00” can be 05:00\u{202F}AM or 05:00\u{202F}PM."),
        ("times without AM", "en_US", "x", "“x” is not valid. An example is “17:30”."),
        ("numeric", "de_DE", "30.02.2024", "“30.02.2024” does not exist. An example is “31.12.2026”."),
        ("typed", "sv_SE", "31", "“31” is not valid. An example is “2026-12-31”."),
    ])
    func anErrorHasASentenceWithAnExample(format: String, locale: String, typed: String, sentence: String) {
        #expect(read(typed, self.format(format, locale)).error?.description == sentence)
    }

    /// Foundation's parser cannot read these texts.
    @Test(arguments: [
        ("ja_JP", Calendar.Identifier.japanese), ("en_US", .chinese), ("de_DE", .dangi), ("en_US", .coptic),
    ])
    func theDisplayedTextOfTheValueIsTheValue(locale: String, calendar: Calendar.Identifier) {
        let style = Self.style(locale, calendar).year().month(.wide).day()
        for date in [-1_000_000_000, 500_000_000, 1_709_164_800.5].map(Date.init(timeIntervalSince1970:)) {
            let (storage, field) = (ValueStorage(date), phone.field())
            let input = ValueInput(field, storage.bound, .style(style), update: .live)
            field.tap()
            let shown = field.text
            for text in ["", "x", shown] { field.text = text }
            #expect(input.error == nil && input.commit() && storage.value == date, "\(shown)")
        }
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
        let time = ValueInput(field, storage.bound, format("typed time", locale))
        #expect(field.formState.placeholder == placeholder)
        field.text = shown
        #expect(time.commit() && storage.value == Date(timeIntervalSince1970: 18_420))
        #expect(field.text == shown)
        let titled = ValueInput(field, storage.bound, format("typed time", locale), placeholder: "Breakfast")
        #expect(field.formState.placeholder == "Breakfast", "a placeholder of the app precedes")
        withExtendedLifetime(titled) {}
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

import Foundation

/// Parses typed dates and times for one format.
///
/// Foundation's parsers accept wrong texts: a Russian format parses "2024-3-5" as a day in the year 10. The reader
/// accepts only the date fields that the format writes, such as the day and the month. Each word must be a word that
/// the format writes, or a name from the calendar, such as the name of a month. The numbers of a date can be in one of
/// these orders:
///
/// - the order of the format
/// - the order of ISO 8601
/// - the order of numeric dates in the locale, if the app has not chosen another order for numeric dates
struct DateReader {
    /// A part of a date: the year, the month, the day, the hour, the minute or the second.
    typealias Field = Calendar.Component

    /// The result of reading a text.
    struct Outcome {
        /// The dates that the text can stand for.
        fileprivate(set) var dates: Set<Date> = []
        /// Whether the text names a day or a time that does not exist, such as February 30.
        fileprivate(set) var isNonexistent = false
    }

    private let calendar: DateCalendar
    /// The Gregorian calendar, for typed dates in the form of ISO 8601.
    ///
    /// The property is `nil` if the calendar of the format is Gregorian.
    private let isoCalendar: DateCalendar?
    private let format: (Date) -> String
    /// Formats a date as numbers, in the locale of the format.
    private let numeric: (Date) -> String
    private let vocabulary: DateVocabulary
    private let marks: DateMarks
    /// The fields that the format writes, including a month that the format writes as a word.
    private let fields: Set<Field>
    /// The orders in which a person can type the numbers of a date.
    ///
    /// `numeric` contains the orders for dates with a numeric month. `withMonth` contains the orders for dates with the
    /// name of a month.
    private let orders: (numeric: Set<[Field]>, withMonth: Set<[Field]>)
    /// Whether dates begin with the year.
    ///
    /// `numeric` describes dates with a numeric month. If the format does not write the month as a number, `numeric`
    /// describes the numeric dates of the locale. `withMonth` describes dates with the name of a month.
    private let beginsWithYear: (numeric: Bool, withMonth: Bool)
    /// Whether the format writes hours from 1 to 12.
    private let hasHalfDays: Bool

    private static let iso = [Field.year, .month, .day]

    /// The largest length of a text, in bytes.
    private static let maximumLength = 400

    /// Creates a reader that learns the format from sample texts.
    ///
    /// The result is `nil` in these cases:
    ///
    /// - The calendar of the format is not supported.
    /// - The format writes an era of the Gregorian calendar.
    /// - The format writes a number for a field that the reader does not know, such as the week.
    /// - The format writes none of the fields that the reader knows.
    /// - The reader cannot read the format's own texts.
    ///
    /// - Parameters:
    ///   - calendar: The calendar of the format, with the locale and the time zone of the format.
    ///   - format: A closure that formats a date.
    ///   - numeric: A closure that formats a date as numbers, in the same locale.
    ///   - hasOwnOrder: Whether the app has chosen the order of the numbers. If the app has not chosen the order, the
    ///     locale determines the order.
    init?(
        _ calendar: Calendar,
        format: @escaping (Date) -> String,
        numeric: @escaping (Date) -> String,
        hasOwnOrder: Bool
    ) {
        guard let calendar = DateCalendar(calendar), let sample = DateSample(calendar),
            let order = sample.fields(of: format(sample.date))
        else { return nil }
        if order.contains(.year), calendar.writesEra(format(sample.date)) { return nil }
        let dates = sample.dates
        func samples(_ dates: [Date]) -> [DateVocabulary.Sample] {
            dates.map { date in
                let parts = calendar.parts(of: date)
                return DateVocabulary.Sample(
                    text: DateTokens(format(date)),
                    month: parts[.month] ?? 1,
                    weekday: calendar.weekday(of: date),
                    hour: parts[.hour] ?? 0
                )
            }
        }
        let (months, days, hours) = (samples(dates.months), samples(dates.days), samples(dates.hours))
        var vocabulary = DateVocabulary(calendar.calendar)
        let writesMonth = !order.contains(.month) && Set(months.map(\.text.letters)).count > months.count / 2
        if writesMonth { vocabulary.learnMonths(months) }
        hasHalfDays = order.contains(.hour) && !DateTokens(format(sample.date)).numbers.contains { Int($0) == 13 }
        if hasHalfDays { vocabulary.learnPeriods(hours) }
        vocabulary.learnFillers(months + days + hours)
        let local = sample.fields(of: numeric(sample.date)) ?? []
        var marks = DateMarks()
        for sample in months + days + hours { marks.learn(sample.text, order) }
        marks.learn(DateTokens(numeric(sample.date)), local)
        self.calendar = calendar
        isoCalendar =
            calendar.isGregorian ? nil : DateCalendar(DateCalendar.gregorian(calendar.calendar.timeZone))
        self.format = format
        self.numeric = numeric
        self.marks = marks
        fields = Set(order).union(writesMonth ? [.month] : [])
        guard !fields.isEmpty else { return nil }
        // ISO 8601 writes a "T" between a day and a time.
        if fields.isSuperset(of: [.day, .hour]) { vocabulary.addFiller("t") }
        self.vocabulary = vocabulary
        let own = order.contains(.month) ? order : local
        beginsWithYear = (own.first { !$0.isTime } == .year, order.first { !$0.isTime } == .year)
        orders = Self.orders(order, fields, own: own, local: hasOwnOrder ? own : local)
        let readsAll = (dates.months + dates.days + dates.hours).allSatisfy { date in
            let displayed = calendar.date(calendar.parts(of: date).filter { fields.contains($0.key) })
            return displayed.map(read(format(date)).dates.contains) ?? false
        }
        guard readsAll else { return nil }
    }

    /// Returns the orders in which a person can type the numbers of a date.
    ///
    /// - Parameters:
    ///   - order: The order of the numbers that the format writes.
    ///   - fields: The fields of the format.
    ///   - own: The order in which the format writes day, month and year. If the format does not write the month as a
    ///     number, the parameter contains the order of numeric dates in the locale.
    ///   - local: The order of the numbers in a numeric date of the locale. In Kyrgyz, the order is year, day, month.
    ///     If the app has chosen the order of the format, `local` is the same as `own`.
    /// - Returns: The orders for dates with a numeric month, and the orders for dates with the name of a month.
    private static func orders(_ order: [Field], _ fields: Set<Field>, own: [Field], local: [Field])
        -> (Set<[Field]>, Set<[Field]>)
    {
        let (time, date) = (order.filter(\.isTime), order.filter { !$0.isTime })
        func dates(_ orders: [Field]...) -> [[Field]] {
            orders.map { $0.filter { !$0.isTime && fields.contains($0) } }
        }
        func withTime(_ dates: [[Field]]) -> Set<[Field]> {
            Set(dates.map { $0 + time } + (order.first?.isTime == true ? dates.map { time + $0 } : []))
        }
        return (
            withTime(
                dates(own, local).filter { $0.count == fields.count(where: { !$0.isTime }) }
                    + dates(Self.iso).filter { $0.first == .year }
            ),
            withTime([date, Self.iso.filter(fields.contains)].map { $0.filter { $0 != .month } })
        )
    }

    // MARK: Reading

    func read(_ text: String) -> Outcome {
        var outcome = Outcome()
        guard text.utf8.count <= Self.maximumLength else { return outcome }
        let tokens = DateTokens(text)
        for words in vocabulary.readings(of: tokens.letters) where isPossible(words) {
            let namesMonth = words.month != nil
            let beginsWithYear = namesMonth ? beginsWithYear.withMonth : beginsWithYear.numeric
            for order in namesMonth ? orders.withMonth : orders.numeric {
                guard tokens.numbers.count == order.count, isBesideTime(words.hoursPosition, order),
                    marks.allow(tokens, order, namesMonth: namesMonth)
                else { continue }
                let day = order.filter { !$0.isTime }
                // If `beginsWithYear` is `false`, the number 24 in "24-2-29" is not a year.
                let hasShortYear = beginsWithYear || day.first != .year
                var isDay: Bool?
                if let parts = parts(tokens.numbers, order, calendar, hasShortYear) {
                    isDay = add(parts, words, calendar, &outcome)
                }
                // If the format's calendar has the year but not the day, the day is probably a typing error.
                if day == Self.iso, isDay != false, let isoCalendar,
                    let parts = parts(tokens.numbers, order, isoCalendar, false)
                {
                    _ = add(parts, words, isoCalendar, &outcome)
                }
            }
        }
        if outcome.dates.count > 1 {
            let displayed = outcome.dates.filter { isText(text, of: $0) }
            if displayed.count == 1 { outcome.dates = displayed }
        }
        return outcome
    }

    /// Returns whether a word like "PM" stands beside the hour, minute or second.
    ///
    /// In German, "am" before a date is a preposition and does not mean "AM".
    private func isBesideTime(_ position: Int?, _ order: [Field]) -> Bool {
        guard let position else { return true }
        return order[max(position - 1, 0)..<min(position + 1, order.count)].contains(where: \.isTime)
    }

    /// Returns whether a text is one of the usual texts of a date.
    ///
    /// The usual texts are the text of the format, the numeric text of the locale and the ISO 8601 text.
    private func isText(_ text: String, of date: Date) -> Bool {
        let normalized = TextNormalization.normalized(text)
        let iso = [calendar, isoCalendar].compactMap { $0?.isoText(date) }
        return ([format(date), numeric(date)] + iso).contains { TextNormalization.normalized($0) == normalized }
    }

    /// Returns whether the words of a text agree with the date fields of the format.
    ///
    /// A month needs the field `month`, a weekday needs `day`, and a part of the day needs `hour`.
    private func isPossible(_ words: DateWords) -> Bool {
        (words.month == nil || fields.contains(.month)) && (words.weekday == nil || fields.contains(.day))
            && (words.hours == nil || fields.contains(.hour))
    }

    /// Returns the value of each field, or `nil` if a number has too few or too many digits.
    ///
    /// If `hasShortYear` is `false`, a year of two digits has too few digits.
    private func parts(
        _ numbers: [String],
        _ order: [Field],
        _ calendar: DateCalendar,
        _ hasShortYear: Bool
    ) -> [Field: Int]? {
        var parts: [Field: Int] = [:]
        for (field, number) in zip(order, numbers) {
            if field == .year {
                parts[field] = hasShortYear || number.count > 2 ? calendar.year(number) : nil
            } else if number.count <= 2 {
                parts[field] = Int(number)
            }
            if parts[field] == nil { return nil }
        }
        return parts
    }

    private func hours(_ hour: Int?, _ words: DateWords) -> [Int] {
        guard let hour else { return [0] }
        let both = hour <= 12 ? [hour % 12, hour % 12 + 12] : [hour]
        if let period = words.hours { return both.filter(period.contains) }
        return hasHalfDays && hour > 0 ? both : [hour]
    }

    /// Adds the dates that agree with the words.
    ///
    /// - Returns: Whether the calendar has the day.
    private func add(
        _ parts: [Field: Int],
        _ words: DateWords,
        _ calendar: DateCalendar,
        _ outcome: inout Outcome
    ) -> Bool {
        var (parts, isDay) = (parts, false)
        if let month = words.month { parts[.month] = month }
        for hour in hours(parts[.hour], words) {
            if fields.contains(.hour) { parts[.hour] = hour }
            guard let date = calendar.date(parts) else {
                outcome.isNonexistent = outcome.isNonexistent || (parts[.month] ?? 1) <= 12 && hour < 24
                continue
            }
            isDay = true
            if let weekday = words.weekday, weekday != calendar.weekday(of: date) { continue }
            guard words.remarks.isEmpty || words.remarks.isSubset(of: DateTokens(format(date)).words.joined()) else {
                continue
            }
            outcome.dates.insert(date)
        }
        return isDay
    }

    // MARK: Describing

    /// Returns a different text for each date, if possible.
    ///
    /// The format itself can write the same text for 5:00 and 17:00, or for January and June.
    func texts(_ dates: [Date]) -> [String] {
        let texts = [format, numericText].lazy.map { dates.map($0) }
        return texts.first { Set($0).count == dates.count } ?? dates.map(format)
    }

    /// Returns a text of a date, if possible a text with only one meaning.
    ///
    /// If the format does not write all fields, the reader can read the text as a different date. For example, a text
    /// without a year is read as a date in 1970.
    func unambiguousText(_ date: Date) -> String {
        [format, numericText].lazy.map { $0(date) }.first { read($0).dates.count == 1 } ?? format(date)
    }

    /// Returns the day as numbers, and the time in 24-hour form, such as "17:30".
    ///
    /// If the format writes only a day or only a time, the text contains only this part.
    private func numericText(_ date: Date) -> String {
        let parts = calendar.parts(of: date)
        let time = [Field.hour, .minute, .second].filter(fields.contains).map { String(format: "%02d", parts[$0] ?? 0) }
        let day = fields.allSatisfy(\.isTime) ? [] : [numeric(date)]
        return (day + (time.isEmpty ? [] : [time.joined(separator: ":")])).joined(separator: " ")
    }
}

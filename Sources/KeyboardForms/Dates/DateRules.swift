import Foundation

/// Compares a typed date with the text that the format displays for the date.
///
/// Foundation's parser also accepts wrong texts. For example, it reads "2/30/2024 x" as March 1. A person can also type
/// only the numbers of the date (``DateDigits``).
struct DateRules: FormatRules {
    private let format: (Date) -> String
    private let parse: (String) -> Date?
    private let calendar: Calendar?
    private let digits: DateDigits?

    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Date, Style.FormatOutput == String {
        format = style.format
        parse = { [strategy = style.parseStrategy] in try? strategy.parse($0) }
        calendar = Calendar(ofStyle: style)
        digits = calendar.flatMap { DateDigits($0, format: style.format) }
    }

    func displayText(_ value: Date) -> String { format(value) }

    func displayedValue(in _: String, for value: Date, typedAs text: String) -> DisplayedValue<Date> { .typed }

    func read(_ text: String) -> ReadResult<Date> {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return .empty(.failure(ValueInputError(.empty))) }
        // Splitting a very long text, such as a pasted book, into words and numbers would take too long.
        switch trimmed.utf8.count > 400 ? [] : dates(of: trimmed)?.sorted() {
        case nil: return .refused(ValueInputError(.nonexistent(text: text, example: example)))
        case []?: return .refused(ValueInputError(.notADate(text: text, example: example)))
        case let dates? where dates.count == 1: return .value(dates[0])
        case let dates?: return .refused(ValueInputError(.ambiguous(text: text, readings: texts(dates))))
        }
    }

    /// Returns `nil` if the numbers stand for a date that does not exist, such as February 30.
    private func dates(of text: String) -> Set<Date>? {
        let typed = DateText(text)
        let candidates = digits?.candidates(typed) ?? []
        if candidates.contains(where: { $0.isComplete && $0.date == nil }) { return nil }
        var dates = Set(candidates.filter { $0.isComplete || isText(typed, of: $0.date) }.compactMap(\.date))
        // Foundation's parser reads years with any number of digits. Dates after the year 4000 are ignored.
        if dates.isEmpty || digits?.isForeign == true, let date = parse(text), date < .distantFuture {
            dates.formUnion(([date] + others(date)).filter { isText(typed, of: $0) })
        }
        // In a Persian field, "1404-12-24" stands for a Persian day, and not for a Gregorian day of the Middle Ages.
        let modern = dates.filter { Self.modern.contains($0.timeIntervalSince1970) }
        return modern.count == 1 ? modern : dates
    }

    private func isText(_ text: DateText, of date: Date?) -> Bool { date.map { DateText(format($0)) == text } ?? false }

    /// The years from 1583 to 2399, in seconds since 1970.
    private static let modern = -12_212_553_600.0..<13_569_465_600

    /// Returns the dates that Foundation's parser can confuse with the given date.
    ///
    /// A format may omit the half of the day, the century, the era, or the Chinese cycle of 60 years. Foundation then
    /// guesses the omitted part.
    private func others(_ date: Date) -> [Date] {
        guard let calendar else { return [] }
        let years = calendar.identifier == .japanese ? Array(1...130) : [60, 100, 120]
        return ([(.hour, 12)] + years.map { (.year, $0) }).flatMap { (component: Calendar.Component, distance) in
            func moved(_ value: Int) -> Date { calendar.date(byAdding: component, value: value, to: date) ?? date }
            return format(moved(1)) == format(date) ? [] : [-distance, distance].map(moved)
        }
    }

    private func texts(_ dates: [Date]) -> [String] {
        let texts = dates.map(format)
        return Set(texts).count < dates.count ? dates.map(isoText) : texts
    }

    private func isoText(_ date: Date) -> String {
        digits?.isoText(date) ?? DateDigits.isoText(date, calendar?.timeZone ?? .current)
    }

    /// The example is 17:30 on December 31, 2026, because these numbers cannot be confused with each other.
    private var example: String {
        let offset = calendar?.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: 1_798_738_200)) ?? 0
        let date = Date(timeIntervalSince1970: 1_798_738_200 - TimeInterval(offset))
        return [format(date), isoText(date)].first { dates(of: $0)?.count == 1 } ?? format(date)
    }
}

extension Calendar {
    init?(ofStyle style: Any) {
        switch style {
        case let style as Date.FormatStyle:
            self = style.calendar
            (locale, timeZone) = (style.locale, style.timeZone)
        case let style as Date.VerbatimFormatStyle:
            self = style.calendar
            (locale, timeZone) = (style.locale, style.timeZone)
        case let style as Date.ISO8601FormatStyle:
            self.init(identifier: .gregorian)
            timeZone = style.timeZone
        default: return nil
        }
    }
}

import Foundation

/// A style of Foundation for dates of one calendar.
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

/// The rules of a format of dates.
///
/// A text is accepted if it stands for one date. Foundation's parser reads what the reader does not know, such as a week, a
/// fraction of a second or a year of an era. Its date is accepted if the format displays the numbers and the words that were
/// typed.
struct DateRules: ValueFormatRules {
    var roundsToDisplayedDigits = false
    private let format: (Date) -> String
    private let parse: (String) -> Date?
    private let reader: DateReaderCreation

    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Date, Style.FormatOutput == String {
        format = style.format
        let strategy = style.parseStrategy
        parse = { try? strategy.parse($0) }
        reader = DateReaderCreation {
            guard let calendar = (style as? any CalendarDateStyle)?.dateCalendar, let locale = calendar.locale else {
                return nil
            }
            let numeric = Date.FormatStyle(
                date: .numeric,
                time: .omitted,
                locale: locale,
                calendar: calendar,
                timeZone: calendar.timeZone
            )
            return DateReader(calendar, format: style.format, numeric: numeric.format)
        }
    }

    func displayText(_ value: Date) -> String {
        format(value)
    }

    func editingText(_ value: Date) -> String {
        format(value)
    }

    func read(_ text: String) -> ValueReading<Date> {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return .empty(.refused(ValueInputError(.empty))) }
        let outcome = reader.value?.read(trimmed)
        let dates = (outcome?.dates ?? []).sorted()
        if dates.count > 1 { return .refused(ValueInputError(.ambiguous(text: text, readings: texts(dates)))) }
        if let date = dates.first { return .value(date) }
        let tokens = DateTokens(trimmed)
        // Foundation parses years of any number of digits.
        let isPlausible = reader.value == nil || tokens.numbers.allSatisfy { $0.count <= 4 }
        if isPlausible, let parsed = parse(trimmed), DateTokens(format(parsed)).isSame(as: tokens) {
            return .value(parsed)
        }
        let isNonexistent = outcome?.isNonexistent ?? false
        return .refused(
            ValueInputError(isNonexistent ? .nonexistent(text: text) : .notADate(text: text, example: format(example)))
        )
    }

    /// Returns the texts of dates, or their times in 24 hours if the format displays 5:00 and 17:00 alike.
    private func texts(_ dates: [Date]) -> [String] {
        let texts = dates.map(format)
        guard Set(texts).count < texts.count, let reader = reader.value else { return texts }
        return dates.map(reader.clockText)
    }

    /// Half past five in the afternoon of the last day of 2026.
    private var example: Date {
        reader.value?.example ?? Date(timeIntervalSince1970: 1_798_738_200)
    }

    func displayedValue(in displayText: String, for value: Date, typedAs text: String) -> DisplayedValue<Date> {
        .typed
    }

    func violation(by value: Date, _ text: String) -> ValueInputError.Reason? {
        nil
    }

    func canBecomeValid(_ text: String) -> Bool {
        true
    }

    func accepts(_ text: String) -> Bool {
        true
    }
}

/// A reader that is created when it is first used, because it learns from many texts.
private final class DateReaderCreation {
    private let create: () -> DateReader?
    private(set) lazy var value = create()

    init(_ create: @escaping () -> DateReader?) {
        self.create = create
    }
}

import Foundation

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
    /// Half past five in the afternoon of the last day of 2026.
    ///
    /// No order of numeric dates makes another date of its numbers.
    private let example: Date

    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Date, Style.FormatOutput == String {
        format = style.format
        let strategy = style.parseStrategy
        parse = { try? strategy.parse($0) }
        let calendar = (style as? any CalendarDateStyle)?.dateCalendar
        let example = Date(timeIntervalSince1970: 1_798_738_200)
        self.example = example - TimeInterval(calendar?.timeZone.secondsFromGMT(for: example) ?? 0)
        reader = DateReaderCreation {
            guard let calendar, let locale = calendar.locale else { return nil }
            let numeric = Date.FormatStyle(
                date: .numeric,
                time: .omitted,
                locale: locale,
                calendar: calendar,
                timeZone: calendar.timeZone
            )
            return DateReader(
                calendar,
                format: style.format,
                numeric: numeric.format,
                hasOwnOrder: style is Date.VerbatimFormatStyle
            )
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

    func displayedValue(in displayText: String, for value: Date, typedAs text: String) -> DisplayedValue<Date> {
        .typed
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

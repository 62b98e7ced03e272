import Foundation

/// The rules of a date format.
///
/// A text is accepted if it stands for exactly one date. Some formats have fields that the reader does not know.
/// Examples of unknown fields are weeks, fractions of a second and years of an era. Foundation's parser reads the texts
/// of such a format. The parser's date is accepted if the format displays the date with the typed numbers and words.
struct DateRules: ValueFormatRules {
    var roundsToDisplayedDigits = false
    private let format: (Date) -> String
    private let parse: (String) -> Date?
    private let calendar: Calendar?
    private let reader: DateReaderCreation
    /// The date for examples: December 31, 2026, at 17:30.
    ///
    /// In each order of the numbers, 31, 12 and 2026 stand for December 31, 2026.
    private let example: Date

    init<Style: ParseableFormatStyle>(_ style: Style) where Style.FormatInput == Date, Style.FormatOutput == String {
        format = style.format
        let strategy = style.parseStrategy
        parse = { try? strategy.parse($0) }
        let calendar = (style as? any CalendarDateStyle)?.dateCalendar
        self.calendar = calendar
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
        guard !trimmed.isEmpty else { return .empty(.failure(ValueInputError(.empty))) }
        guard let reader = reader.value else { return parsed(trimmed, text) }
        let outcome = reader.read(trimmed)
        let dates = outcome.dates.sorted()
        if dates.count > 1 { return .refused(ValueInputError(.ambiguous(text: text, readings: reader.texts(dates)))) }
        if let date = dates.first { return .value(date) }
        let example = reader.unambiguousText(example)
        let reason: ValueInputError.Reason =
            outcome.isNonexistent ? .nonexistent(text: text, example: example) : .notADate(text: text, example: example)
        return .refused(ValueInputError(reason))
    }

    /// Reads a text with Foundation's parser, which also accepts texts that the format does not display.
    private func parsed(_ trimmed: String, _ text: String) -> ValueReading<Date> {
        let tokens = DateTokens(trimmed)
        func isText(of date: Date) -> Bool {
            let displayed = DateTokens(format(date))
            // A sign before the first number is not a separator. The text is accepted only if the format also writes
            // this sign.
            return displayed.isSame(as: tokens) && tokens.marks[0].isSubset(of: displayed.marks[0])
        }
        guard let date = parse(trimmed), isText(of: date) else {
            return .refused(ValueInputError(.notADate(text: text, example: format(example))))
        }
        let others = alternatives(date).filter(isText)
        guard others.isEmpty else {
            return .refused(ValueInputError(.ambiguous(text: text, readings: ([date] + others).map(format))))
        }
        return .value(date)
    }

    /// Returns other dates that the format can display like this date.
    ///
    /// Each of these dates is in the other half of the day or in another era.
    private func alternatives(_ date: Date) -> [Date] {
        guard let calendar else { return [] }
        func writes(_ component: Calendar.Component) -> Bool {
            calendar.date(byAdding: component, value: 1, to: date).map { format($0) != format(date) } ?? false
        }
        let halfDays = writes(.hour) ? [-43_200, 43_200].map { date + $0 } : []
        let components = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
        guard writes(.year), let era = components.era else { return halfDays }
        let eras = [era - 1, era + 1].compactMap { era in
            var components = components
            components.era = era
            return calendar.date(from: components)
        }
        return halfDays + eras.filter { calendar.component(.era, from: $0) != era }
    }

    func displayedValue(in displayText: String, for value: Date, typedAs text: String) -> DisplayedValue<Date> {
        .typed
    }
}

/// Creates a reader only when the reader is needed, because the reader must learn from many texts.
private final class DateReaderCreation {
    private let create: () -> DateReader?
    private(set) lazy var value = create()

    init(_ create: @escaping () -> DateReader?) {
        self.create = create
    }
}

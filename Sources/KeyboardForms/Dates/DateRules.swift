import Foundation

/// The rules of a date format.
///
/// A text is accepted if it stands for exactly one date. Usually a ``DateReader`` reads the text.
///
/// If a format has fields that a ``DateReader`` does not know, Foundation's parser reads the text. Examples of such
/// fields are weeks, fractions of a second and years of an era. The rules accept the text if the format writes the
/// parsed date with the same numbers and the same words.
struct DateRules: ValueFormatRules {
    var roundsToDisplayedDigits = false
    private let format: (Date) -> String
    private let parse: (String) -> Date?
    private let calendar: Calendar?
    private let reader: DateReaderCreation
    /// The example date for error messages.
    ///
    /// The date is December 31, 2026, at 17:30. The numbers 31, 12 and 2026 stand for the same date in any order.
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

    /// Reads a text with Foundation's parser.
    ///
    /// The method refuses a text that the format would not write, even if the parser accepts the text.
    private func parsed(_ trimmed: String, _ text: String) -> ValueReading<Date> {
        let tokens = DateTokens(trimmed)
        func isText(of date: Date) -> Bool {
            let displayed = DateTokens(format(date))
            // If a mark precedes the first number, the format must write the same mark. The method ignores all other
            // marks, because they are separators.
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

    /// Returns the other dates that can have the same text as `date`.
    ///
    /// A date that is 12 hours before or after `date` can have the same text. A date with the same year number in the
    /// previous or the next era can also have the same text.
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

/// Creates a reader at the first access to `value`.
///
/// The reader is not created earlier, because its initializer formats many dates.
private final class DateReaderCreation {
    private let create: () -> DateReader?
    private(set) lazy var value = create()

    init(_ create: @escaping () -> DateReader?) {
        self.create = create
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Dates and times in the locales of Foundation.
///
/// For each text of a date, a field stores this date, or refuses the text. The field never stores a different date.
///
/// If the environment has `KEYBOARD_OBSERVATION_FULL`, the tests use all locales. Otherwise, the tests use every 80th
/// locale.
@MainActor
struct DateLocaleTests {
    private nonisolated static var locales: [String] {
        let all = Locale.availableIdentifiers.sorted()
        return stride(from: 0, to: all.count, by: RandomTestSize.isFull ? 1 : 80).map { all[$0] }
    }

    /// A field of one format.
    @MainActor
    private final class Reader {
        private let field = SimulatedPhone().field()
        private let storage = ValueStorage<Date>()
        private let input: ValueInput<Date>
        private let name: String
        private(set) var refusals: [String] = []
        private(set) var count = 0

        init(_ style: Date.FormatStyle, _ name: String) {
            input = ValueInput(field, storage.bound, .style(style))
            self.name = name
        }

        /// Types a displayed text.
        ///
        /// If the text has special spaces or invisible marks, the method also types the text with ordinary spaces and
        /// without marks.
        func expectDisplayed(_ text: String, _ date: Date) {
            expect(text, date)
            let plain = String(String.UnicodeScalarView(text.unicodeScalars.compactMap(Self.plain)))
            if !plain.utf8.elementsEqual(text.utf8) { expect(plain, date) }
        }

        private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
            switch scalar.properties.generalCategory {
            case .spaceSeparator: " "
            case .format: nil
            default: scalar
            }
        }

        func expect(_ text: String, _ date: Date) {
            storage.value = nil
            input.refresh()
            field.text = text
            count += 1
            if input.commit() {
                #expect(storage.value == date, "\(name): \(text)")
            } else {
                #expect(storage.value == nil && input.errorMessage?.isEmpty == false, "\(name): \(text)")
                refusals.append(text)
            }
        }
    }

    private func base(_ locale: Locale) -> Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
    }

    @Test(arguments: locales)
    func noOtherDayIsStored(identifier: String) {
        let locale = Locale(identifier: identifier)
        func style(_ date: Date.FormatStyle.DateStyle) -> Date.FormatStyle {
            Date.FormatStyle(
                date: date,
                time: .omitted,
                locale: locale,
                calendar: Calendar(identifier: .gregorian),
                timeZone: .gmt
            )
        }
        let first = Date(timeIntervalSince1970: 1_704_067_200)
        let numeric = style(.numeric)
        let styles = [
            numeric, style(.abbreviated), style(.long), style(.complete), base(locale).year().month().day(),
            base(locale).year(.twoDigits).month(.twoDigits).day(.twoDigits),
        ]
        for (index, style) in styles.enumerated() where RandomTestSize.isFull || index < 2 {
            let shown = Reader(style, identifier)
            let typed = Reader(style, identifier)
            // Each style is tested with different days of a leap year.
            for day in stride(from: index, to: 366, by: RandomTestSize.isFull ? 6 : 41) {
                let date = first.addingTimeInterval(TimeInterval(day) * 86_400)
                shown.expectDisplayed(style.format(date), date)
                typed.expect(date.formatted(.iso8601.year().month().day()), date)
                typed.expect(numeric.format(date), date)
            }
            // In the full test, a field may refuse some texts. Kyrgyz writes the year, the day and the month in this
            // order, so such a text can also be a date of ISO 8601. In some other locales, the names of months contain
            // numbers, and only Foundation reads these names.
            guard !RandomTestSize.isFull else { continue }
            #expect(shown.refusals.isEmpty, "\(identifier): \(shown.refusals.prefix(3))")
            #expect(typed.refusals.isEmpty, "\(identifier): \(typed.refusals.prefix(3))")
        }
    }

    @Test(arguments: locales)
    func noOtherTimeIsStored(identifier: String) {
        for cycle in RandomTestSize.isFull ? ["", "@hours=h12", "@hours=h23"] : ["@hours=h12", "@hours=h23"] {
            let base = base(Locale(identifier: identifier + cycle))
            let styles = [
                base.hour().minute(), base.hour().minute().second(),
                base.hour(.twoDigits(amPM: .wide)).minute(.twoDigits),
                base.hour(.twoDigits(amPM: .narrow)).minute(.twoDigits),
                base.hour(.defaultDigits(amPM: .omitted)).minute(),
            ]
            for style in RandomTestSize.isFull ? styles : [styles[0]] {
                let (shown, typed) = (Reader(style, identifier), Reader(style, identifier))
                for hour in 0..<24 {
                    for minute in RandomTestSize.isFull ? [0, 45] : [0] {
                        let date = Date(timeIntervalSince1970: TimeInterval(hour * 3_600 + minute * 60))
                        shown.expectDisplayed(style.format(date), date)
                        typed.expect("\(hour):" + (minute < 10 ? "0" : "") + "\(minute)", date)
                    }
                }
                guard !RandomTestSize.isFull else { continue }
                #expect(shown.refusals.isEmpty, "\(identifier): \(shown.refusals.prefix(3))")
                // The typed texts have no day period. With a 12-hour clock, a field may therefore refuse these texts.
                if cycle == "@hours=h23" { #expect(typed.refusals.isEmpty, "\(typed.refusals.prefix(3))") }
            }
        }
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Dates and times in the locales of Foundation: all if the environment has `KEYBOARD_OBSERVATION_FULL`, and otherwise
/// every 80th.
///
/// A field stores the date of a text or refuses the text, and it never refuses the text that it shows.
@MainActor
struct DateLocaleTests {
    private nonisolated static let locales = RandomTestSize.part(of: Locale.availableIdentifiers.sorted(), each: 80)

    /// These locales write the year, the day and the month, so that their numeric dates can also be days of ISO 8601.
    private nonisolated static let ambiguous: Set<String> = ["ky", "nqo", "ug"]

    /// A field of one format.
    @MainActor
    private final class Reader {
        private let field = SimulatedPhone().field()
        private let storage = ValueStorage<Date>()
        private let input: ValueInput<Date>
        private let name: String
        private(set) var refusals: [String] = []

        init(_ format: ValueFormat<Date>, _ name: String) {
            input = ValueInput(field, storage.bound, format)
            self.name = name
        }

        /// Types the displayed text, also with ordinary spaces and without invisible marks.
        func expectDisplayed(_ date: Date) {
            storage.value = date
            input.refresh()
            let text = field.text
            field.text = "x"
            field.text = text
            #expect(input.commit() && storage.value == date, "\(name): \(text) is shown")
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

        /// Types a text into an empty field.
        func expect(_ text: String, _ date: Date) {
            storage.value = nil
            input.refresh()
            field.text = text
            if input.commit() {
                #expect(storage.value == date, "\(name): \(text)")
            } else {
                #expect(storage.value == nil && input.errorMessage?.isEmpty == false, "\(name): \(text)")
                refusals.append(text)
            }
        }
    }

    private func style(_ locale: String) -> Date.FormatStyle {
        Date.FormatStyle(
            locale: Locale(identifier: locale),
            calendar: Calendar(identifier: .gregorian),
            timeZone: .gmt
        )
    }

    @Test(arguments: locales)
    func aDayIsReadBack(identifier: String) {
        func style(_ date: Date.FormatStyle.DateStyle) -> Date.FormatStyle {
            var style = Date.FormatStyle(date: date, time: .omitted, locale: Locale(identifier: identifier))
            (style.calendar, style.timeZone) = (Calendar(identifier: .gregorian), .gmt)
            return style
        }
        let twoDigits = self.style(identifier).year(.twoDigits).month(.twoDigits).day(.twoDigits)
        let typed = ValueFormat<Date>.typedDate(
            locale: Locale(identifier: identifier),
            calendar: Calendar(identifier: .gregorian),
            timeZone: .gmt
        )
        let letters = typed.placeholder?.filter { "DMY".contains($0) } ?? ""
        #expect(letters.filter { $0 == "Y" }.count == 4 && letters.count == 8, "\(identifier): \(letters)")
        let numeric = ValueFormat<Date>.style(style(.numeric))
        let others = [style(.abbreviated), style(.long), style(.complete), twoDigits].map {
            ValueFormat<Date>.style($0)
        }
        for (index, format) in ([typed, numeric] + others).enumerated() {
            let reader = Reader(format, identifier)
            // February 29, and days of other months.
            for day in stride(from: 59 + index, through: 365 + 59, by: RandomTestSize.isFull ? 6 : 41) {
                let date = Date(timeIntervalSince1970: 1_704_067_200 + Double(day - index % 2 * index) * 86_400)
                reader.expectDisplayed(date)
                guard index < 2 else { continue }
                for separator in ["-", "/", ".", " "] {
                    let iso = date.formatted(.iso8601.year().month().day())
                    reader.expect(iso.replacing("-", with: separator), date)
                    let numbers = format.format(date).matches(of: /\p{Nd}+/).map(\.output)
                    reader.expect(numbers.joined(separator: separator), date)
                }
            }
            let isAmbiguous = index == 1 && Self.ambiguous.contains { identifier.hasPrefix($0) }
            #expect(reader.refusals.isEmpty || isAmbiguous, "\(identifier): \(reader.refusals.prefix(3))")
        }
    }

    @Test(arguments: locales, ["@hours=h12", "@hours=h23"])
    func aTimeIsReadBack(identifier: String, cycle: String) {
        let style = style(identifier + cycle)
        let typed = ValueFormat<Date>.typedTime(locale: Locale(identifier: identifier + cycle), timeZone: .gmt)
        #expect(typed.placeholder?.contains("HH") == true, "\(identifier)")
        let styles = [style.hour().minute(), style.hour(.twoDigits(amPM: .wide)).minute(.twoDigits).second()]
        for (index, format) in ([typed] + styles.map { .style($0) }).enumerated() {
            let reader = Reader(format, identifier + cycle)
            for hour in 0..<24 {
                let date = Date(timeIntervalSince1970: TimeInterval(hour * 3_600))
                reader.expectDisplayed(date)
                // With a clock of 12 hours, "5:00" can be 17:00.
                guard cycle == "@hours=h23" || !(1...12).contains(hour) else { continue }
                for separator in [":", "."] {
                    reader.expect("\(hour)" + (index < 2 ? "" : separator + "00") + separator + "00", date)
                }
            }
            #expect(reader.refusals.isEmpty, "\(identifier): \(reader.refusals.prefix(3))")
        }
    }
}

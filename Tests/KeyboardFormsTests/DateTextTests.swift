import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Texts of dates and times that a person types.
@MainActor
struct DateTextTests {
    private let phone = SimulatedPhone()
    private let storage = ValueStorage<Date>()

    private func error(_ text: String, _ format: ValueFormat<Date>) -> ValueInputError.Reason? {
        let field = phone.field()
        let date = ValueField(field, title: "", value: .of(storage, \.value), format: format)
        field.text = text
        #expect(date.commit() == (date.error == nil))
        return date.error?.reason
    }

    private func times(_ locale: String) -> Date.FormatStyle {
        Date.FormatStyle(date: .omitted, time: .shortened, locale: Locale(identifier: locale), timeZone: .gmt)
    }

    @Test(arguments: ["en_US", "en_IN", "es_MX"])
    func aSpaceBeforeTheDayPeriodIsAnySpace(locale: String) {
        let style = times(locale)
        let written = style.format(Date(timeIntervalSince1970: 53_100))
        for space in [" ", "\u{A0}", "\u{202F}"] {
            let typed = written.replacing(/\p{Zs}/, with: space)
            storage.value = nil
            #expect(error(typed, .style(style)) == nil, "\(typed)")
            #expect(storage.value.map(style.format) == written)
        }
        #expect(storage.value != nil)
        let part = String(written.prefix { !$0.isLetter }) + "p"
        #expect(error(part, .style(style)) == .invalid(text: part))
    }

    @Test func aDayThatDoesNotExistIsRefused() {
        let style = Date.FormatStyle(locale: Locale(identifier: "de_DE"), timeZone: .gmt)
            .day(.twoDigits).month(.twoDigits).year()
        let reason = ValueInputError.Reason.displayedDifferently(text: "30.02.2024", displayText: "01.03.2024")
        #expect(error("30.02.2024", .style(style)) == reason)
        #expect(storage.value == nil)
        #expect(error("29.2.24", .style(style)) == nil)
        #expect(error("30.02.2024", .style(style).roundingToDisplayedDigits()) == nil)
        #expect(storage.value.map(style.format) == "01.03.2024")
    }

    @Test func aMinuteThatDoesNotExistIsRefused() {
        let reason = ValueInputError.Reason.displayedDifferently(text: "14:60", displayText: "15:00")
        #expect(error("14:60", .style(times("de_DE"))) == reason)
        #expect(error("14:59", .style(times("de_DE"))) == nil)
    }

    @Test func anISODayThatDoesNotExistIsRefused() {
        let style = Date.ISO8601FormatStyle().year().month().day()
        let reason = ValueInputError.Reason.displayedDifferently(text: "2024-02-30", displayText: "2024-03-01")
        #expect(error("2024-02-30", .style(style)) == reason)
        #expect(error("2024-02-29", .style(style)) == nil)
    }

    @Test func aPartOfADateReplacesTheWholeDate() {
        storage.value = Date(timeIntervalSince1970: 1_000_000_000)
        #expect(error("14:45", .style(times("de_DE"))) == nil)
        #expect(storage.value == Date(timeIntervalSince1970: 53_100))
    }
}

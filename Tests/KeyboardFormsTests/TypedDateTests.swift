import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Dates and times that are typed as numbers.
@MainActor
struct TypedDateTests {
    private let phone = SimulatedPhone()
    private let storage = ValueStorage<Date>()
    private let gregorian = Calendar(identifier: .gregorian)

    private func days(_ locale: String) -> ValueFormat<Date> {
        .typedDate(locale: Locale(identifier: locale), calendar: gregorian, timeZone: .gmt)
    }

    private func times(_ locale: String) -> ValueFormat<Date> {
        .typedTime(locale: Locale(identifier: locale), timeZone: .gmt)
    }

    @Test(arguments: [
        ("de_DE", "DD.MM.YYYY", ["29.02.2024", "31.12.2026"]), ("en_US", "MM/DD/YYYY", ["02/29/2024", "12/31/2026"]),
        ("en_GB", "DD/MM/YYYY", ["29/02/2024", "31/12/2026"]), ("sv_SE", "YYYY-MM-DD", ["2024-02-29", "2026-12-31"]),
        ("hu_HU", "YYYY. MM. DD.", ["2024. 02. 29.", "2026. 12. 31."]),
    ])
    func aDayHasAPlaceholderInTheOrderOfTheLocale(locale: String, placeholder: String, texts: [String]) {
        let (shown, example) = (texts[0], texts[1])
        let field = phone.field()
        let day = ValueInput(field, title: "", value: .of(storage, \.value), format: days(locale))
        #expect(field.formState.placeholder == placeholder)
        for text in ["2024-2-29", shown] {
            field.text = text
            #expect(day.commit())
            #expect(storage.value == Date(timeIntervalSince1970: 1_709_164_800))
            #expect(field.text == shown)
        }
        field.text = "31"
        #expect(!day.commit())
        #expect(day.error?.reason == .notADate(text: "31", example: example))
    }

    @Test(arguments: [("de_DE", "HH:MM", "05:07"), ("en_US", "HH:MM\u{202F}AM/PM", "05:07\u{202F}AM")])
    func aTimeHasAPlaceholder(locale: String, placeholder: String, shown: String) {
        let field = phone.field()
        let time = ValueInput(field, title: "", value: .of(storage, \.value), format: times(locale))
        #expect(field.formState.placeholder == placeholder)
        field.text = "5:07 am"
        #expect(time.commit())
        #expect(storage.value == Date(timeIntervalSince1970: 18_420))
        #expect(field.text == shown)
    }

    @Test func aPlaceholderOfTheAppPrecedes() {
        let field = phone.field()
        let day = ValueInput(
            field,
            title: "",
            value: .of(storage, \.value),
            format: days("de_DE"),
            placeholder: "Birthday"
        )
        #expect(field.formState.placeholder == "Birthday")
        withExtendedLifetime(day) {}
    }

    @Test func allLocalesHaveAPlaceholder() {
        let all = Locale.availableIdentifiers.sorted()
        for index in stride(from: 0, to: all.count, by: RandomTestSize.isFull ? 1 : 80) {
            let letters = days(all[index]).placeholder?.filter { "DMY".contains($0) } ?? ""
            #expect(letters.filter { $0 == "Y" }.count == 4 && letters.count == 8, "\(all[index]): \(letters)")
            #expect(times(all[index]).placeholder?.contains("HH") == true, "\(all[index])")
        }
    }
}

import Foundation
import KeyboardForms
import Testing

/// The texts that a format writes when it is created.
@MainActor
struct NumberFormatCostTests {
    /// Counts the texts of a currency style.
    private struct CountingStyle: ParseableFormatStyle {
        static let texts = AtomicCounter()
        var style: Decimal.FormatStyle.Currency

        func format(_ value: Decimal) -> String {
            Self.texts.add()
            return style.format(value)
        }

        var parseStrategy: Decimal.ParseStrategy<Decimal.FormatStyle.Currency> { style.parseStrategy }
    }

    @Test func aFormatWritesAtMostFiveTextsWhenItIsCreated() {
        let style = Decimal.FormatStyle.Currency(code: "EUR", locale: Locale(identifier: "de_DE"))
        let texts = CountingStyle.texts.value
        let format = NumericFormat.style(CountingStyle(style: style), locale: Locale(identifier: "de_DE"))
        #expect(CountingStyle.texts.value - texts <= 5)
        #expect(SimulatedPhone().read("1.234,5", format) == Decimal(1_234.5))
    }
}

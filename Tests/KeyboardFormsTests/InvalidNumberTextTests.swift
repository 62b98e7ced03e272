import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Random texts that a field parses.
///
/// A reference parser checks the values.
@MainActor
struct InvalidNumberTextTests {
    private let phone = SimulatedPhone()

    @Test(arguments: NumberRoundTripTests.locales)
    func aRandomTextIsParsedExactlyOrRefused(locale: String) throws {
        var random = SeededRandom(seed: RandomTestSize.firstSeed + 44)
        let reference = try ReferenceParser.of(locale)
        // Digits are frequent, so that some texts are numbers.
        let digits = String(repeating: "0123456789", count: 5)
        let otherCharacters = "٠١٥९१.,٫٬'’ \u{A0}\u{202F}+-−()eE%٪€$¥xX\u{200F}\u{61C}½²\u{0}\u{301}\u{FE0F}\u{20E3}🙂"
        let alphabet = Array((digits + otherCharacters + "\t\n\u{2029}").unicodeScalars)
        let storage = ValueStorage<Decimal>()
        let field = phone.field()
        let number = NumberInput(
            field,
            storage.bound,
            .style(.currency(code: "EUR"), locale: Locale(identifier: locale)),
            range: 0...1_000
        )
        for _ in 0..<RandomTestSize.cases(of: 6_000) {
            storage.value = -1
            number.refresh()
            let length = Int.random(in: 0...7, using: &random)
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: (0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
            let text = String(scalars)
            field.text = text
            let isTaken = number.commit()
            let expected = reference.amount(text)
            if isTaken, let value = storage.value {
                #expect(value == expected, "seed 44, \(text.debugDescription)")
                #expect(value >= 0 && value <= 1_000, "seed 44, \(text.debugDescription)")
            } else {
                #expect(isTaken || storage.value == -1, "seed 44, \(text.debugDescription)")
                let isRefusedRightly = expected.map { $0 < 0 || $0 > 1_000 || $0 * 100 != ($0 * 100).rounded } ?? true
                #expect(isRefusedRightly, "seed 44, \(text.debugDescription)")
            }
        }
    }
}

extension Decimal {
    fileprivate var rounded: Decimal {
        var (result, value) = (Decimal(), self)
        unsafe NSDecimalRound(&result, &value, 0, .plain)
        return result
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Texts that nobody would type, until somebody pastes one.
@MainActor
@Suite("Rubbish in fields for numbers")
struct NumberFuzzTests {
    private final class Box {
        var value: Decimal?
    }

    private let stage = Stage()

    @Test(arguments: NumberRoundTripTests.locales)
    func rubbishChangesNothingAndTrapsNothing(locale: String) throws {
        var random = SeededRandom(seed: 44)
        let oracle = try NumberOracle.of(locale)
        // Digits more often, so that some are numbers.
        let digits = String(repeating: "0123456789", count: 5)
        let rubbish = "٠١٥९१.,٫٬'’ \u{A0}\u{202F}+-−()eE%٪€$¥xX\u{200F}\u{61C}½²\u{0}\u{301}\u{FE0F}\u{20E3}🙂"
        let alphabet = Array((digits + rubbish).unicodeScalars)
        let box = Box()
        let field = stage.field()
        let number = NumericTextField(
            field,
            title: "",
            value: .of(box, \.value),
            format: .style(.currency(code: "EUR"), locale: Locale(identifier: locale)),
            range: 0...1_000
        )
        for _ in 0..<6_000 {
            box.value = -1
            number.refresh()
            let length = Int.random(in: 0...7, using: &random)
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: (0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
            let text = String(scalars)
            field.text = text
            let isTaken = number.commit()
            let expected = oracle.amount(text)
            if isTaken, let value = box.value {
                #expect(value == expected, "seed 44, \(text.debugDescription)")
                #expect(value >= 0 && value <= 1_000, "seed 44, \(text.debugDescription)")
            } else {
                #expect(isTaken || box.value == -1, "seed 44, \(text.debugDescription)")
                let isRefusedRightly = expected.map { $0 < 0 || $0 > 1_000 } ?? true
                #expect(isRefusedRightly, "seed 44, \(text.debugDescription)")
            }
        }
    }
}

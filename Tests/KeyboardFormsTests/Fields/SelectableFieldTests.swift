import KeyboardForms
import Testing

/// The conversion of ranges for toolkits that count Unicode scalars.
struct SelectableFieldTests {
    /// A text with a flag of two scalars, and with an e that is followed by a combining accent.
    private let text = "a🇮🇪e\u{301}b"

    @Test(arguments: [
        (0..<0, 0..<0), (0..<1, 0..<1), (1..<3, 1..<2), (3..<5, 2..<3), (5..<6, 3..<4), (0..<6, 0..<4),
    ])
    func rangesOfWholeCharactersAreConvertedBothWays(scalars: Range<Int>, characters: Range<Int>) {
        #expect(text.characterRange(ofUnicodeScalars: scalars) == characters)
        #expect(text.unicodeScalarRange(ofCharacters: characters) == scalars)
    }

    @Test func aPartOfACharacterIsTheWholeCharacter() {
        #expect(text.characterRange(ofUnicodeScalars: 2..<4) == 1..<3)
        #expect(text.characterRange(ofUnicodeScalars: 2..<3) == 1..<2)
        #expect(text.characterRange(ofUnicodeScalars: 2..<2) == 1..<1)
    }

    @Test func aPositionBeyondTheEndIsTheEnd() {
        #expect(text.characterRange(ofUnicodeScalars: 5..<100) == 3..<4)
        #expect(text.characterRange(ofUnicodeScalars: 100..<200) == 4..<4)
        #expect(text.unicodeScalarRange(ofCharacters: -3..<100) == 0..<6)
        #expect("".characterRange(ofUnicodeScalars: 0..<3) == 0..<0)
    }
}

import KeyboardForms
import KeyboardSimulation
import Testing

/// The texts that a person can type, paste or delete.
@MainActor
struct InputAcceptanceTests {
    private let phone = SimulatedPhone()

    /// An input in place of the part of a text between brackets, and the text afterwards.
    @Test(arguments: [
        ("", "123456", "12345"), ("12[]", "3456", "12345"), ("1[]5", "2345", "12345"), ("1234[]5", "x", "12345"),
        ("[12345]", "6789012", "67890"), ("12[34]5", "abcd", "12ab5"), ("123[]", "\u{301}456", "123\u{301}45"),
        ("1234[]", "🇮🇪🇨🇿", "1234🇮🇪"), ("[123456]789", "1", "1789"), ("[12]3456789", "0", "03456789"),
        ("0[]3456789", "0", "03456789"), ("12[3456]", "", "12"), ("123[]", "a\nb", "123a "),
        ("[]", "a\r\nb\u{2028}c", "a b c"),
    ])
    func anInputIsCutToFit(text: String, input: String, expected: String) {
        let parts = text.split(omittingEmptySubsequences: false) { "[]".contains($0) }.map(String.init)
        let field = phone.field(parts.joined())
        field.formState.maximumLength = 5
        if parts.count == 3 { field.selectedTextRange = parts[0].count..<parts[0].count + parts[1].count }
        field.replaceSelection(with: input)
        #expect(field.text == expected)
    }

    @Test func aFilterRefusesInputsAndNoDeletions() {
        let field = phone.field("12345")
        field.formState.inputFilter = { $0.hasPrefix("1") && !$0.contains("x") }
        #expect(field.acceptedInput("6", after: "12345", before: "") == "6")
        #expect(field.acceptedInput("x", after: "1", before: "") == nil)
        #expect(field.acceptedInput("2", after: "", before: "1") == nil)
        #expect(field.acceptedInput("", after: "2", before: "x") == "")
    }

    @Test func aTextViewKeepsItsLineBreaks() {
        let area = phone.field(isMultiLine: true)
        area.tap()
        phone.keyboard.perform(.paste("a\nb"))
        #expect(area.text == "a\nb")
    }

    @Test func aLongPasteTakesNoLongerThanItsField() {
        let field = phone.field()
        field.formState.maximumLength = 10
        field.tap()
        phone.keyboard.perform(.paste(String(repeating: "a\n", count: 1_000_000)))
        #expect(field.text == "a a a a a ")
    }
}

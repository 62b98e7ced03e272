import KeyboardForms
import KeyboardSimulation
import Testing

/// The texts that a person can type or delete.
@MainActor
struct InputAcceptanceTests {
    private let phone = SimulatedPhone()

    @Test func aDeletionIsAlwaysAccepted() {
        let state = FieldState()
        state.maximumLength = 5
        state.inputFilter = { $0.hasPrefix("12") }
        #expect(state.acceptsInput("12345678", replacing: "123456789"))
        #expect(state.acceptsInput("3456789", replacing: "123456789"), "the filter judges a deletion")
        #expect(state.acceptsInput("", replacing: "12"))
        #expect(state.acceptsInput("11", replacing: "111"))
    }

    @Test func aTextThatIsTooLongCanBeReplacedWithAShorterOne() {
        let field = phone.field("123456789")
        field.formState.maximumLength = 5
        field.selectedTextRange = 0..<6
        field.replaceSelection(with: "1")
        #expect(field.text == "1789")
        field.text = "123456789"
        field.selectedTextRange = 0..<2
        field.replaceSelection(with: "0")
        #expect(field.text == "03456789")
        field.replaceSelection(with: "0")
        #expect(field.text == "03456789", "a longer text is accepted")
    }

    @Test func aReplacementIsFiltered() {
        let state = FieldState()
        state.inputFilter = { !$0.contains("x") }
        #expect(!state.acceptsInput("ax", replacing: "abc"))
        #expect(state.acceptsInput("ad", replacing: "abc"))
        state.maximumLength = 3
        #expect(!state.acceptsInput("abdc", replacing: "abc"))
        #expect(!state.acceptsInput("abcde", replacing: "abcdf"), "the text stays too long")
        #expect(state.acceptsInput("abc", replacing: ""))
    }
}

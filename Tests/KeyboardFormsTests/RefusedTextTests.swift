import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// A text that a field has refused.
@MainActor
struct RefusedTextTests {
    private struct NoAddress: LocalizedError {
        let errorDescription: String? = "Enter an address such as ada@example.org."
    }

    private let phone = SimulatedPhone()
    private let storage = ValueStorage<String>()
    private let format = ValueFormat<String> {
        $0
    } parse: { text in
        guard text.hasSuffix(".org") else { throw NoAddress() }
        return text
    }

    private func address(_ field: SimulatedTextField) -> ValueInput<String> {
        ValueInput(field, storage.bound, format)
    }

    /// A style that displays a greeting and a name, and parses only a name.
    private struct Greeting: ParseableFormatStyle, ParseStrategy {
        var parseStrategy: Greeting { self }

        func format(_ value: String) -> String { value.isEmpty ? "" : "Hello, \(value)!" }

        func parse(_ value: String) throws -> String {
            guard value.allSatisfy(\.isLetter) else { throw NoAddress() }
            return value
        }
    }

    /// A style that displays a floor, parses the first digit, and ignores the rest of the text.
    private struct Floor: ParseableFormatStyle, ParseStrategy {
        var parseStrategy: Floor { self }

        func format(_ value: Int) -> String { "\(value). floor" }

        func parse(_ value: String) throws -> Int {
            guard let number = value.first?.wholeNumberValue else { throw NoAddress() }
            return number
        }
    }

    @Test func aTextIsRefusedIfTheStyleIgnoresASuffix() {
        let field = phone.field()
        let storage = ValueStorage<Int>()
        let floor = ValueInput(field, storage.bound, .style(Floor()))
        for text in ["2. house", "2.floor"] {
            field.text = text
            #expect(!floor.commit(), "\(text)")
            #expect(storage.value == nil)
        }
        field.text = "2.\u{202F}FLOOR"
        #expect(floor.commit())
        #expect(storage.value == 2)
    }

    @Test func aTextIsRefusedIfItsDisplayCannotBeParsed() {
        let field = phone.field()
        let name = ValueInput(field, storage.bound, .style(Greeting()))
        field.text = "Ada"
        #expect(!name.commit())
        #expect(name.error?.reason == .displayedDifferently(text: "Ada", displayText: "Hello, Ada!"))
        #expect(storage.value == nil)
    }

    @Test func theErrorEndsWhenTheModelTakesTheRefusedValue() {
        let field = phone.field()
        let address = address(field)
        field.text = "ada@example"
        #expect(!address.commit())
        storage.value = "ada@example"
        #expect(address.commit())
        #expect(address.error == nil && field.text == "ada@example")
    }

    @Test func aRefusedTextStaysWithItsError() {
        let field = phone.field()
        let address = address(field)
        field.tap()
        field.text = "ada@example"
        field.resignFirstResponder()
        #expect(field.text == "ada@example")
        #expect(address.errorMessage == "Enter an address such as ada@example.org.")
        #expect(address.value == nil)
        field.tap()
        #expect(field.text == "ada@example" && address.error != nil)
        field.text = "ada@example.org"
        #expect(address.error == nil)
        field.resignFirstResponder()
        #expect(storage.value == "ada@example.org" && field.text == "ada@example.org")
    }

    @Test func escapeRestoresTheStoredValue() {
        storage.value = "bob@example.org"
        let field = phone.field()
        let address = address(field)
        field.tap()
        field.text = "ada@example"
        field.resignFirstResponder()
        field.tap()
        #expect(field.fieldEscapeKeyTapped())
        #expect(field.text == "bob@example.org")
        #expect(address.error == nil)
    }

    @Test func aVisitKeepsARefusedText() {
        let field = phone.field()
        let address = address(field)
        field.tap()
        field.text = "ada"
        field.resignFirstResponder()
        field.tap()
        field.resignFirstResponder()
        #expect(field.text == "ada")
        #expect(address.error != nil && storage.value == nil)
    }

    @Test func aFieldMayRevertARefusedText() {
        storage.value = "bob@example.org"
        let field = phone.field()
        let address = address(field)
        address.revertsRefusedText = true
        field.tap()
        field.text = "ada@example"
        field.resignFirstResponder()
        #expect(field.text == "bob@example.org")
        #expect(address.error != nil)
        field.tap()
        #expect(address.error == nil)
    }

    @Test func aNumberIsReverted() {
        let storage = ValueStorage<Decimal>(5)
        let field = phone.field()
        let number = NumberInput(field, storage.bound, .style(.number, locale: Locale(identifier: "en_US")))
        field.tap()
        field.text = "x"
        field.resignFirstResponder()
        #expect(field.text == "5" && number.error != nil)
        number.revertsRefusedText = false
        field.tap()
        field.text = "x"
        field.resignFirstResponder()
        #expect(field.text == "x" && number.error != nil)
    }

    @Test func aRefreshShowsTheValue() {
        let field = phone.field()
        let address = address(field)
        field.tap()
        field.text = "ada"
        field.resignFirstResponder()
        storage.value = "bob@example.org"
        address.refresh()
        #expect(field.text == "bob@example.org" && address.error == nil)
    }
}

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
}

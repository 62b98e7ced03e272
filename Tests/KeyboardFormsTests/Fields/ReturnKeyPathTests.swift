import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// How often one tap on return calls each part of a form.
@MainActor
struct ReturnKeyPathTests {
    /// A value that counts how often a typed text is read.
    @MainActor
    private final class CountedValue {
        private(set) var readCount = 0
        private var stored = ""
        private var field: ValueInput<String>?

        init(_ field: any FormField) {
            let value = BoundValue<String>(
                get: { [weak self] in self?.stored },
                set: { [weak self] (text: String) in self?.stored = text }
            )
            let format = ValueFormat<String> {
                "shown \($0)"
            } parse: { [weak self] text in
                guard !text.hasPrefix("shown") else { return String(text.dropFirst(6)) }
                self?.readCount += 1
                return text
            }
            self.field = ValueInput(field, value, format)
        }
    }

    /// A handler that moves the focus to a field.
    private final class MovingHandler: ReturnKeyHandler {
        var target: (any FormField)?
        var textToSet: String?

        func setupReturnKeyType(for field: any FormField) {}

        func handleReturnKeyTapped(on field: any FormField) {
            if let textToSet { field.text = textToSet }
            _ = target?.becomeFirstResponder()
        }
    }

    private let phone = SimulatedPhone()

    @Test func returnCommitsOnceAndSetsUpTheNextReturnKey() {
        let fields = FieldWindow().fields(3)
        let (first, second, third) = (fields[0], fields[1], fields[2])
        let order = FocusOrder(first, second, third)
        let value = CountedValue(first)
        _ = first.becomeFirstResponder()
        first.text = "typed"
        #expect(first.fieldReturnKeyTapped())
        #expect(order.focusedField === second)
        #expect(value.readCount == 1)
        #expect(second.formState.returnKeyType == .next)
    }

    @Test func returnCommitsOnceAlongLinks() {
        let (first, second) = (phone.field(), phone.field())
        [first, second].registerNextForm()
        let values = [CountedValue(first), CountedValue(second)]
        first.tap()
        first.text = "typed"
        phone.keyboard.type("\n")
        #expect(second.isFirstResponder)
        #expect(values[0].readCount == 1)
        second.text = "typed"
        phone.keyboard.type("\n")
        #expect(!second.isFirstResponder)
        #expect(values.map(\.readCount) == [1, 1])
    }

    @Test func aTextThatTheHandlerSetsIsCommittedWhenTheFocusLeaves() {
        let fields = FieldWindow().fields(2)
        let (first, second) = (fields[0], fields[1])
        let (value, handler) = (CountedValue(first), MovingHandler())
        first.returnKeyHandler = handler
        handler.target = second
        handler.textToSet = "set by the handler"
        _ = first.becomeFirstResponder()
        first.text = "typed"
        #expect(first.fieldReturnKeyTapped())
        #expect(second.isFirstResponder)
        #expect(value.readCount == 2)
    }
}

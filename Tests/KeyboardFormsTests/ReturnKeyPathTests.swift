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
        var isValid = true
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
                guard self?.isValid == true else { throw CocoaError(.formatting) }
                return text
            }
            self.field = ValueInput(field, value, format)
        }
    }

    /// A handler that counts its setups and moves the focus to a field.
    private final class CountedHandler: ReturnKeyHandler {
        private(set) var setupCount = 0
        var target: (any FormField)?
        var textToSet: String?

        func setupReturnKeyType(for field: any FormField) {
            setupCount += 1
        }

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

    @Test func aRefusedValueIsCommittedOnceAndKeepsTheFocus() {
        let field = phone.field()
        let order = FocusOrder(field, phone.field())
        let value = CountedValue(field)
        value.isValid = false
        field.tap()
        field.text = "typed"
        // At each change, the form reads the text to find its error.
        #expect(value.readCount == 1)
        phone.keyboard.type("\n")
        #expect(order.focusedField === field)
        // The commit reads the text once. The form reads the text once for the refused move, and once for the change.
        #expect(value.readCount == 4)
        field.resignFirstResponder()
        #expect(value.readCount == 6)
    }

    @Test func aTextThatTheHandlerSetsIsCommittedWhenTheFocusLeaves() {
        let fields = FieldWindow().fields(2)
        let (first, second) = (fields[0], fields[1])
        let (value, handler) = (CountedValue(first), CountedHandler())
        first.returnKeyHandler = handler
        handler.target = second
        handler.textToSet = "set by the handler"
        _ = first.becomeFirstResponder()
        first.text = "typed"
        #expect(first.fieldReturnKeyTapped())
        #expect(second.isFirstResponder)
        #expect(value.readCount == 2)
    }

    @Test func aHandlerSetsUpTheReturnKeyOnce() {
        let field = phone.field()
        let handler = CountedHandler()
        field.returnKeyHandler = handler
        let order = FocusOrder(field, phone.field())
        field.tap()
        #expect(handler.setupCount == 1)
        withExtendedLifetime(order) {}
    }

    @Test func anOrderThatIsTheHandlerSetsUpTheReturnKey() {
        let fields = FieldWindow().fields(2)
        let (field, next) = (fields[0], fields[1])
        let order = FocusOrder(field, next)
        field.returnKeyHandler = order
        _ = field.becomeFirstResponder()
        #expect(field.formState.returnKeyType == .next)
    }
}

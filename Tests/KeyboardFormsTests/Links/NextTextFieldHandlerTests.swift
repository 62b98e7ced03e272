import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Return keys that a screen sets and handles.
@MainActor
struct NextTextFieldHandlerTests {
    private final class Screen: NextTextFieldHandler {
        let textFields: [any FormField]

        init(_ fields: [any FormField]) {
            textFields = fields
            for field in fields { field.returnKeyHandler = self }
        }
    }

    /// A screen that includes hidden fields.
    private final class UnfilteredScreen: NextTextFieldHandler {
        let textFields: [any FormField]
        let skipping: [FocusOrder.SkipRule] = []

        init(_ fields: [any FormField]) {
            textFields = fields
        }
    }

    private let phone = SimulatedPhone()

    @Test func aHandlerCanIncludeHiddenFields() {
        let fields = phone.fields(2)
        fields[1].isHidden = true
        let screen = UnfilteredScreen(fields)
        fields[0].tap()
        screen.setupReturnKeyType(for: fields[0])
        #expect(fields[0].returnKeyType == .next)
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(fields[1].isFirstResponder)
    }

    @Test func aFieldThatIsNotInTheListIsNotChanged() {
        let other = phone.field()
        let screen = Screen(phone.fields(2))
        other.returnKeyType = .search
        other.tap()
        screen.setupReturnKeyType(for: other)
        screen.handleReturnKeyTapped(on: other)
        #expect(other.returnKeyType == .search)
        #expect(other.isFirstResponder)
    }
}

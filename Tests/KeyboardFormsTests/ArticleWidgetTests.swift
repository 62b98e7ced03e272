import Foundation
import KeyboardForms
import Synchronization
import Testing

/// The widget and the window of the article *Make your widget a field*.
@MainActor
private final class Window {
    private(set) weak var focused: (any FormField)?

    func focus(_ field: (any FormField)?) -> Bool {
        guard field !== focused else { return true }
        let former = focused
        focused = field
        former?.fieldDidEndEditing()
        if let field, field === focused { field.fieldDidBeginEditing() }
        return field === focused
    }
}

@MainActor
private final class Entry: FormChangeable {
    let formState: FormElementState
    let window: Window
    var text = ""
    var isHidden = false
    var isEnabled: Bool { true }
    var isMultiLine: Bool { false }
    var isFirstResponder: Bool { window.focused === self }

    init(in window: Window, _ diagnostics: FormDiagnostics) {
        self.window = window
        formState = FormElementState(center: NotificationCenter(), diagnostics: diagnostics)
    }

    func becomeFirstResponder() -> Bool { window.focus(self) }
    func resignFirstResponder() -> Bool { !isFirstResponder || window.focus(nil) }
}

@MainActor
struct ArticleWidgetTests {
    private final class Log: Sendable {
        let issues = Mutex<[FormIssue]>([])
    }

    @Test func theWidgetMovesThroughAFormWithoutAnIssue() {
        let log = Log()
        let diagnostics = FormDiagnostics { issue in log.issues.withLock { $0.append(issue) } }
        let window = Window()
        let fields = (0..<4).map { _ in Entry(in: window, diagnostics) }
        let order = FocusOrder(fields)
        fields[2].isHidden = true
        fields[2].fieldDidChange()

        #expect(fields[0].becomeFirstResponder())
        #expect(order.focusedField === fields[0])
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(order.focusedField === fields[1])
        #expect(order.moveToNext())
        #expect(order.focusedField === fields[3])
        #expect(order.moveToPrevious())
        #expect(order.focusedField === fields[1])
        // A person clicks the first field.
        #expect(fields[0].becomeFirstResponder())
        #expect(order.focusedField === fields[0])
        #expect(order.endEditing())
        #expect(order.focusedField == nil)
        #expect(window.focused == nil)
        #expect(log.issues.withLock { $0 } == [])
    }
}

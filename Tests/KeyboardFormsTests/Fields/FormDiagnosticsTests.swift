import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Widgets that report no events or wrong events.
@MainActor
struct FormDiagnosticsTests {
    private let window = FieldWindow()
    private let log = IssueLog()

    private final class HandlerUser: Sendable {
        let diagnostics: FormDiagnostics
        init(_ diagnostics: FormDiagnostics) { self.diagnostics = diagnostics }
        deinit { diagnostics.onIssue = nil }
    }

    @Test func aReleasedClosureCanUseTheDiagnostics() {
        let diagnostics = FormDiagnostics()
        diagnostics.onIssue = { [user = HandlerUser(diagnostics)] _ in _ = user }
        diagnostics.onIssue = { _ in }
        #expect(diagnostics.onIssue == nil, "the released user has removed the new closure")
    }

    /// What happens in fields that do not report their focus, and the issues that the form finds then.
    @Test(arguments: [
        ("a click, then return", [0: [FormIssue.Kind.unreportedFocus]]),
        ("a click, then tab", [0: [.unreportedFocus]]),
        ("a click, then escape", [0: [.unreportedFocus]]),
        ("a move", [1: [.unreportedFocus]]),
        ("a report without the focus", [1: [.beginWithoutFocus]]),
    ])
    func aWidgetThatDoesNotReportItsFocusIsReportedOnce(story: String, expected: [Int: [FormIssue.Kind]]) {
        let logs = [IssueLog(), IssueLog()]
        let fields = logs.map { window.fields(1, diagnostics: $0.diagnostics)[0] }
        let order = FocusOrder(fields)
        for _ in 0..<3 {
            fields[0].reportsFocus = story == "a move"
            fields[1].reportsFocus = false
            _ = fields[0].becomeFirstResponder()
            switch story {
            case "a click, then return": #expect(fields[0].fieldReturnKeyTapped())
            case "a click, then tab": fields[0].moveFocus(.next)
            case "a click, then escape": _ = fields[0].fieldEscapeKeyTapped()
            case "a move": order.moveFocus(.next)
            default: fields[1].fieldDidBeginEditing()
            }
            for field in fields where field.isFirstResponder { _ = field.resignFirstResponder() }
        }
        for (index, log) in logs.enumerated() {
            let kinds = log.kinds.filter { expected[index] != nil || $0 == .beginWithoutFocus }
            #expect(kinds == expected[index] ?? [])
        }
        #expect(logs.flatMap(\.descriptions).allSatisfy { $0.contains("Call ") })
    }

    @Test func aFieldThatReportsEverythingHasNoIssue() {
        let phone = SimulatedPhone()
        let fields = (0..<3).map { _ in
            SimulatedTextField(on: phone.keyboard, center: phone.center, diagnostics: log.diagnostics)
        }
        let order = FocusOrder(fields, end: .wrap)
        fields.registerNextForm()
        fields[0].tap()
        for _ in 0..<4 {
            order.moveFocus(.next)
            phone.keyboard.type("x\n")
            fields[2].isEnabled.toggle()
            order.moveFocus(.previous)
        }
        order.endEditing()
        #expect(log.kinds.isEmpty)
    }

    @Test func repeatedReportsPostOnce() {
        let phone = SimulatedPhone()
        let field = phone.field()
        var counts = [Notification.Name: Int]()
        let tokens = [Notification.Name.fieldDidBeginEditing, .fieldDidEndEditing].map { name in
            phone.center.addObserver(forName: name, object: field, queue: nil) { _ in
                MainActor.assumeIsolated { counts[name, default: 0] += 1 }
            }
        }
        field.tap()
        field.fieldDidBeginEditing()
        field.resignFirstResponder()
        field.fieldDidEndEditing()
        #expect(counts == [.fieldDidBeginEditing: 1, .fieldDidEndEditing: 1])
        for token in tokens { phone.center.removeObserver(token) }
    }

    private final class HiddenEntry: Widget {
        override var isHidden: Bool { true }
    }

    private final class DisabledEntry: Widget {
        override var isEnabled: Bool { false }
    }

    @Test func aSubclassOfAFieldOverridesItsRequirements() {
        let (entry, hidden, disabled, area) = (Widget(), HiddenEntry(), DisabledEntry(), TextArea())
        let order = FocusOrder(entry, hidden, disabled, area)
        _ = entry.becomeFirstResponder()
        #expect(order.moveFocus(.next))
        #expect(order.focusedField === area, "a hidden or disabled field took the focus")
        #expect(!area.fieldReturnKeyTapped(), "a text view has no line break")
    }

    private class BaseContainer: FormContainer {
        let formState = FieldState()
        let formElements: [any FormElement]
        var isHidden: Bool { false }
        var isFocusGroup: Bool { false }
        init(_ elements: [any FormElement]) { formElements = elements }
    }

    private final class Sheet: BaseContainer {
        override var isFocusGroup: Bool { true }
    }

    @Test func aSubclassOfAContainerOverridesItsRequirements() {
        let phone = SimulatedPhone()
        let fields = phone.fields(2)
        let sheet = Sheet([fields[1]])
        let order = FocusOrder(fields[0], sheet)
        fields[0].tap()
        #expect(!order.canMoveFocus(.next))
        withExtendedLifetime(sheet) {}
    }
}

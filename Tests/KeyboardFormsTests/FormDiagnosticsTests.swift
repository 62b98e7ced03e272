import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Widgets that report no events or wrong events.
@MainActor
struct FormDiagnosticsTests {
    private let window = FieldWindow()
    private let log = IssueLog()

    private func silentFields(_ count: Int) -> [WindowField] {
        let fields = window.fields(count, diagnostics: log.diagnostics)
        for field in fields { field.reportsFocus = false }
        return fields
    }

    /// If a mutex stores a closure, each access adds a wrapper to the closure.
    ///
    /// After many accesses, the wrappers overflow the stack.
    @Test func theClosureCanBeReadAMillionTimes() {
        let diagnostics = FormDiagnostics { _ in }
        var readCount = 0
        for _ in 1...1_000_000 where diagnostics.onIssue != nil { readCount += 1 }
        diagnostics.onIssue = nil
        #expect(readCount == 1_000_000)
    }

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

    @Test func aFieldThatReportsOnlyItsChangesHasAWorkingForm() {
        let fields = silentFields(3)
        let storage = ValueStorage<Int>()
        let number = NumberInput(fields[0], storage.bound, .style(.number))
        let navigator = TextFieldNavigator(FocusOrder(fields))
        _ = fields[0].becomeFirstResponder()
        fields[0].type("12")
        #expect(navigator.order.focusedField === fields[0])
        #expect(fields[0].formState.inputAccessory === navigator)
        #expect(fields[0].formState.returnKeyType == .next)
        navigator.next.action()
        #expect(navigator.order.focusedField === fields[1])
        #expect(storage.value == 12, "the value is not committed")
        // The field does not report this click.
        _ = fields[2].becomeFirstResponder()
        fields[2].type("x")
        #expect(navigator.order.focusedField === fields[2])
        #expect(!navigator.next.isEnabled)
        navigator.done.action()
        #expect(navigator.order.focusedField == nil)
        #expect(fields[2].formState.inputAccessory == nil)
        #expect(log.kinds == [.unreportedFocus, .unreportedFocus, .unreportedFocus], "each field once")
        withExtendedLifetime(number) {}
    }

    @Test func aFieldThatReportsOnlyReturnHasAWorkingForm() {
        let fields = silentFields(3)
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(order.focusedField === fields[1])
        #expect(fields[1].fieldReturnKeyTapped())
        #expect(order.focusedField === fields[2])
        #expect(fields[2].moveFocus(.previous))
        #expect(order.focusedField === fields[1])
    }

    @Test func aFieldThatClaimsTheFocusAndDoesNotHaveItIsReported() {
        let fields = silentFields(2)
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        fields[0].type("x")
        fields[1].claimsFocus = true
        order.moveToNext()
        #expect(log.kinds.contains(.wrongResultOfBecoming))
        fields[1].fieldDidBeginEditing()
        fields[1].fieldDidBeginEditing()
        #expect(log.kinds.count { $0 == .beginWithoutFocus } == 1)
        #expect(Set(log.descriptions).count == log.kinds.count - log.kinds.count { $0 == .unreportedFocus } + 1)
    }

    @Test func anEndThatIsReportedTooEarlyIsFoundAndMended() {
        let field = silentFields(1)[0]
        let order = FocusOrder(field)
        _ = field.becomeFirstResponder()
        field.fieldDidBeginEditing()
        field.fieldDidEndEditing()
        #expect(log.kinds == [.endWithFocus])
        _ = field.resignFirstResponder()
        field.fieldDidChange()
        #expect(order.focusedField == nil)
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
            order.moveToNext()
            phone.keyboard.type("x\n")
            fields[2].isEnabled.toggle()
            order.moveToPrevious()
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
        #expect(order.moveToNext())
        #expect(order.focusedField === area, "a hidden or disabled field took the focus")
        #expect(!area.fieldReturnKeyTapped(), "a text view has no line break")
    }

    private class BaseContainer: FormContainer {
        let formState = FormElementState()
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
        #expect(!order.canMoveToNext)
        withExtendedLifetime(sheet) {}
    }
}

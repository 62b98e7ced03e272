import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Widgets that report no events or wrong events.
@MainActor
struct FormDiagnosticsTests {
    /// The window of widgets that report nothing by themselves.
    private final class Window {
        weak var focused: SilentField?
    }

    private class SilentField: FormField {
        let formState: FormElementState
        var text = ""
        let isHidden = false
        let isEnabled = true
        let isMultiLine = false
        /// Whether the field is wrong about its focus.
        var claimsFocus = false
        private let window: Window

        init(_ window: Window, _ log: IssueLog) {
            formState = FormElementState(center: NotificationCenter(), diagnostics: log.diagnostics)
            self.window = window
        }

        var isFirstResponder: Bool { window.focused === self && !claimsFocus }

        func becomeFirstResponder() -> Bool {
            window.focused = self
            return true
        }

        func resignFirstResponder() -> Bool {
            if window.focused === self { window.focused = nil }
            return true
        }

        /// Types characters, and reports the change.
        ///
        /// The field reports nothing else.
        func type(_ characters: String) {
            text += characters
            fieldDidChange()
        }
    }

    private let window = Window()
    private let log = IssueLog()

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
        let fields = (0..<3).map { _ in SilentField(window, log) }
        let storage = ValueStorage<Int>()
        let number = NumberInput(fields[0], title: "", value: .of(storage, \.value), format: .style(.number))
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
        let fields = (0..<3).map { _ in SilentField(window, log) }
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
        let fields = (0..<2).map { _ in SilentField(window, log) }
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
        let field = SilentField(window, log)
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

    /// A widget of a toolkit that adopts the protocol for all of its subclasses.
    private class BaseEntry: FormField {
        let formState = FormElementState(center: NotificationCenter())
        var text = ""
        var isHidden: Bool { false }
        var isEnabled: Bool { true }
        var isMultiLine: Bool { false }
        private(set) var isFirstResponder = false
        func becomeFirstResponder() -> Bool {
            isFirstResponder = true
            fieldDidBeginEditing()
            return true
        }
        func resignFirstResponder() -> Bool {
            isFirstResponder = false
            fieldDidEndEditing()
            return true
        }
    }

    private final class HiddenEntry: BaseEntry {
        override var isHidden: Bool { true }
    }

    private final class DisabledEntry: BaseEntry {
        override var isEnabled: Bool { false }
    }

    private final class TextArea: BaseEntry {
        override var isMultiLine: Bool { true }
    }

    @Test func aSubclassOfAFieldOverridesItsRequirements() {
        let (entry, hidden, disabled, area) = (BaseEntry(), HiddenEntry(), DisabledEntry(), TextArea())
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

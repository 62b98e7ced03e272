import Foundation
import KeyboardForms
import Testing

/// Widgets that take, keep or give up the focus, but report no events or wrong events.
@MainActor
struct UnreportedFocusTests {
    private let window = FieldWindow()
    private let log = IssueLog()

    private func silentFields(_ count: Int) -> [WindowField] {
        let fields = window.fields(count, diagnostics: log.diagnostics)
        for field in fields { field.reportsFocus = false }
        return fields
    }

    @Test func aMoveStartsAtTheFieldThatWasClickedWithoutAReport() {
        let fields = silentFields(4)
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        fields[0].fieldDidChange()
        #expect(order.focusedField === fields[0])
        _ = fields[2].becomeFirstResponder()
        #expect(order.moveToNext())
        #expect(fields[3].isFirstResponder)
        _ = fields[1].becomeFirstResponder()
        #expect(order.moveToPrevious())
        #expect(fields[0].isFirstResponder)
        #expect(order.focusedField === fields[0])
    }

    @Test func aBarMovesTheFocusFromAFieldThatNeverReportedIt() {
        let fields = silentFields(4)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        _ = fields[0].becomeFirstResponder()
        navigator.next.action()
        #expect(fields[1].isFirstResponder)
        #expect(navigator.order.focusedField === fields[1])
        #expect(log.kinds.contains(.unreportedFocus))
    }

    @Test func doneAndSubmitCloseAFieldThatNeverReportedTheFocus() {
        let fields = silentFields(2)
        let order = FocusOrder(fields)
        _ = fields[1].becomeFirstResponder()
        #expect(order.endEditing())
        #expect(!fields[1].isFirstResponder)
        _ = fields[1].becomeFirstResponder()
        #expect(order.submit())
        #expect(!fields[1].isFirstResponder)
    }

    @Test func aFieldThatWasFocusedWhenItJoinedAndReportsNothingIsNoLongerFocused() {
        let fields = silentFields(2)
        _ = fields[0].becomeFirstResponder()
        let order = FocusOrder(fields)
        #expect(order.focusedField === fields[0])
        _ = fields[0].resignFirstResponder()
        #expect(!order.moveToNext())
        #expect(order.focusedField == nil)
        #expect(!fields[1].isFirstResponder)
    }

    @Test func returnInTheLastFieldOfASilentToolkitEndsItsEditing() {
        let fields = silentFields(2)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        _ = fields[0].becomeFirstResponder()
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(fields[1].fieldReturnKeyTapped())
        #expect(!fields[1].isFirstResponder)
        #expect(navigator.order.focusedField == nil)
        #expect(fields[1].formState.inputAccessory == nil)
    }

    @Test func returnReportsTheFocusThatTheWidgetHasNotReported() {
        let field = silentFields(1)[0]
        _ = field.becomeFirstResponder()
        #expect(!field.fieldReturnKeyTapped())
        #expect(log.kinds == [.unreportedFocus])
        #expect(field.isFirstResponder)
    }

    @Test func aFieldThatTakesTheFocusAndReturnsFalseEndsTheMove() {
        let fields = window.fields(5)
        for field in fields { field.deniesTakingFocus = true }
        let order = FocusOrder(fields)
        #expect(order.moveToFirst())
        #expect(fields[0].isFirstResponder)
        #expect(order.moveToNext())
        #expect(fields[1].isFirstResponder)
    }

    @Test func aFieldThatClaimsToHaveResignedIsReported() {
        let field = window.fields(1, diagnostics: log.diagnostics)[0]
        field.resigning = (hasEffect: false, result: true)
        let order = FocusOrder(field)
        _ = field.becomeFirstResponder()
        #expect(!order.endEditing())
        #expect(order.focusedField === field)
        #expect(log.kinds == [.wrongResultOfResigning])
    }

    @Test func aFieldThatDeniesToHaveResignedIsReported() {
        let field = window.fields(1, diagnostics: log.diagnostics)[0]
        field.resigning = (hasEffect: true, result: false)
        let order = FocusOrder(field)
        _ = field.becomeFirstResponder()
        #expect(order.endEditing())
        #expect(order.focusedField == nil)
        #expect(log.kinds == [.wrongResultOfResigning])
    }

    @Test func aFieldThatLosesTheFocusDuringAMoveShowsNoBar() {
        let center = NotificationCenter()
        let fields = window.fields(3, center: center)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        let token = center.addObserver(forName: .fieldDidBeginEditing, object: fields[1], queue: nil) { _ in
            MainActor.assumeIsolated { _ = fields[2].becomeFirstResponder() }
        }
        _ = fields[0].becomeFirstResponder()
        navigator.next.action()
        #expect(fields[2].isFirstResponder)
        #expect(fields.map(\.showsAccessory) == [false, false, true])
        center.removeObserver(token)
    }

    @Test func aFieldThatIsGivenTheFocusBackHasNoIssue() {
        let field = window.fields(1, diagnostics: log.diagnostics)[0]
        field.onFocusOut = { [weak field] in
            field?.fieldDidEndEditing()
            return field?.becomeFirstResponder() == nil
        }
        let order = FocusOrder(field)
        _ = field.becomeFirstResponder()
        #expect(!order.endEditing())
        #expect(log.kinds.isEmpty)
    }
}

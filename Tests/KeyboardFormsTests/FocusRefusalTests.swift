import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Fields that do not give up the focus.
@MainActor
struct FocusRefusalTests {
    private final class Alerts {
        var count = 0
    }

    private let window = FieldWindow()
    private let alerts = Alerts()

    /// Moves along an order, along links and to the first field, and expects one alert each time.
    private func expectOneAlertPerMove(_ fields: [WindowField]) {
        let order = FocusOrder(fields)
        _ = fields[3].becomeFirstResponder()
        alerts.count = 0
        #expect(!order.moveToNext())
        #expect(alerts.count == 1)
        #expect(!order.moveToPrevious())
        #expect(alerts.count == 2)
        #expect(!order.moveToFirst())
        #expect(alerts.count == 3)
        fields.registerNextForm()
        #expect(!fields[3].changeToNextForm())
        #expect(alerts.count == 4)
        #expect(fields[3].isFirstResponder)
    }

    @Test func aFieldThatTakesTheFocusBackBeforeItReportsTheEndIsAskedOncePerMove() {
        let fields = window.fields(6)
        fields[3].onFocusOut = { [weak field = fields[3], alerts] in
            alerts.count += 1
            _ = field?.becomeFirstResponder()
            return false
        }
        expectOneAlertPerMove(fields)
    }

    @Test func aFieldThatReportsItsRefusalToEndEditingIsAskedOncePerMove() {
        let fields = window.fields(6)
        fields[3].shouldEndEditing = { [weak field = fields[3], alerts] in
            alerts.count += 1
            field?.fieldDidBeginEditing()
            return false
        }
        expectOneAlertPerMove(fields)
    }

    @Test func aToolkitThatIsAskedWhetherEditingEndsIsAskedOncePerMove() {
        let fields = window.fields(6)
        fields[3].formState.providers.canResignFirstResponder = { [alerts] in
            alerts.count += 1
            return false
        }
        expectOneAlertPerMove(fields)
    }

    @Test func aFieldThatCannotResignKeepsTheFocusOnEveryPath() {
        let fields = window.fields(3)
        var count = 0
        let order = FocusOrder(fields, end: .submit { count += 1 })
        _ = fields[2].becomeFirstResponder()
        fields[2].formState.canResignFirstResponder = false
        #expect(!order.moveToPrevious())
        #expect(!order.moveToFirst())
        #expect(!order.endEditing())
        #expect(!order.submit())
        #expect(fields[2].fieldReturnKeyTapped())
        fields.registerPreviousForm()
        #expect(!fields[2].changeToPreviousForm())
        #expect(fields[2].isFirstResponder)
        #expect(count == 0)
    }

    @Test func aRefusedSubmitLeavesTheFocusInAFieldThatCannotResign() {
        let phone = SimulatedPhone()
        let storage = ValueStorage<Int>()
        let invalid = phone.field()
        let number = NumberInput(invalid, storage.bound, .style(.number))
        // The text view ignores `canResignFirstResponder`, so only the framework can keep the focus.
        let keeper = TextArea()
        let order = FocusOrder(invalid, keeper)
        var refusals = 0
        order.onSubmitRefusal = { _ in refusals += 1 }
        invalid.text = "x"
        _ = keeper.becomeFirstResponder()
        keeper.formState.canResignFirstResponder = false
        #expect(!order.submit())
        #expect(keeper.isFirstResponder)
        #expect(!invalid.isFirstResponder)
        #expect(refusals == 1)
        withExtendedLifetime(number) {}
    }

    @Test func aRefusalMovesOnFromAFieldThatDidNotReportItsFocus() {
        let fields = window.fields(3)
        fields[0].reportsFocus = false
        fields[1].refusesFocus = true
        fields.registerNextForm()
        _ = fields[0].becomeFirstResponder()
        #expect(fields[0].changeToNextForm())
        #expect(fields[2].isFirstResponder)
    }

    @Test func returnMovesOnFromAFieldThatDidNotReportItsFocus() {
        let fields = window.fields(3)
        fields[0].reportsFocus = false
        fields[1].refusesFocus = true
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        order.handleReturnKeyTapped(on: fields[0])
        #expect(fields[2].isFirstResponder)
    }

    @Test func aBeginThatIsReportedDuringAnOfferIsNoRefusal() {
        let fields = window.fields(3)
        fields[0].reportsFocus = false
        fields[1].refusesFocus = true
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        fields[1].onFocusRequest = { [weak field = fields[0]] in field?.fieldDidBeginEditing() }
        #expect(order.moveToNext())
        #expect(fields[2].isFirstResponder)
    }

    @Test func aBeginThatIsReportedAgainDuringAnOfferIsARefusal() {
        let fields = window.fields(3)
        fields[1].refusesFocus = true
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        fields[1].onFocusRequest = { [weak field = fields[0]] in field?.fieldDidBeginEditing() }
        #expect(!order.moveToNext())
        #expect(fields[0].isFirstResponder)
    }

    /// Counts how often the fields are asked whether they can give up the focus.
    ///
    /// The answer is always yes.
    private func countQuestions(of fields: [WindowField]) {
        for field in fields {
            field.formState.providers.canResignFirstResponder = { [alerts] in
                alerts.count += 1
                return true
            }
        }
    }

    @Test func aFieldThatGivesUpTheFocusIsAskedOncePerMove() {
        let fields = window.fields(5)
        for field in fields[1...3] { field.refusesFocus = true }
        var count = 0
        let order = FocusOrder(fields, end: .submit { count += 1 })
        countQuestions(of: fields)
        func questions(of action: () -> Void) -> Int {
            alerts.count = 0
            action()
            return alerts.count
        }
        _ = fields[0].becomeFirstResponder()
        #expect(questions { order.moveToNext() } == 1)
        #expect(fields[4].isFirstResponder)
        #expect(questions { order.moveToPrevious() } == 1)
        #expect(questions { _ = fields[0].fieldReturnKeyTapped() } == 1)
        #expect(questions { _ = fields[4].fieldReturnKeyTapped() } == 1)
        #expect(count == 1)
        _ = fields[4].becomeFirstResponder()
        #expect(questions { order.moveToFirst() } == 1)
        #expect(questions { order.endEditing() } == 1)
        _ = fields[0].becomeFirstResponder()
        #expect(questions { order.submit() } == 1)
        #expect(count == 2)
        withExtendedLifetime(fields) {}
    }

    @Test func aFieldThatGivesUpTheFocusIsAskedOncePerMoveAlongLinks() {
        let fields = window.fields(4)
        for field in fields[1...] { field.refusesFocus = true }
        fields.registerNextForm()
        countQuestions(of: fields)
        let screen = Screen(fields)
        _ = fields[0].becomeFirstResponder()
        #expect(!fields[0].changeToNextForm())
        #expect(alerts.count == 1)
        #expect(!fields[0].isFirstResponder)
        _ = fields[0].becomeFirstResponder()
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(alerts.count == 2)
        #expect(!fields[0].isFirstResponder)
    }

    @Test func aFieldIsNotAskedIfNoFieldFollows() {
        let fields = window.fields(2)
        let order = FocusOrder(fields)
        countQuestions(of: fields)
        _ = fields[1].becomeFirstResponder()
        #expect(!order.moveToNext())
        #expect(!fields[1].moveFocus(.next))
        #expect(alerts.count == 0)
    }
}

import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// What users of other libraries ran into.
@MainActor
@Suite("Traps with fields")
struct FieldTrapsTests {
    private let stage = Stage()

    @Test func hiddenFieldsAreNotFocused() {
        let fields = stage.fields(3)
        fields[1].isHidden = true
        fields.registerNextForm()
        let order = FocusOrder(fields)
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[2].isFirstResponder)
        fields[0].tap()
        fields[0].changeToNextForm()
        #expect(fields[2].isFirstResponder)
    }

    @Test func nestedContainersAreNotLost() {
        let fields = stage.fields(4)
        let order = FocusOrder(
            SimulatedContainer([]),
            fields[0]
        )
        let innermost = SimulatedContainer([fields[2]])
        let inner = SimulatedContainer([fields[1], innermost]), outer = SimulatedContainer([inner, fields[3]])
        order.add(outer)
        fields[0].tap()
        for field in fields.dropFirst() {
            #expect(order.moveToNext())
            #expect(field.isFirstResponder)
        }
        #expect(!order.canMoveToNext)
    }

    @Test func arrowsAreRightAtTheEndsAndAfterFieldsChange() {
        let fields = stage.fields(3)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        fields[0].tap()
        #expect([navigator.previous.isEnabled, navigator.next.isEnabled] == [false, true])
        fields[1].isHidden = true
        fields[2].isEnabled = false
        #expect([navigator.previous.isEnabled, navigator.next.isEnabled] == [false, false])
        navigator.next.action()
        #expect(fields[0].isFirstResponder)
        fields[2].isEnabled = true
        #expect([navigator.previous.isEnabled, navigator.next.isEnabled] == [false, true])
        fields[2].tap()
        #expect([navigator.previous.isEnabled, navigator.next.isEnabled] == [true, false])
    }

    @Test func nextDoesNotJumpIntoAClosedSheet() {
        let fields = stage.fields(3)
        let sheet = SimulatedContainer([fields[1]])
        let order = FocusOrder(fields[0], sheet, fields[2])
        sheet.isHidden = true
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[2].isFirstResponder)

        sheet.isHidden = false
        sheet.isFocusGroup = true
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[2].isFirstResponder)
    }

    @Test func nobodyStealsTheAppsReturnHandler() {
        final class Handler: ReturnKeyHandler {
            var count = 0
            func setupReturnKeyType(for field: any FormField) { field.returnKeyType = .search }
            func handleReturnKeyTapped(on field: any FormField) { count += 1 }
        }
        let fields = stage.fields(2)
        let handler = Handler()
        fields[0].returnKeyHandler = handler
        fields.registerNextForm()
        let navigator = TextFieldNavigator(FocusOrder(fields))
        fields[0].tap()
        stage.keyboard.tapReturn()
        #expect(handler.count == 1)
        #expect(fields[0].returnKeyType == .search)
        #expect(fields[0].isFirstResponder)
        fields[1].isHidden = true
        #expect(fields[0].returnKeyType == .search)
        withExtendedLifetime(navigator) {}
    }

    @Test func everybodyHearsOfABeginAndAnEnd() {
        let fields = stage.fields(2)
        let navigator = TextFieldNavigator(FocusOrder(fields))
        let told = Told()
        let tokens = [Notification.Name.fieldDidBeginEditing, .fieldDidEndEditing].map { name in
            stage.center.addObserver(forName: name, object: nil, queue: nil) { notification in
                let field = (notification.object as? SimulatedTextField).map { ObjectIdentifier($0) }
                MainActor.assumeIsolated { told.entries.append((name, field)) }
            }
        }
        fields[0].tap()
        navigator.next.action()
        #expect(told.entries.map(\.0) == [.fieldDidBeginEditing, .fieldDidEndEditing, .fieldDidBeginEditing])
        #expect(told.entries.map(\.1) == [fields[0], fields[0], fields[1]].map { ObjectIdentifier($0) })
        for token in tokens { stage.center.removeObserver(token) }
    }

    @MainActor
    private final class Told {
        var entries: [(Notification.Name, ObjectIdentifier?)] = []
    }

    @Test func twoScreensDoNotShareAnything() {
        let (mine, yours) = (stage.fields(2), Stage())
        let others = yours.fields(2)
        let first = TextFieldNavigator(FocusOrder(mine)), second = TextFieldNavigator(FocusOrder(others))
        mine[0].tap()
        others[1].tap()
        #expect(first.activeField === mine[0])
        #expect(second.activeField === others[1])
        first.next.action()
        #expect(mine[1].isFirstResponder)
        #expect(others[1].isFirstResponder)
        second.done.action()
        #expect(first.activeField === mine[1])
    }

    @Test func theLastFieldIsNotRetained() {
        let first = stage.field()
        let navigator = TextFieldNavigator(first)
        weak var last: SimulatedTextField?
        do {
            let field = stage.mortalField()
            last = field
            [first, field].registerNextForm()
            navigator.order.add(field)
            first.tap()
            navigator.next.action()
            #expect(navigator.activeField === field)
        }
        #expect(last == nil)
        #expect(stage.keyboard.phase == .disappearing)
    }

    @Test func aReturnHandlerDoesNotRetainItsScreen() {
        final class Screen: NextTextFieldHandler {
            let textFields: [any FormField]
            let order: FocusOrder
            init(_ fields: [SimulatedTextField]) {
                textFields = fields
                order = FocusOrder(fields)
                for field in fields { field.returnKeyHandler = self }
                order.end = .submit { [weak self] in self?.order.endEditing() }
            }
        }
        weak var gone: Screen?
        do {
            let screen = Screen(stage.fields(2))
            gone = screen
        }
        #expect(gone == nil)
    }

    @Test func movingThroughAFormPostsNoHide() {
        let fields = (0..<12).map {
            stage.field(keyboardType: $0 % 4 == 3 ? .numberPad : .default, isMultiLine: $0 % 3 == 1)
        }
        let order = FocusOrder(fields, end: .wrap)
        let navigator = TextFieldNavigator(order)
        fields.registerNextForm()
        fields.registerPreviousForm()
        fields[0].tap()
        var random = SeededRandom(seed: 12)
        var told: Set<KeyboardEvent.Kind> = []
        for _ in 0..<500 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: order.moveToNext()
            case 1: order.moveToPrevious()
            case 2:
                if let field = navigator.activeField as? SimulatedTextField, field.nextForm != nil {
                    field.changeToNextForm()
                }
            default: stage.keyboard.type("x")
            }
            stage.scheduler.advance(by: .milliseconds(Int.random(in: 0...300, using: &random)))
            told.formUnion(stage.kinds)
        }
        #expect(order.focusedField != nil)
        #expect(told.isDisjoint(with: [.willHide, .didHide]), "seed 12")
        #expect(told.contains(.didShow))
    }
}

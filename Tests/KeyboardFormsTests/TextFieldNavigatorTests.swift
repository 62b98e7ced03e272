import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The bar of two arrows and Done.
@MainActor
@Suite("TextFieldNavigator")
struct TextFieldNavigatorTests {
    private let stage = Stage()

    @Test func theBarIsPreviousNextAndDone() {
        let navigator = TextFieldNavigator()
        #expect(navigator.items.map(\.label) == ["Previous", "Next", "Done"])
        #expect(navigator.items.map(\.symbol) == ["↑", "↓", nil])
        #expect(navigator.items.map(\.isEnabled) == [false, false, false])
        navigator.labels = TextFieldNavigator.Labels(previous: "Zurück", next: "Weiter", done: "Fertig")
        #expect(navigator.items.map(\.label) == ["Zurück", "Weiter", "Fertig"])
    }

    @Test func theArrowsAreEnabledByPosition() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        let navigator = TextFieldNavigator(a, b, c)
        a.tap()
        #expect(navigator.items.map(\.isEnabled) == [false, true, true])
        b.tap()
        #expect(navigator.items.map(\.isEnabled) == [true, true, true])
        c.tap()
        #expect(navigator.items.map(\.isEnabled) == [true, false, true])
    }

    @Test func downIsNextUpIsPreviousAndDoneResigns() {
        let (a, b) = (stage.field(), stage.field())
        let navigator = TextFieldNavigator(a, b)
        a.tap()
        navigator.next.action()
        #expect(b.isFirstResponder)
        navigator.previous.action()
        #expect(a.isFirstResponder)
        navigator.done.action()
        #expect(stage.keyboard.firstResponder == nil)
        #expect(navigator.activeField == nil)
        #expect(!navigator.done.isEnabled)
    }

    @Test func itTakesAFieldThatBeginsEditingIfItIsOneOfItsOwn() {
        let (mine, stranger) = (stage.field(), stage.field())
        let navigator = TextFieldNavigator(mine)
        mine.tap()
        #expect(navigator.activeField === mine)
        stranger.tap()
        #expect(navigator.activeField == nil)
        #expect(stranger.inputAccessory == nil)
    }

    @Test func itBecomesTheFieldsAccessoryAndTheKeyboardComesWithTheBar() {
        let field = stage.field()
        let navigator = TextFieldNavigator(field)
        field.tap()
        #expect(field.inputAccessory === navigator)
        #expect(stage.keyboard.accessoryHeight == 44)
        #expect(stage.keyboard.frame.height == CGFloat(336 + 44))
        #expect(stage.kinds == [.willChangeFrame, .willShow])
    }

    @Test func theActiveFieldIsHeldWeakly() {
        let other = stage.field()
        let navigator = TextFieldNavigator(other)
        do {
            let field = stage.mortalField()
            navigator.order.add(field)
            field.tap()
            #expect(navigator.activeField === field)
        }
        #expect(navigator.activeField == nil)
        #expect(navigator.items.map(\.isEnabled) == [false, false, false])
    }

    @Test func aNavigatorThatIsGoneFollowsNobody() {
        let field = stage.field()
        weak var gone: TextFieldNavigator?
        do {
            let navigator = TextFieldNavigator(field)
            gone = navigator
            field.tap()
        }
        #expect(gone == nil)
        #expect(field.inputAccessory == nil)
        field.resignFirstResponder()
        field.tap()
        #expect(field.inputAccessory == nil)
    }

    @Test func itIsRightAfterFieldsAreAddedAndRemovedWhileEditing() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        let navigator = TextFieldNavigator(b)
        b.tap()
        #expect(navigator.items.map(\.isEnabled) == [false, false, true])
        navigator.order.insert(a, before: b)
        navigator.order.add(c)
        #expect(navigator.items.map(\.isEnabled) == [true, true, true])
        navigator.order.remove(c)
        #expect(navigator.items.map(\.isEnabled) == [true, false, true])
        navigator.order.remove(a)
        #expect(navigator.items.map(\.isEnabled) == [false, false, true])
    }

    @Test func itIsRightAfterFieldsAreHiddenOrDisabledWhileEditing() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        let navigator = TextFieldNavigator(a, b, c)
        b.tap()
        a.isHidden = true
        c.isEnabled = false
        #expect(navigator.items.map(\.isEnabled) == [false, false, true])
        a.isHidden = false
        c.isEnabled = true
        #expect(navigator.items.map(\.isEnabled) == [true, true, true])
        a.opacity = 0
        #expect(!navigator.previous.isEnabled)
    }

    @Test func itIsRightAfterTheLastOtherFieldDied() {
        let a = stage.field()
        var b: SimulatedTextField? = stage.mortalField()
        let navigator = TextFieldNavigator(a)
        if let b { navigator.order.add(b) }
        a.tap()
        #expect(navigator.next.isEnabled)
        b = nil
        #expect(!navigator.next.isEnabled)
    }

    @Test func theFieldBeingEditedMayBeTakenOut() {
        let (a, b) = (stage.field(), stage.field())
        let navigator = TextFieldNavigator(a, b)
        a.tap()
        navigator.order.remove(a)
        #expect(navigator.activeField == nil)
        #expect(a.inputAccessory == nil)
        #expect(a.isFirstResponder)
        #expect(stage.keyboard.accessoryHeight == 0)
    }

    @Test func movingByTheBarKeepsTheKeyboard() {
        let fields = [stage.field(), stage.field(isMultiLine: true), stage.field()]
        let navigator = TextFieldNavigator(FocusOrder(fields))
        fields[0].tap()
        stage.settle()
        for item in [\TextFieldNavigator.next, \.next, \.previous, \.previous] {
            navigator[keyPath: item].action()
            stage.scheduler.advance(by: .seconds(1))
        }
        #expect(fields[0].isFirstResponder)
        #expect(stage.kinds.isEmpty)
    }
}

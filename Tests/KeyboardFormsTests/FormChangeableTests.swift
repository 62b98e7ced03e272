import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Fields linked by hand.
@MainActor
@Suite("FormChangeable")
struct FormChangeableTests {
    private let stage = Stage()

    @Test func aFieldIsLinkedToTheNextOneByHand() {
        let name = stage.field(), mail = stage.field()
        name.nextForm = mail
        name.tap()
        #expect(name.changeToNextForm())
        #expect(mail.isFirstResponder)
        #expect(!name.isFirstResponder)
    }

    @Test func returnMovesOnAndWithNoNextTheKeyboardCloses() {
        let name = stage.field(), mail = stage.field()
        [name, mail].registerNextForm()
        name.tap()
        stage.keyboard.type("Ada\nada@example.org")
        #expect(mail.isFirstResponder)
        stage.settle()
        stage.keyboard.type("\n")
        #expect(name.text == "Ada")
        #expect(mail.text == "ada@example.org")
        #expect(stage.keyboard.firstResponder == nil)
        #expect(stage.kinds == [.willChangeFrame, .willHide])
    }

    @Test func textFieldsAndTextViewsMixInOneChain() {
        let name = stage.field(), notes = stage.field(isMultiLine: true), mail = stage.field()
        [name, notes, mail].registerNextForm()
        name.tap()
        stage.keyboard.type("a\nb\nc")
        #expect([name, notes, mail].map(\.text) == ["a", "b", "c"])
    }

    @Test func aMixedArrayOfTwoClassesNeedsNoAnnotation() {
        let name = stage.field(), notes = OtherTextView()
        [name, notes].registerNextForm()
        [name, notes].registerPreviousForm()
        [name, notes].setNextReturnKeyType()
        #expect(name.nextForm === notes)
        #expect(notes.previousForm === name)
        #expect(name.returnKeyType == .next)
        #expect(notes.returnKeyType == .done)
    }

    /// A field that is not `FormChangeable`, of a toolkit with a common base class.
    private class Widget {
        final let formState = FormElementState()
        final var text = ""
        final var returnKeyType = ReturnKeyType.default
        final var keyboardType = KeyboardType.default
        final weak var inputAccessory: (any InputAccessory)?
        final private(set) var isFirstResponder = false

        final func becomeFirstResponder() -> Bool {
            isFirstResponder = true
            return true
        }

        final func resignFirstResponder() -> Bool {
            isFirstResponder = false
            return true
        }
    }

    private final class Entry: Widget, FormField {}
    private final class TextView: Widget, FormField {}
    private final class LinkedEntry: Widget, FormChangeable {}

    private class BaseEntry: Widget, FormChangeable {}
    private final class NameEntry: BaseEntry {}
    private final class MailEntry: BaseEntry {}

    @Test func fieldsThatAreNotFormChangeableAreLinked() {
        let fields: [any FormField] = [Entry(), TextView(), LinkedEntry()]
        fields.registerNextForm()
        fields.registerPreviousForm()
        fields.setNextReturnKeyType(lastKeyType: .send)
        #expect(fields.map(\.returnKeyType) == [.next, .next, .send])
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(fields[1].isFirstResponder)
        #expect(FocusOrder(linkedFrom: fields[0]).fields.count == 3)
    }

    @Test func mixedLiteralsNeedNoAnnotation() {
        let (entry, textView, linked) = (Entry(), TextView(), LinkedEntry())
        [entry, textView].registerNextForm()
        #expect(FocusOrder(linkedFrom: entry).fields.count == 2)
        [entry, stage.field()].registerNextForm()
        #expect(FocusOrder(linkedFrom: entry).fields.count == 2)
        [linked, OtherTextView()].registerPreviousForm()
        [entry, linked].setNextReturnKeyType()
        #expect(entry.returnKeyType == .next)
        #expect(linked.returnKeyType == .done)
    }

    @Test func fieldsOfOneBaseClassAreLinked() {
        let (name, mail) = (NameEntry(), MailEntry())
        [name, mail].registerNextForm()
        #expect(name.nextForm === mail)
        let fields: [BaseEntry] = [mail, name]
        fields.registerNextForm()
        fields.registerPreviousForm()
        fields.setNextReturnKeyType()
        #expect(name.nextForm == nil)
        #expect(mail.nextForm === name)
        #expect(name.previousForm === mail)
        #expect(mail.returnKeyType == .next)
    }

    @Test func aLinkedFieldThatIsNotFormChangeableIsNoNextForm() {
        let (linked, entry) = (LinkedEntry(), Entry())
        [linked, entry].registerNextForm()
        #expect(linked.nextForm == nil)
        #expect(linked.changeToNextForm())
        #expect(entry.isFirstResponder)
    }

    @Test func linksAreWeak() {
        let name = stage.field()
        do {
            let mail = stage.mortalField()
            name.nextForm = mail
            name.previousForm = mail
            #expect(name.nextForm === mail)
        }
        #expect(name.nextForm == nil)
        #expect(name.previousForm == nil)
        name.tap()
        #expect(!name.changeToNextForm())
        #expect(!name.isFirstResponder)
    }

    @Test func previousGoesBackAndWithNoPreviousTheKeyboardCloses() {
        let fields = stage.fields(3)
        fields.registerPreviousForm()
        fields[2].tap()
        #expect(fields[2].changeToPreviousForm())
        #expect(fields[1].changeToPreviousForm())
        #expect(fields[0].isFirstResponder)
        #expect(!fields[0].changeToPreviousForm())
        #expect(stage.keyboard.firstResponder == nil)
    }

    @Test func returnKeysSayNextAndTheLastOnesSaysWhatItShould() {
        let fields = stage.fields(3)
        fields.setNextReturnKeyType()
        #expect(fields.map(\.returnKeyType) == [.next, .next, .done])
        fields.setNextReturnKeyType(lastKeyType: .send)
        #expect(fields.map(\.returnKeyType) == [.next, .next, .send])
        fields[0].setReturnKeyType(.search)
        #expect(fields[0].returnKeyType == .search)
    }

    @Test func aTextViewHandsTheLineBreakOnAndDoesNotInsertIt() {
        let notes = stage.field(isMultiLine: true), mail = stage.field()
        notes.nextForm = mail
        notes.tap()
        stage.keyboard.type("line\n")
        #expect(notes.text == "line")
        #expect(mail.isFirstResponder)
    }

    @Test func aTextViewThatNobodyLinkedKeepsItsLineBreaks() {
        let notes = stage.field(isMultiLine: true)
        notes.tap()
        stage.keyboard.type("one\ntwo")
        #expect(notes.text == "one\ntwo")
        #expect(notes.isFirstResponder)
    }

    @Test func registeringAnewLeavesNoStaleLink() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        [a, b, c].registerNextForm()
        [a, b, c].registerPreviousForm()
        [a, c].registerNextForm()
        [a, c].registerPreviousForm()
        #expect(a.nextForm === c)
        #expect(b.nextForm == nil)
        #expect(b.previousForm == nil)
        #expect(c.nextForm == nil)
        #expect(c.previousForm === a)

        [c, b, a].registerNextForm()
        #expect(c.nextForm === b)
        #expect(b.nextForm === a)
        #expect(a.nextForm == nil)
    }

    @Test func aFieldThatIsInNoChainAnyMoreIsAsItWas() {
        let (a, notes) = (stage.field(), stage.field(isMultiLine: true))
        [a, notes].registerNextForm()
        [a].registerNextForm()
        notes.tap()
        stage.keyboard.type("one\ntwo")
        #expect(notes.text == "one\ntwo")
        a.nextForm = nil
        let b = stage.field()
        let order = FocusOrder(a, b)
        a.tap()
        stage.keyboard.tapReturn()
        #expect(b.isFirstResponder)
        withExtendedLifetime(order) {}
    }

    @Test func ordersOfLinksThatAreUndoneHearOfIt() {
        let fields = stage.fields(4)
        fields.registerNextForm()
        let order = FocusOrder(linkedFrom: fields[2])
        fields[2].tap()
        #expect(order.canMoveToNext)
        fields[0..<2].registerNextForm()
        #expect(fields[2].nextForm == nil)
        #expect(!order.canMoveToNext)
        fields.registerNextForm()
        #expect(order.canMoveToNext)
    }

    @Test func aFieldThatComesTwiceCountsOnce() {
        let (a, b) = (stage.field(), stage.field())
        [a, b, a].registerNextForm()
        #expect(a.nextForm === b)
        #expect(b.nextForm == nil)
    }

    @Test func aLinkSetByHandOutlivesAnotherRegistration() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        [a, b].registerNextForm()
        b.nextForm = c
        [a].registerNextForm()
        #expect(a.nextForm == nil)
        #expect(b.nextForm === c)
    }

    @Test func aMoveDoesNotResignFirst() {
        let fields = stage.fields(2)
        fields.registerNextForm()
        fields[0].tap()
        stage.settle()
        fields[0].changeToNextForm()
        stage.scheduler.advance(by: .seconds(2))
        #expect(stage.kinds.isEmpty)
        #expect(stage.keyboard.phase == .shown)
    }

    @Test func aCycleEnds() {
        let (a, b, c) = (stage.field(), stage.field(), stage.field())
        [a, b, c].registerNextForm()
        c.nextForm = b
        b.isHidden = true
        c.isHidden = true
        a.tap()
        #expect(!a.changeToNextForm())
        #expect(stage.keyboard.firstResponder == nil)

        a.nextForm = a
        a.tap()
        #expect(!a.changeToNextForm())
    }

    @Test func whatCannotTakeInputIsPassed() {
        let fields = stage.fields(5)
        fields.registerNextForm()
        fields[1].isHidden = true
        fields[2].isEnabled = false
        fields[3].canBecomeFirstResponder = false
        fields[0].tap()
        #expect(fields[0].changeToNextForm())
        #expect(fields[4].isFirstResponder)
    }

    @Test func aFieldThatDoesNotLetGoKeepsTheFocus() {
        let fields = stage.fields(2)
        fields.registerNextForm()
        fields[0].tap()
        fields[0].canResignFirstResponder = false
        #expect(!fields[0].changeToNextForm())
        #expect(fields[0].isFirstResponder)
    }

    @Test func emptyAndSingleCollectionsAreNoTrouble() {
        [SimulatedTextField]().registerNextForm()
        [SimulatedTextField]().setNextReturnKeyType()
        let field = stage.field()
        [field].registerNextForm()
        [field].setNextReturnKeyType()
        #expect(field.nextForm == nil)
        #expect(field.returnKeyType == .done)
        field.tap()
        stage.keyboard.type("\n")
        #expect(!field.isFirstResponder)
    }
}

import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Fields that an app links to a next or a previous field.
@MainActor
struct FormChangeableTests {
    private let phone = SimulatedPhone()

    @Test func aFieldIsLinkedToTheNextOne() {
        let name = phone.field(), mail = phone.field()
        name.nextForm = mail
        name.tap()
        #expect(name.changeToNextForm())
        #expect(mail.isFirstResponder)
        #expect(!name.isFirstResponder)
    }

    @Test func returnMovesTheFocusAndClosesTheKeyboardAtTheEnd() {
        let name = phone.field(), mail = phone.field()
        [name, mail].registerNextForm()
        name.tap()
        phone.keyboard.type("Ada\nada@example.org")
        #expect(mail.isFirstResponder)
        phone.finishTransitions()
        phone.keyboard.type("\n")
        #expect(name.text == "Ada")
        #expect(mail.text == "ada@example.org")
        #expect(phone.keyboard.focusedField == nil)
        #expect(phone.kinds == [.willChangeFrame, .willHide])
    }

    @Test func anArrayOfChangeableFieldsIsLinked() {
        let fields: [any FormChangeable] = [phone.field(), phone.field()]
        [fields[0], fields[1]].registerNextForm()
        (fields as [any FormField]).registerPreviousForm()
        [fields[0], fields[1]].setNextReturnKeyType(lastKeyType: .go)
        #expect(fields[0].nextForm === fields[1] && fields[1].previousForm === fields[0])
        #expect(fields.map(\.formState.returnKeyType) == [.next, .go])
    }

    @Test func textFieldsAndTextViewsShareOneChain() {
        let name = phone.field(), notes = phone.field(isMultiLine: true), mail = phone.field()
        [name, notes, mail].registerNextForm()
        name.tap()
        phone.keyboard.type("a\nb\nc")
        #expect([name, notes, mail].map(\.text) == ["a", "b", "c"])
    }

    @Test func aMixedArrayOfTwoClassesNeedsNoAnnotation() {
        let name = phone.field(), notes = TextArea()
        [name, notes].registerNextForm()
        [name, notes].registerPreviousForm()
        [name, notes].setNextReturnKeyType()
        #expect(name.nextForm === notes)
        #expect(notes.previousForm === name)
        #expect(name.returnKeyType == .next)
        #expect(notes.formState.returnKeyType == .done)
    }

    /// The common base class of a toolkit's fields, which does not adopt `FormChangeable`.
    private class Widget {
        final let formState = FormElementState()
        final var text = ""
        final let isHidden = false
        final let isEnabled = true
        final let isMultiLine = false
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
        #expect(fields.map(\.formState.returnKeyType) == [.next, .next, .send])
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(fields[1].isFirstResponder)
        #expect(FocusOrder(linkedFrom: fields[0]).fields.count == 3)
        withExtendedLifetime(fields) {}
    }

    @Test func mixedLiteralsNeedNoAnnotation() {
        let (entry, textView, linked) = (Entry(), TextView(), LinkedEntry())
        [entry, textView].registerNextForm()
        #expect(FocusOrder(linkedFrom: entry).fields.count == 2)
        [entry, phone.field()].registerNextForm()
        #expect(FocusOrder(linkedFrom: entry).fields.count == 2)
        [linked, TextArea()].registerPreviousForm()
        [entry, linked].setNextReturnKeyType()
        #expect(entry.formState.returnKeyType == .next)
        #expect(linked.formState.returnKeyType == .done)
        withExtendedLifetime((entry, textView, linked)) {}
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
        #expect(mail.formState.returnKeyType == .next)
    }

    @Test func aLinkedFieldThatIsNotFormChangeableIsNoNextForm() {
        let (linked, entry) = (LinkedEntry(), Entry())
        [linked, entry].registerNextForm()
        #expect(linked.nextForm == nil)
        #expect(linked.changeToNextForm())
        #expect(entry.isFirstResponder)
    }

    @Test func linksAreWeak() {
        let name = phone.field()
        do {
            let mail = phone.unretainedField()
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

    @Test func changeToPreviousFormMovesTheFocusAndClosesTheKeyboardAtTheStart() {
        let fields = phone.fields(3)
        fields.registerPreviousForm()
        fields[2].tap()
        #expect(fields[2].changeToPreviousForm())
        #expect(fields[1].changeToPreviousForm())
        #expect(fields[0].isFirstResponder)
        #expect(!fields[0].changeToPreviousForm())
        #expect(phone.keyboard.focusedField == nil)
    }

    @Test func returnKeysAreNextAndTheLastOneIsAsRequested() {
        let fields = phone.fields(3)
        fields.setNextReturnKeyType()
        #expect(fields.map(\.returnKeyType) == [.next, .next, .done])
        fields.setNextReturnKeyType(lastKeyType: .send)
        #expect(fields.map(\.returnKeyType) == [.next, .next, .send])
        fields[0].setReturnKeyType(.search)
        #expect(fields[0].returnKeyType == .search)
    }

    @Test func aLinkedTextViewMovesTheFocusAndInsertsNoLineBreak() {
        let notes = phone.field(isMultiLine: true), mail = phone.field()
        notes.nextForm = mail
        notes.tap()
        phone.keyboard.type("line\n")
        #expect(notes.text == "line")
        #expect(mail.isFirstResponder)
    }

    @Test func anUnlinkedTextViewInsertsLineBreaks() {
        let notes = phone.field(isMultiLine: true)
        notes.tap()
        phone.keyboard.type("one\ntwo")
        #expect(notes.text == "one\ntwo")
        #expect(notes.isFirstResponder)
    }

    @Test func aNewRegistrationRemovesOldLinks() {
        let (a, b, c) = (phone.field(), phone.field(), phone.field())
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

    @Test func aFieldRemovedFromItsChainBehavesAsBefore() {
        let (a, notes) = (phone.field(), phone.field(isMultiLine: true))
        [a, notes].registerNextForm()
        [a].registerNextForm()
        notes.tap()
        phone.keyboard.type("one\ntwo")
        #expect(notes.text == "one\ntwo")
        a.nextForm = nil
        let b = phone.field()
        let order = FocusOrder(a, b)
        a.tap()
        phone.keyboard.type("\n")
        #expect(b.isFirstResponder)
        withExtendedLifetime(order) {}
    }

    @Test func ordersAreUpdatedWhenLinksAreRemoved() {
        let fields = phone.fields(4)
        fields.registerNextForm()
        let order = FocusOrder(linkedFrom: fields[2])
        fields[2].tap()
        #expect(order.canMoveToNext)
        fields[0...2].registerNextForm()
        #expect(fields[2].nextForm == nil)
        #expect(!order.canMoveToNext)
        fields.registerNextForm()
        #expect(order.canMoveToNext)
    }

    @Test func aRepeatedFieldCountsOnce() {
        let (a, b) = (phone.field(), phone.field())
        [a, b, a].registerNextForm()
        #expect(a.nextForm === b)
        #expect(b.nextForm == nil)
    }

    @Test func aLinkSetByTheAppIsKeptByLaterRegistrations() {
        let (a, b, c) = (phone.field(), phone.field(), phone.field())
        [a, b].registerNextForm()
        b.nextForm = c
        [a].registerNextForm()
        #expect(a.nextForm == nil)
        #expect(b.nextForm === c)
    }

    @Test func aMoveDoesNotCloseTheKeyboard() {
        let fields = phone.fields(2)
        fields.registerNextForm()
        fields[0].tap()
        phone.finishTransitions()
        fields[0].changeToNextForm()
        phone.scheduler.advance(by: .seconds(2))
        #expect(phone.kinds.isEmpty)
        #expect(phone.keyboard.phase == .shown)
    }

    @Test func aMoveAlongACycleEnds() {
        let (a, b, c) = (phone.field(), phone.field(), phone.field())
        [a, b, c].registerNextForm()
        c.nextForm = b
        b.isHidden = true
        c.isHidden = true
        a.tap()
        #expect(!a.changeToNextForm())
        #expect(phone.keyboard.focusedField == nil)

        a.nextForm = a
        a.tap()
        #expect(!a.changeToNextForm())
    }

    @Test func unavailableFieldsAreSkipped() {
        let fields = phone.fields(5)
        fields.registerNextForm()
        fields[1].isHidden = true
        fields[2].isEnabled = false
        fields[3].canBecomeFirstResponder = false
        fields[0].tap()
        #expect(fields[0].changeToNextForm())
        #expect(fields[4].isFirstResponder)
    }

    @Test func emptyAndSingleCollectionsAreRegistered() {
        [SimulatedTextField]().registerNextForm()
        [SimulatedTextField]().setNextReturnKeyType()
        let field = phone.field()
        [field].registerNextForm()
        [field].setNextReturnKeyType()
        #expect(field.nextForm == nil)
        #expect(field.returnKeyType == .done)
        field.tap()
        phone.keyboard.type("\n")
        #expect(!field.isFirstResponder)
    }

    @Test func aRegistrationExtendsAChain() {
        let fields = phone.fields(4)
        fields[0...2].registerNextForm()
        fields[2...3].registerNextForm()
        #expect(
            fields.map { $0.nextForm.map(ObjectIdentifier.init) } == fields.dropFirst().map { ObjectIdentifier($0) } + [
                nil
            ]
        )
        fields[0].tap()
        phone.keyboard.type("a\nb\nc\nd\n")
        #expect(fields.map(\.text) == ["a", "b", "c", "d"])
        #expect(phone.keyboard.focusedField == nil)
    }

    @Test func aRegistrationCutsOnlyTheLinksOfItsFieldsAndIntoThem() {
        let fields = phone.fields(5)
        let other = phone.field()
        fields.registerNextForm()
        [other, fields[2]].registerNextForm()
        #expect(fields[0].nextForm === fields[1])
        #expect(fields[1].nextForm == nil, "two chains lead to one field")
        #expect(other.nextForm === fields[2])
        #expect(fields[2].nextForm == nil)
        #expect(fields[3].nextForm === fields[4])
    }

    @Test func aTargetOfTwoLinksKeepsTheOtherOneIfOneIsRemoved() {
        for isRegistered in [false, true] {
            let (a, b, c) = (phone.field(), phone.field(), phone.field())
            if isRegistered { [b, c].registerNextForm() } else { b.nextForm = c }
            a.nextForm = c
            a.nextForm = nil
            b.tap()
            phone.keyboard.type("\n")
            #expect(c.isFirstResponder)
            phone.keyboard.type("\n")
            #expect(phone.keyboard.focusedField == nil, "return in the last field is not handled")
        }
    }

    @Test func aRegistrationRemovesEveryEarlierRegisteredLinkIntoAField() {
        let (a, b, c, d) = (phone.field(), phone.field(), phone.field(), phone.field())
        [b, c].registerNextForm()
        a.nextForm = c
        [d, c].registerNextForm()
        #expect(b.nextForm == nil)
        #expect(a.nextForm === c, "a link that the app set is removed")
        #expect(d.nextForm === c)
    }

    @Test func aLinkThatTheAppHasReplacedIsNotRemovedByALaterRegistration() {
        let (a, b, c, d) = (phone.field(), phone.field(), phone.field(), phone.field())
        [a, b].registerNextForm()
        a.nextForm = c
        [d, b].registerNextForm()
        #expect(a.nextForm === c)
        #expect(d.nextForm === b)
    }

    @Test func aTargetOfADeallocatedFieldIsNoTarget() {
        let (a, b) = (phone.field(), phone.field())
        do {
            let source = TextArea()
            [source as any FormField, b].registerNextForm()
            withExtendedLifetime(source) {}
        }
        a.nextForm = b
        a.nextForm = nil
        b.tap()
        #expect(!b.fieldReturnKeyTapped(), "a deallocated field leads to the field")
    }
}

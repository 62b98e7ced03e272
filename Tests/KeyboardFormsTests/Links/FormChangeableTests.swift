import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Fields that an app links to a next or a previous field.
@MainActor
struct FormChangeableTests {
    private let phone = SimulatedPhone()

    @Test func anArrayOfChangeableFieldsIsLinked() {
        let fields: [any FormChangeable] = [phone.field(), phone.field()]
        [fields[0], fields[1]].registerNextForm()
        (fields as [any FormField]).registerPreviousForm()
        [fields[0], fields[1]].setNextReturnKeyType(lastKeyType: .go)
        #expect(fields[0].nextForm === fields[1] && fields[1].previousForm === fields[0])
        #expect(fields.map(\.formState.returnKeyType) == [.next, .go])
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
        final let formState = FieldState()
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
        withExtendedLifetime(fields) {}
    }

    @Test func mixedLiteralsNeedNoAnnotation() {
        let (entry, textView, linked) = (Entry(), TextView(), LinkedEntry())
        [entry, textView].registerNextForm()
        #expect(entry.fieldReturnKeyTapped() && textView.isFirstResponder)
        let field = phone.field()
        [entry, field].registerNextForm()
        #expect(entry.fieldReturnKeyTapped() && field.isFirstResponder)
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

    @Test func returnKeysAreNextAndTheLastOneIsAsRequested() {
        let fields = phone.fields(3)
        fields.setNextReturnKeyType()
        #expect(fields.map(\.returnKeyType) == [.next, .next, .done])
        fields.setNextReturnKeyType(lastKeyType: .send)
        #expect(fields.map(\.returnKeyType) == [.next, .next, .send])
        fields[0].setReturnKeyType(.search)
        #expect(fields[0].returnKeyType == .search)
    }
}

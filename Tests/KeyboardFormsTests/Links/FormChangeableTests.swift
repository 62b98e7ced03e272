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

    @Test func theEndOfAChainClosesTheKeyboardUntilNothingLinksToIt() {
        let entries = [Entry(), Entry()]
        let (name, mail) = (phone.field(), phone.field())
        name.nextForm = mail
        mail.tap()
        phone.keyboard.type("\n")
        #expect(!mail.isFirstResponder)
        entries.registerNextForm()
        #expect(entries[1].fieldReturnKeyTapped())
        [entries[0]].registerNextForm()
        [entries[1]].registerNextForm()
        #expect(!entries[1].fieldReturnKeyTapped() && !entries[0].fieldReturnKeyTapped())
    }

    @Test(arguments: [true, false])
    func theDeathOfTheNextFieldChangesTheLabel(isWidget: Bool) async {
        let (first, last) = (phone.field(), phone.field())
        let order = FocusOrder(first, last)
        var types: [ReturnKeyType] = []
        first.setReturnKeyType(.search)
        first.formState.onTraitChange = { [weak first] in
            if let first, $0 == .returnKeyType { types.append(first.returnKeyType) }
        }
        let widget = unsafe fake_widget_new(FakeWindow())
        var linked: (any FormField)? = isWidget ? unsafe EntryAdapter(widget) : Entry()
        ([first, linked].compactMap { $0 } as [any FormField]).registerNextForm()
        first.tap()
        #expect(first.returnKeyType == .search)
        if isWidget { unsafe fake_widget_destroy(widget) } else { linked = nil }
        await Task { @MainActor in }.value
        #expect(types.last == .next && first.returnKeyType == .next)
        withExtendedLifetime((order, linked)) {}
    }

    @Test(arguments: [true, false])
    func theDeathOfThePreviousFieldMakesReturnALineBreak(isWidget: Bool) async {
        let (notes, last) = (phone.field(isMultiLine: true), phone.field())
        let order = FocusOrder(notes, last)
        var types: [ReturnKeyType] = []
        notes.formState.onTraitChange = { [weak notes] in
            if let notes, $0 == .returnKeyType { types.append(notes.returnKeyType) }
        }
        let widget = unsafe fake_widget_new(FakeWindow())
        var linked: (any FormField)? = isWidget ? unsafe EntryAdapter(widget) : Entry()
        ([linked, notes].compactMap { $0 } as [any FormField]).registerPreviousForm()
        notes.tap()
        #expect(notes.returnKeyType == .next)
        if isWidget { unsafe fake_widget_destroy(widget) } else { linked = nil }
        await Task { @MainActor in }.value
        #expect(types.last == .default && notes.returnKeyType == .default)
        #expect(!notes.fieldReturnKeyTapped())
        withExtendedLifetime((order, linked)) {}
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

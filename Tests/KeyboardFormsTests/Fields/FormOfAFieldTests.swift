import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Changes of the objects that determine the bar and the return key of a field.
@MainActor
struct FormOfAFieldTests {
    private final class Bar: FieldAccessory { let height: CGFloat = 44 }

    private final class Handler: ReturnKeyHandler {
        private(set) var tapCount = 0
        func setupReturnKeyType(for field: any FormField) { field.formState.returnKeyType = .search }
        func handleReturnKeyTapped(on field: any FormField) { tapCount += 1 }
    }

    private let window = FieldWindow()

    /// Lets the waiting tasks of the main actor run.
    private func runWaitingTasks() async {
        await Task { @MainActor in }.value
    }

    @Test func anOrderDeterminesTheReturnKeyOfTheFocusedFieldUntilItsDeallocation() async {
        let fields = window.fields(3)
        fields[0].formState.returnKeyType = .search
        do {
            let order = FocusOrder(fields)
            _ = fields[2].becomeFirstResponder()
            #expect(fields.map(\.shownReturnKeyType) == [.search, .default, .done])
            _ = fields[0].becomeFirstResponder()
            #expect(fields.map(\.shownReturnKeyType) == [.next, .default, .default])
            withExtendedLifetime(order) {}
        }
        await runWaitingTasks()
        #expect(fields.map(\.shownReturnKeyType) == [.search, .default, .default])
    }

    @Test func theReleaseOfABarOfTheAppIsReportedAtTheNextCall() {
        let fields = window.fields(2)
        let order = FocusOrder(fields)
        var changes = 0
        do {
            let bar = Bar()
            order.accessory = bar
            _ = fields[0].becomeFirstResponder()
            #expect(fields[0].formState.accessory === bar)
            fields[0].formState.onTraitChange = { if $0 == .accessory { changes += 1 } }
        }
        #expect(fields[0].formState.accessory == nil)
        #expect(changes == 0)
        fields[0].fieldDidChange()
        #expect(changes == 1)
    }

    @Test func theReleaseOfABarLeavesTheFieldToItsOtherForm() {
        let fields = window.fields(2)
        let first = FocusOrder(fields)
        var bar: TextFieldNavigator? = TextFieldNavigator(first)
        let second = TextFieldNavigator(fields[0])
        _ = fields[0].becomeFirstResponder()
        #expect(fields[0].formState.accessory === bar)
        #expect(fields[0].shownReturnKeyType == .next)
        bar = nil
        #expect(fields[0].formState.accessory === second)
        #expect(fields[0].shownReturnKeyType == .done)
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(second.order.focusedField == nil, "return follows the label")
        withExtendedLifetime(first) {}
    }

    @Test func theReleaseOfAnotherAccessoryIsShownAtTheNextCall() {
        let fields = window.fields(2)
        let (first, second) = (FocusOrder(fields), FocusOrder(fields[0]))
        let own = Bar()
        var bars: [Bar] = [Bar(), own]
        (first.accessory, second.accessory) = (bars[0], own)
        _ = fields[0].becomeFirstResponder()
        #expect(fields[0].formState.accessory === bars[0])
        bars.removeFirst()
        #expect(fields[0].formState.accessory === own)
        fields[0].fieldDidChange()
        #expect(fields[0].shownReturnKeyType == .done)
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(!fields[0].isFirstResponder, "return follows the label")
        _ = fields[0].becomeFirstResponder()
        bars = []
        second.accessory = nil
        #expect(!fields[0].showsAccessory)
    }

    @Test func aLinkThatIsSetDuringEditingReplacesTheReturnKeyOfAnOrder() {
        let fields = window.fields(3)
        let order = FocusOrder(fields[0], fields[1])
        fields[1].formState.returnKeyType = .continue
        _ = fields[1].becomeFirstResponder()
        #expect(fields[1].shownReturnKeyType == .done)
        fields[1].nextForm = fields[2]
        #expect(fields[1].shownReturnKeyType == .continue)
        fields[1].nextForm = nil
        #expect(fields[1].shownReturnKeyType == .done)
        fields[1...2].registerNextForm()
        #expect(fields[1].shownReturnKeyType == .continue)
        #expect(fields[1].fieldReturnKeyTapped())
        #expect(fields[2].isFirstResponder)
        withExtendedLifetime(order) {}
    }

    @Test func aHandlerThatIsSetDuringEditingSetsUpTheReturnKey() {
        let fields = window.fields(2)
        let (order, handler) = (FocusOrder(fields), Handler())
        _ = fields[0].becomeFirstResponder()
        #expect(fields[0].shownReturnKeyType == .next)
        fields[0].returnKeyHandler = handler
        #expect(fields[0].shownReturnKeyType == .search)
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(handler.tapCount == 1)
        fields[0].returnKeyHandler = nil
        #expect(fields[0].shownReturnKeyType == .next)
        fields[1].returnKeyHandler = handler
        #expect(fields[1].shownReturnKeyType == .default, "the field is not edited")
        withExtendedLifetime(order) {}
    }

    @Test func aBarOfTheFieldDoesNotReplaceTheBarOfItsOrder() {
        let field = window.fields(1)[0]
        let (navigator, own) = (TextFieldNavigator(field), Bar())
        _ = field.becomeFirstResponder()
        field.formState.accessory = own
        #expect(field.formState.accessory === navigator)
        _ = field.resignFirstResponder()
        #expect(field.formState.accessory === own)
    }
}

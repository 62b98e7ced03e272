import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Adapters of widgets from a toolkit that is written in C.
@MainActor
struct FormFieldAdapterTests {
    private let window = FakeWindow()

    private final class Budget { var euros: Int? }

    @Test func anAdaptedFormMovesTheFocusAndSubmits() {
        let widgets = unsafe [fake_widget_new(window), fake_widget_new(window), fake_widget_new(window)]
        let name = unsafe EntryAdapter(widgets[0]), secret = unsafe SecureEntryAdapter(widgets[1])
        let amount = unsafe EntryAdapter(widgets[2])
        secret.formState.isSecureTextEntry = true
        let budget = Budget()
        let number = NumberInput(amount, .of(budget, \.euros), .style(.number))
        var submitted: [Int?] = []
        let navigator = TextFieldNavigator(name, secret, amount)
        navigator.order.end = .submit { submitted.append(budget.euros) }
        #expect(unsafe !fake_widget(widgets[1]).showsCharacters)
        unsafe fake_widget_grab_focus(widgets[0])
        #expect(navigator.order.focusedField === name)
        #expect(name.formState.accessory === navigator)
        unsafe fake_widget_press_return(widgets[0])
        #expect(unsafe fake_widget(widgets[1]).label == "next")
        #expect(navigator.order.focusedField === secret)
        unsafe fake_widget_set_visible(widgets[2], false)
        #expect(!navigator.next.isEnabled)
        unsafe fake_widget_set_visible(widgets[2], true)
        navigator.next.action()
        unsafe fake_entry_set_text(widgets[2], "42")
        unsafe fake_widget_press_return(widgets[2])
        #expect(submitted == [42])
        #expect(unsafe !fake_widget_has_focus(widgets[2]))
        withExtendedLifetime(number) {}
        unsafe widgets.forEach { unsafe fake_widget_destroy($0) }
    }

    @Test func theWidgetRetainsItsAdapterUntilItIsDestroyed() {
        let log = IssueLog()
        let order = FocusOrder()
        weak var released: EntryAdapter?
        let widget = unsafe fake_widget_new(window)
        do {
            let adapter = unsafe EntryAdapter(widget, diagnostics: log.diagnostics)
            released = adapter
            order.add(adapter)
        }
        #expect(order.fields.count == 1)
        unsafe fake_widget_grab_focus(widget)
        #expect(order.focusedField === released)
        unsafe fake_widget_destroy(widget)
        #expect(released == nil)
        #expect(order.fields.isEmpty)
        #expect(order.focusedField == nil)
        #expect(log.kinds.isEmpty)
    }

    @Test func anAdapterOutlivesItsWidgetWithoutACall() {
        let widgets = unsafe [fake_widget_new(window), fake_widget_new(window), fake_widget_new(window)]
        let adapters = unsafe widgets.map { unsafe EntryAdapter($0) }
        adapters.registerNextForm()
        let budget = Budget()
        let number = NumberInput(adapters[1], .of(budget, \.euros), .style(.number))
        let order = FocusOrder(adapters)
        let navigator = TextFieldNavigator(FocusOrder(SimulatedContainer(adapters)))
        unsafe fake_widget_grab_focus(widgets[1])
        // The test still retains the adapters. A call of the destroyed widget would read invalid memory.
        unsafe fake_widget_destroy(widgets[1])
        budget.euros = 7
        number.refresh()
        number.commit()
        #expect(order.focusedField == nil)
        #expect(order.fields.count == 2)
        #expect(navigator.order.focusedField == nil)
        unsafe fake_widget_grab_focus(widgets[0])
        unsafe fake_widget_press_return(widgets[0])
        #expect(order.focusedField === adapters[2])
        unsafe fake_widget_grab_focus(widgets[0])
        #expect(order.moveFocus(.next))
        #expect(order.submit() == nil)
        for index in [0, 2] { unsafe fake_widget_destroy(widgets[index]) }
        #expect(order.fields.isEmpty)
    }

    @Test func anAdapterThatIsDeallocatedBeforeItsWidgetIsReported() {
        final class LostAdapter: FormFieldAdapter {}
        let log = IssueLog()
        do {
            let adapter = LostAdapter(diagnostics: log.diagnostics)
            withExtendedLifetime(adapter) {}
        }
        #expect(log.kinds == [.adapterDeallocated])
        #expect(
            log.descriptions == ["LostAdapter was deallocated before its widget. Let the widget retain the adapter."]
        )
    }

    @Test func aSwiftWidgetRetainsItsAdapterInAProperty() {
        final class Widget {
            var adapter: FormFieldAdapter?
        }
        let log = IssueLog()
        do {
            let widget = Widget()
            widget.adapter = FormFieldAdapter(of: widget, diagnostics: log.diagnostics)
        }
        #expect(log.kinds.isEmpty)
        let widget = Widget()
        widget.adapter = FormFieldAdapter(of: widget, diagnostics: log.diagnostics)
        widget.adapter = nil
        #expect(log.kinds == [.adapterDeallocated])
    }

    @Test func aMissingOverrideIsReportedOnce() {
        final class EmptyAdapter: FormFieldAdapter {}
        final class Widget {}
        let (log, widget) = (IssueLog(), Widget())
        let adapter = EmptyAdapter(of: widget, diagnostics: log.diagnostics)
        for _ in 0..<2 {
            adapter.text = adapter.text
            #expect(!adapter.isFirstResponder)
            #expect(!adapter.becomeFirstResponder())
            #expect(adapter.resignFirstResponder())
        }
        #expect(log.descriptions.first == "EmptyAdapter does not override text.")
        let members = ["text", "isFirstResponder", "becomeFirstResponder()", "resignFirstResponder()"]
        #expect(log.kinds == members.map { .missingOverride($0) })
    }

    /// A form of adapters that only the widgets retain.
    @MainActor
    private struct Form {
        var container: SimulatedContainer?
        var navigator: TextFieldNavigator?
        var number: NumberInput<Int>?
        let parts: [WeakReference]

        init(_ widgets: [OpaquePointer], _ budget: Budget, _ diagnostics: FormDiagnostics) {
            let adapters = unsafe widgets.map { unsafe EntryAdapter($0, diagnostics: diagnostics) }
            adapters.registerNextForm()
            let container = SimulatedContainer()
            container.isFocusGroup = true
            let navigator = TextFieldNavigator(FocusOrder(adapters + [container]))
            let number = NumberInput(adapters[0], .of(budget, \.euros), .style(.number))
            let objects: [AnyObject] = adapters + [container, navigator, navigator.order, number]
            parts = objects.map { WeakReference($0) }
            (self.container, self.navigator, self.number) = (container, navigator, number)
        }
    }

    @Test func formsWithAdaptersAreDeallocatedInEveryOrder() {
        let log = IssueLog()
        for order in permutations(of: [0, 1, 2, 3, 4]) {
            let widgets = unsafe [fake_widget_new(window), fake_widget_new(window)]
            let budget = Budget()
            var form = unsafe Form(widgets, budget, log.diagnostics)
            unsafe fake_widget_grab_focus(widgets[0])
            unsafe fake_entry_set_text(widgets[0], "7")
            form.navigator?.order.moveFocus(.next)
            #expect(budget.euros == 7)
            for step in order {
                switch step {
                case 0: form.navigator = nil
                case 1: form.number = nil
                case 2: form.container = nil
                case 3: unsafe fake_widget_destroy(widgets[0])
                default: unsafe fake_widget_destroy(widgets[1])
                }
            }
            #expect(form.parts.allSatisfy { $0.object == nil }, "\(order)")
        }
        #expect(log.kinds.isEmpty)
    }

    private struct WeakReference {
        weak let object: AnyObject?

        init(_ object: AnyObject?) {
            self.object = object
        }
    }

    private func permutations(of numbers: [Int]) -> [[Int]] {
        guard numbers.count > 1 else { return [numbers] }
        return numbers.flatMap { first in permutations(of: numbers.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test func anAdapterOfADeallocatedSwiftWidgetLeavesItsForms() {
        var views = [SwiftWidget(), SwiftWidget(), SwiftWidget()]
        let adapters = views.map(SwiftWidgetAdapter.init)
        let storage = ValueStorage<Int>()
        let number = NumberInput(adapters[1], storage.bound, .style(.number))
        var count = 0
        let order = FocusOrder(adapters, end: .submit { count += 1 })
        adapters[1].text = "x"
        adapters[1].fieldDidChange()
        #expect(order.submitRefusal != nil)
        _ = adapters[0].becomeFirstResponder()
        views.removeLast(2)
        #expect(order.fields.count == 1)
        #expect(!order.canMoveFocus(.next))
        #expect(order.submitRefusal == nil)
        #expect(adapters[0].fieldReturnKeyTapped())
        #expect(count == 1)
        _ = adapters[0].becomeFirstResponder()
        views = []
        #expect(order.focusedField == nil)
        #expect(order.fields.isEmpty)
        withExtendedLifetime(number) {}
    }

    @Test func anAdapterOfADeallocatedSwiftWidgetReceivesNoTraits() {
        var widget: SwiftWidget? = SwiftWidget()
        let adapter = widget.map(SwiftWidgetAdapter.init)
        adapter?.formState.placeholder = "Name"
        #expect(adapter?.traits == [.placeholder])
        widget = nil
        adapter?.formState.placeholder = "Mail"
        #expect(adapter?.traits == [.placeholder])
    }

    @Test func aFormThatIsArrangedAfterTheReleaseOfASwiftWidgetUpdatesItsBarAndItsReturnKey() async {
        var widgets = [SwiftWidget(), SwiftWidget(), SwiftWidget()]
        let adapters = widgets.map(SwiftWidgetAdapter.init)
        let navigator = TextFieldNavigator(FocusOrder(adapters))
        var count = 0
        _ = adapters[1].becomeFirstResponder()
        #expect(navigator.next.isEnabled)
        navigator.onChange = { count += 1 }
        widgets.removeLast()
        navigator.order.formDidChange()
        await Task { @MainActor in }.value
        #expect(count == 1)
        #expect(adapters[1].formState.returnKeyType == .done)
        #expect(!navigator.next.isEnabled)
        widgets.removeLast()
        navigator.order.formDidChange()
        await Task { @MainActor in }.value
        #expect(count == 2)
        #expect(!navigator.done.isEnabled)
        withExtendedLifetime(adapters) {}
    }

    @Test func anAppThatReceivesTraitsDoesNotReplaceTheAdapter() {
        let widget = unsafe fake_widget_new(FakeWindow())
        let adapter = unsafe SecureEntryAdapter(widget)
        var changes: [FieldState.Trait] = []
        adapter.formState.onTraitChange = { changes.append($0) }
        adapter.formState.isSecureTextEntry = true
        #expect(unsafe !fake_widget(widget).showsCharacters)
        #expect(changes == [.isSecureTextEntry])
        unsafe fake_widget_destroy(widget)
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The return key of fields in an order that follows their links.
@MainActor
struct LinkedOrderTests {
    private let phone = SimulatedPhone()

    /// The focused field has the return key type of its order without a call.
    @Test func anOrderSetsTheReturnKeyOfAFieldThatDoesNotHaveTheFocus() {
        let fields = phone.fields(2)
        let order = FocusOrder(fields)
        for field in fields { order.setupReturnKeyType(for: field) }
        #expect(fields.map(\.formState.returnKeyType) == [.next, .done])
    }

    @Test func aChainWithADeallocatedFirstFieldBeginsAtTheNextOne() {
        var fields = (0..<3).map { _ in phone.unretainedField() }
        fields.registerNextForm()
        let order = FocusOrder(linkedFrom: fields[0])
        #expect(order.fields.count == 3)
        fields.removeFirst()
        #expect(order.fields.count == 2)
        fields[0].tap()
        #expect(order.moveToNext())
        #expect(fields[1].isFirstResponder)
        fields.removeFirst()
        #expect(order.fields.count == 1)
        order.remove(fields[0])
        fields = []
        #expect(order.fields.isEmpty)
    }

    @Test func aChainLeadsOnThroughADeallocatedSwiftWidget() {
        var widgets = [SwiftWidget(), SwiftWidget(), SwiftWidget()]
        let adapters = widgets.map(SwiftWidgetAdapter.init)
        adapters.registerNextForm()
        var count = 0
        let order = FocusOrder(linkedFrom: adapters[0], end: .submit { count += 1 })
        widgets.remove(at: 1)
        order.formDidChange()
        #expect(order.fields.map(ObjectIdentifier.init) == [adapters[0], adapters[2]].map(ObjectIdentifier.init))
        _ = adapters[0].becomeFirstResponder()
        #expect(adapters[0].formState.returnKeyType == .next)
        #expect(adapters[0].fieldReturnKeyTapped())
        #expect(widgets[1].hasFocus)
        #expect(count == 0)
        withExtendedLifetime((order, adapters)) {}
    }

    @Test func aChainWithADeallocatedFirstSwiftWidgetBeginsAtTheNextOne() {
        var widgets = [SwiftWidget(), SwiftWidget(), SwiftWidget()]
        let adapters = widgets.map(SwiftWidgetAdapter.init)
        adapters.registerNextForm()
        let order = FocusOrder(linkedFrom: adapters[0])
        widgets.removeFirst()
        order.formDidChange()
        #expect(order.fields.map(ObjectIdentifier.init) == adapters.dropFirst().map(ObjectIdentifier.init))
    }

    @Test func aChainLeadsOnThroughADestroyedWidget() {
        let window = FakeWindow()
        let widgets = unsafe [fake_widget_new(window), fake_widget_new(window), fake_widget_new(window)]
        let adapters = unsafe widgets.map { unsafe EntryAdapter($0, diagnostics: FormDiagnostics()) }
        adapters.registerNextForm()
        let order = FocusOrder(linkedFrom: adapters[0])
        unsafe fake_widget_destroy(widgets[1])
        #expect(order.fields.map(ObjectIdentifier.init) == [adapters[0], adapters[2]].map(ObjectIdentifier.init))
        unsafe fake_widget_destroy(widgets[0])
        #expect(order.fields.map(ObjectIdentifier.init) == [ObjectIdentifier(adapters[2])])
        unsafe fake_widget_destroy(widgets[2])
        #expect(order.fields.isEmpty)
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The optional properties of a field.
@MainActor
struct FieldTraitTests {
    private let phone = SimulatedPhone()

    @Test func theToolkitHearsOfEachChangeOfATrait() {
        final class Bar: InputAccessory { let height: CGFloat = 1 }
        let (field, bar) = (TextArea(), Bar())
        var changes: [FormElementState.Trait] = []
        field.formState.onTraitChange = { changes.append($0) }
        for round in 0..<2 {
            if round == 1 { #expect(changes.count == FormElementState.Trait.allCases.count - 1) }
            field.formState.returnKeyType = .go
            field.formState.keyboardType = .url
            field.formState.inputAccessory = bar
            field.formState.accessibilityLabel = "Link"
            field.formState.placeholder = "https://"
            field.formState.isSecureTextEntry = true
            field.formState.maximumLength = 3
        }
        field.formState.inputFilter = { $0 != "no" }
        #expect(changes.sorted { "\($0)" < "\($1)" } == FormElementState.Trait.allCases.sorted { "\($0)" < "\($1)" })
        #expect(field.formState.acceptsInput("yes", replacing: ""))
        #expect(!field.formState.acceptsInput("long", replacing: ""))
        #expect(!field.formState.acceptsInput("no", replacing: ""))
    }

    @Test func theKeyboardInsideTheAppReceivesATraitBeforeTheApp() {
        let field = TextArea()
        var receivers: [String] = []
        field.formState.onTraitChange = { _ in receivers.append("app") }
        field.formState.onTraitChangeOfKeyboard = { _ in receivers.append("keyboard") }
        field.formState.keyboardType = .url
        #expect(receivers == ["keyboard", "app"])
    }

    @Test func aTraitThatIsSetIsReportedToOrders() {
        let (a, b) = (phone.field(), TextArea())
        let order = FocusOrder([a, b], skipping: [.unavailable, .when { $0.formState.keyboardType == .phonePad }])
        a.tap()
        let state = b.formState
        func expectReach(_ canMove: Bool, _ change: () -> Void) {
            change()
            #expect(order.canMoveToNext == canMove)
        }
        expectReach(false) { state.opacity = 0 }
        expectReach(true) { state.opacity = 1 }
        expectReach(false) { state.isHiddenByAncestor = true }
        expectReach(true) { state.isHiddenByAncestor = false }
        expectReach(false) { state.canBecomeFirstResponder = false }
        expectReach(true) { state.canBecomeFirstResponder = true }
        expectReach(false) { state.keyboardType = .phonePad }
        expectReach(true) { state.keyboardType = .default }
        expectReach(false) { state.providers.opacity = { 0 } }
        expectReach(true) { state.providers.opacity = { 1 } }
    }

    @Test func framesThatAreProvidedAreReadAgainAtAMove() {
        final class Layout { var tops: [CGFloat] = [0, 10, 20] }
        let layout = Layout()
        let fields = (0..<3).map { _ in TextArea() }
        for (index, field) in fields.enumerated() {
            field.formState.providers.frame = { CGRect(x: 0, y: layout.tops[index], width: 1, height: 1) }
        }
        let order = FocusOrder(fields, sorting: .byPosition(rowTolerance: 1))
        _ = fields[0].becomeFirstResponder()
        #expect(order.next(after: fields[0]) === fields[1])
        layout.tops = [0, 20, 10]
        #expect(order.moveToNext())
        #expect(order.focusedField === fields[2])
        layout.tops = [5, 0, 10]
        #expect(order.moveToFirst())
        #expect(order.focusedField === fields[1])
    }

    @Test func typedAndPastedCharactersThatAreNotAcceptedAreNotInserted() {
        let field = phone.field(isMultiLine: true)
        field.formState.maximumLength = 3
        field.formState.inputFilter = { !$0.contains { $0.isNewline || $0 == "x" } }
        field.tap()
        phone.keyboard.type("axb\ncd")
        #expect(field.text == "abc")
        phone.keyboard.perform(.deleteBackward)
        phone.keyboard.perform(.paste("ef"))
        #expect(field.text == "ab")
    }
}

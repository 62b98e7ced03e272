import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The optional properties of a field.
@MainActor
struct FieldTraitTests {
    private let phone = SimulatedPhone()

    @Test func theToolkitHearsOfEachChangeOfATrait() {
        final class Bar: FieldAccessory { let height: CGFloat = 1 }
        let (field, bar) = (TextArea(), Bar())
        var changes: [FieldState.Trait] = []
        field.formState.onTraitChange = { changes.append($0) }
        for round in 0..<2 {
            if round == 1 { #expect(changes.count == FieldState.Trait.allCases.count - 1) }
            field.formState.returnKeyType = .go
            field.formState.keyboardType = .url
            field.formState.accessory = bar
            field.formState.accessibilityLabel = "Link"
            field.formState.placeholder = "https://"
            field.formState.isSecureTextEntry = true
            field.formState.maximumLength = 3
            field.formState.autocapitalizationType = .words
            field.formState.wantsKeyboard = false
        }
        field.formState.inputFilter = { $0 != "no" }
        #expect(changes.sorted { "\($0)" < "\($1)" } == FieldState.Trait.allCases.sorted { "\($0)" < "\($1)" })
    }

    @Test func aTraitThatIsSetIsReportedToOrders() {
        let (a, b) = (phone.field(), TextArea())
        let order = FocusOrder([a, b], skipping: [.unavailable, .when { $0.formState.keyboardType == .phonePad }])
        a.tap()
        let state = b.formState
        func expectReach(_ canMove: Bool, _ change: () -> Void) {
            change()
            #expect(order.canMoveFocus(.next) == canMove)
        }
        expectReach(false) { state.canBecomeFirstResponder = { false } }
        expectReach(true) { state.canBecomeFirstResponder = { true } }
        expectReach(false) { state.keyboardType = .phonePad }
        expectReach(true) { state.keyboardType = .default }
    }

    @Test func framesThatAreProvidedAreReadAgainAtAMove() {
        final class Layout { var tops: [CGFloat] = [0, 10, 20] }
        let layout = Layout()
        let fields = (0..<3).map { _ in TextArea() }
        for (index, field) in fields.enumerated() {
            field.formState.frame = { CGRect(x: 0, y: layout.tops[index], width: 1, height: 1) }
        }
        let order = FocusOrder(fields, sorting: .byPosition(rowTolerance: 1))
        _ = fields[0].becomeFirstResponder()
        layout.tops = [0, 20, 10]
        #expect(order.moveFocus(.next))
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
        #expect(field.text == "abe")
    }
}

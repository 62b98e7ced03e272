import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Which fields a move skips.
@MainActor
struct SkipRuleTests {
    private let phone = SimulatedPhone()

    /// Changes the middle three of five fields, moves from the first field, and returns the index of the focused field.
    private func reached(skipping: [FocusOrder.SkipRule], _ change: (Int, SimulatedTextField) -> Void) -> Int? {
        let fields = phone.fields(5)
        for index in 1...3 { change(index, fields[index]) }
        let order = FocusOrder(fields, skipping: skipping)
        fields[0].tap()
        order.moveFocus(.next)
        return fields.firstIndex { $0.isFirstResponder }
    }

    @Test func unavailableFieldsAreSkipped() {
        let rules = [FocusOrder.SkipRule.unavailable]
        #expect(reached(skipping: rules) { $1.isHidden = true } == 4)
        #expect(reached(skipping: rules) { $1.isEnabled = false } == 4)
        #expect(reached(skipping: rules) { $1.canBecomeFirstResponder = false } == 4)
        #expect(reached(skipping: []) { $1.isHidden = true } == 1)
        #expect(reached(skipping: []) { $1.canBecomeFirstResponder = false } == 4, "each field refuses the focus")
    }

    @Test func filledFieldsAreSkipped() {
        #expect(reached(skipping: [.filled]) { $1.text = "\($0)" } == 4)
        #expect(reached(skipping: [.filled]) { index, field in field.text = index == 2 ? "" : "x" } == 2)
    }

    @Test func customRulesSkipFields() {
        let onlyPads = FocusOrder.SkipRule.when { $0.formState.keyboardType.hasReturnKey }
        #expect(reached(skipping: [onlyPads]) { if $0 == 3 { $1.keyboardType = .phonePad } } == 3)
    }

    @Test func rulesCombine() {
        let reached = reached(skipping: [.unavailable, .filled, .when { $0.isMultiLine }]) { index, field in
            switch index {
            case 1: field.isHidden = true
            case 2: field.text = "x"
            default: field.isEnabled = false
            }
        }
        #expect(reached == 4)
    }

    @Test func anUnreportedChangeOfARuleIsArrangedOnRequest() {
        var isOpen = false
        let fields = phone.fields(2)
        let order = FocusOrder(fields, skipping: [.when { [fields] field in field === fields[1] && !isOpen }])
        fields[0].tap()
        #expect(!order.canMoveFocus(.next))
        isOpen = true
        order.formDidChange()
        #expect(order.canMoveFocus(.next))
        order.skipping = []
    }

    @Test func aFieldThatRefusesTheFocusIsSkipped() {
        var requests: [Int] = []
        let (a, c, refusing) = (phone.field(), phone.field(), FieldWindow().fields(4))
        for (index, field) in refusing.enumerated() {
            field.refusesFocus = true
            field.onFocusRequest = { requests.append(index) }
        }
        let b = refusing[3]
        let order = FocusOrder(a, b, c)
        a.tap()
        #expect(order.moveFocus(.next))
        #expect(c.isFirstResponder)

        requests = []
        let round = FocusOrder([a, refusing[0], refusing[1], refusing[2]], end: .wrap)
        a.tap()
        #expect(!round.moveFocus(.next))
        #expect(requests == [0, 1, 2])
        #expect(a.isFirstResponder)
        withExtendedLifetime(refusing) {}
    }

    @Test func aSkipRuleMayWriteToItsField() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        order.skipping = [
            .when { field in
                field.text += "!"
                return false
            }
        ]
        fields[0].tap()
        fields[1].text = "x"
        #expect(order.moveFocus(.next))
        #expect(fields[1].isFirstResponder)
    }

}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Thousands of fields, counted by how often a rule looks at one.
@MainActor
@Suite("Ten thousand fields")
struct ManyFieldsTests {
    private final class Looks {
        var count = 0
    }

    private let stage = Stage()

    @Test func aMoveLooksAtOneFieldWhicheverAreSkipped() {
        let looks = Looks()
        let fields = stage.fields(10_000)
        for (index, field) in fields.enumerated() where index % 100 != 0 { field.text = "filled" }
        let counting = FocusOrder.SkipRule.when { _ in
            looks.count += 1
            return false
        }
        let order = FocusOrder(fields, skipping: [.unavailable, counting, .filled], end: .wrap)
        fields[0].tap()
        #expect(order.canMoveToNext)
        looks.count = 0
        for _ in 0..<1_000 { order.moveToNext() }
        for _ in 0..<1_000 { order.moveToPrevious() }
        #expect(fields[0].isFirstResponder)
        // Before it gets the focus, when it has it, and for what its return key says.
        #expect(looks.count <= 2_000 * 3)
    }

    @Test func aChangeLooksAtTheFieldThatChanged() {
        let looks = Looks()
        let fields = stage.fields(10_000)
        let counting = FocusOrder.SkipRule.when { _ in
            looks.count += 1
            return false
        }
        let order = FocusOrder(fields, skipping: [counting, .filled])
        #expect(order.fields.count == 10_000)
        looks.count = 0
        for field in fields { field.text = "x" }
        #expect(looks.count == 10_000)
    }

    @Test func manyFieldsThatComeAreArrangedOnce() {
        let looks = Looks()
        let order = FocusOrder()
        order.skipping = [
            .when { _ in
                looks.count += 1
                return false
            }
        ]
        let fields = stage.fields(10_000)
        for field in fields { order.add(field) }
        #expect(looks.count == 0)
        #expect(order.next(after: fields[0]) === fields[1])
        #expect(looks.count == 10_000 + 1)
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The cost of an order of 10,000 fields, counted in evaluations of a rule.
@MainActor
struct FocusOrderCostTests {
    private final class EvaluationCount {
        var count = 0
    }

    private let phone = SimulatedPhone()

    @Test func aMoveEvaluatesRulesForAtMostThreeFields() {
        let evaluations = EvaluationCount()
        let fields = phone.fields(10_000)
        for (index, field) in fields.enumerated() where index % 100 != 0 { field.text = "filled" }
        let counting = FocusOrder.SkipRule.when { _ in
            evaluations.count += 1
            return false
        }
        let order = FocusOrder(fields, skipping: [.unavailable, counting, .filled], end: .wrap)
        fields[0].tap()
        #expect(order.canMoveToNext)
        evaluations.count = 0
        for _ in 0..<1_000 { order.moveToNext() }
        for _ in 0..<1_000 { order.moveToPrevious() }
        #expect(fields[0].isFirstResponder)
        // Before the field is focused, when it is focused, and for its return key.
        #expect(evaluations.count <= 2_000 * 3)
    }

    @Test func aChangeEvaluatesRulesForOneField() {
        let evaluations = EvaluationCount()
        let fields = phone.fields(10_000)
        let counting = FocusOrder.SkipRule.when { _ in
            evaluations.count += 1
            return false
        }
        let order = FocusOrder(fields, skipping: [counting, .filled])
        #expect(order.fields.count == 10_000)
        evaluations.count = 0
        for field in fields { field.text = "x" }
        #expect(evaluations.count == 10_000)
    }

    @Test func manyAddedFieldsAreArrangedOnce() {
        let evaluations = EvaluationCount()
        let order = FocusOrder()
        order.skipping = [
            .when { _ in
                evaluations.count += 1
                return false
            }
        ]
        let fields = phone.fields(10_000)
        for field in fields { order.add(field) }
        #expect(evaluations.count == 0)
        #expect(order.next(after: fields[0]) === fields[1])
        #expect(evaluations.count == 10_000 + 1)
    }
}

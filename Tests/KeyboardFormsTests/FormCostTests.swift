import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// How often a form reads its fields, counted in evaluations of a rule.
@MainActor
struct FormCostTests {
    private final class EvaluationCount {
        var count = 0
    }

    private let phone = SimulatedPhone()
    private let evaluations = EvaluationCount()

    private var counting: FocusOrder.SkipRule {
        .when { [evaluations] _ in
            evaluations.count += 1
            return false
        }
    }

    @Test func aKeyReadsEachFieldAtMostOnceAndAMoveAtMostTwice() {
        let fields = phone.fields(100)
        let storage = ValueStorage<Int>()
        let number = NumberInput(fields[0], storage.bound, .style(.number))
        let order = FocusOrder(fields, skipping: [counting])
        fields[0].tap()
        evaluations.count = 0
        phone.keyboard.type("x")
        #expect(evaluations.count == 100)
        evaluations.count = 0
        #expect(order.moveToNext())
        #expect(evaluations.count == 200)
        withExtendedLifetime(number) {}
    }

    @Test func fieldsThatAreAddedOneByOneAreReadTogether() async {
        let fields = phone.fields(100)
        let order = FocusOrder([fields[0]], skipping: [counting])
        fields[0].tap()
        evaluations.count = 0
        for field in fields.dropFirst() { order.add(field) }
        #expect(evaluations.count == 0)
        await Task { @MainActor in }.value
        #expect(evaluations.count == 100)
        #expect(fields[0].returnKeyType == .next)
    }

    @Test func containersThatContainEachOtherAreReadOnce() {
        let fields = phone.fields(100)
        var containers: [SimulatedContainer] = []
        for index in 0..<10 {
            let own = fields[(index * 10)..<(index * 10 + 10)].map { $0 as any FormElement }
            containers.append(SimulatedContainer(own + containers, isFocusGroup: index % 2 == 0))
        }
        let order = FocusOrder(fields, skipping: [counting])
        evaluations.count = 0
        order.add(containers[9])
        #expect(evaluations.count == 100)
        #expect(order.fields.count == 100)
    }
}

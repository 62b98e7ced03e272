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

    /// A container that counts the reads of its elements.
    private final class CountedContainer: FormContainer {
        let formState = FormElementState()
        let isHidden = false
        let isFocusGroup: Bool
        let elements: [any FormElement]
        private let reads: EvaluationCount

        init(_ elements: [any FormElement], isFocusGroup: Bool, _ reads: EvaluationCount) {
            self.elements = elements
            self.isFocusGroup = isFocusGroup
            self.reads = reads
        }

        var formElements: [any FormElement] {
            reads.count += 1
            return elements
        }
    }

    @Test func fieldsAddedByThemselvesAndInNestedGroupsAreArrangedInLinearWork() {
        let (evaluations, reads) = (EvaluationCount(), EvaluationCount())
        let fields = phone.fields(10_000)
        var container: CountedContainer?
        var containers: [CountedContainer] = []
        for index in 0..<100 {
            let own = fields[(index * 100)..<(index * 100 + 100)].map { $0 as any FormElement }
            let new = CountedContainer(own + [container].compactMap { $0 }, isFocusGroup: index % 2 == 0, reads)
            containers.append(new)
            container = new
        }
        let order = FocusOrder(fields)
        order.skipping = [
            .when { _ in
                evaluations.count += 1
                return false
            }
        ]
        reads.count = 0
        order.add(containers[99])
        #expect(order.fields.count == 10_000)
        #expect(reads.count == 100)
        #expect(evaluations.count == 10_000)
        fields[0].tap()
        evaluations.count = 0
        phone.keyboard.type("x")
        #expect(evaluations.count <= 3)
        evaluations.count = 0
        #expect(order.moveToNext())
        #expect(evaluations.count <= 4)
        #expect(reads.count == 100)
    }

    /// A field that counts the looks at its state.
    private final class CountedField: FormChangeable {
        private let state = FormElementState(center: NotificationCenter())
        private let looks: EvaluationCount
        var text = ""
        let isHidden = false
        let isEnabled = true
        let isMultiLine = false
        let isFirstResponder = false

        init(_ looks: EvaluationCount) { self.looks = looks }

        var formState: FormElementState {
            looks.count += 1
            return state
        }

        func becomeFirstResponder() -> Bool { false }
        func resignFirstResponder() -> Bool { true }
    }

    @Test func theLooksOfAnArrangementGrowLinearly() {
        func looks(_ count: Int) -> Int {
            let (looks, reads) = (EvaluationCount(), EvaluationCount())
            let fields = (0..<count).map { _ in CountedField(looks) }
            var containers: [CountedContainer] = []
            for part in 0..<100 {
                let own = fields[(part * count / 100)..<((part + 1) * count / 100)].map { $0 as any FormElement }
                let inner = containers.last.map { [$0 as any FormElement] } ?? []
                containers.append(CountedContainer(own + inner, isFocusGroup: part % 3 == 0, reads))
            }
            let order = FocusOrder(fields)
            order.keepFocus(within: Array(fields.prefix(count / 2)))
            order.add(containers[99])
            #expect(order.fields.count == count)
            return looks.count
        }
        let (few, many) = (looks(1_000), looks(10_000))
        #expect(many <= 10 * few + 1_000, "\(few) and \(many) looks")
    }

    @Test func aFrameThatIsNotFiniteDoesNotArrangeTheFieldsAtEachKey() {
        let evaluations = EvaluationCount()
        let fields = phone.fields(100)
        for field in fields { field.frame.origin.y = .nan }
        let order = FocusOrder(fields, sorting: .byPosition())
        order.skipping = [
            .when { _ in
                evaluations.count += 1
                return false
            }
        ]
        fields[0].tap()
        #expect(order.canMoveToNext)
        evaluations.count = 0
        phone.keyboard.type("x")
        #expect(order.canMoveToNext)
        #expect(evaluations.count <= 3)
    }

    @Test func theLooksOfLinksIntoOneFieldGrowLinearly() {
        func looks(_ count: Int) -> Int {
            let looks = EvaluationCount()
            let target = CountedField(looks)
            let sources = (0..<count).map { _ in CountedField(EvaluationCount()) }
            for source in sources { source.nextForm = target }
            for source in sources { source.nextForm = source }
            for source in sources { source.nextForm = target }
            for source in sources { [source, target].registerNextForm() }
            return looks.count
        }
        let (few, many) = (looks(100), looks(1_000))
        #expect(many <= 10 * few + 100, "\(few) and \(many) looks")
    }
}

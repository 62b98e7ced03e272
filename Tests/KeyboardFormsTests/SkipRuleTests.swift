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
        order.moveToNext()
        return fields.firstIndex { $0.isFirstResponder }
    }

    @Test func hiddenFieldsAreSkipped() {
        #expect(reached(skipping: [.hidden]) { $1.isHidden = true } == 4)
        #expect(reached(skipping: [.hidden]) { $1.opacity = 0.005 } == 4)
        #expect(reached(skipping: [.hidden]) { $1.opacity = 0.01 } == 1)
        #expect(reached(skipping: []) { $1.isHidden = true } == 1)
    }

    @Test func disabledFieldsAreSkipped() {
        #expect(reached(skipping: [.disabled]) { $1.isEnabled = false } == 4)
    }

    @Test func refusingFieldsAreSkipped() {
        #expect(reached(skipping: [.refusing]) { $1.canBecomeFirstResponder = false } == 4)
        #expect(reached(skipping: []) { $1.canBecomeFirstResponder = false } == 0)
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
        #expect(!order.canMoveToNext)
        isOpen = true
        order.formDidChange()
        #expect(order.canMoveToNext)
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
        #expect(order.moveToNext())
        #expect(c.isFirstResponder)

        for rules in [[.filled], [.hidden, .disabled]] as [[FocusOrder.SkipRule]] {
            order.skipping = rules
            a.tap()
            #expect(!order.moveToNext())
            #expect(a.isFirstResponder)
        }

        requests = []
        let round = FocusOrder([a, refusing[0], refusing[1], refusing[2]], end: .wrap)
        a.tap()
        #expect(!round.moveToNext())
        #expect(requests == [0, 1, 2])
        #expect(a.isFirstResponder)
    }

    @Test func aSkipRuleMayAskItsOrderForNeighbors() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        order.skipping = [
            .when { [weak order] field in
                _ = order?.next(after: field)
                return false
            }
        ]
        fields[0].tap()
        fields[1].text = "x"
        #expect(order.moveToNext())
        #expect(fields[1].isFirstResponder)
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
        #expect(order.moveToNext())
        #expect(fields[1].isFirstResponder)
    }

    @Test func aSkipRuleReadsThePreviousArrangementWhileTheFieldsAreArranged() {
        let fields = phone.fields(3)
        let order = FocusOrder(fields)
        fields[0].tap()
        #expect(order.canMoveToNext)
        var answers: [Bool] = []
        order.skipping = [
            .when { [weak order] field in
                guard let order, field === fields[2] else { return false }
                answers += [order.next(after: fields[0]) === fields[1], order.canMoveToNext]
                return false
            }
        ]
        #expect(order.canMoveToNext)
        answers = []
        order.formDidChange()
        #expect(order.canMoveToNext)
        #expect(answers == [true, true])
    }

    private final class Section {
        var isCollapsed = false
    }

    /// Creates fields, and puts the fields from index `first` into a section that does not report when it collapses.
    private func fields(_ count: Int, in section: Section, first: Int) -> [WindowField] {
        let fields = FieldWindow().fields(count)
        for field in fields.dropFirst(first) {
            field.formState.providers.isHiddenByAncestor = { section.isCollapsed }
        }
        return fields
    }

    @Test func theLastFieldIsTheLastOneThatIsNotSkippedNow() {
        let section = Section()
        let fields = fields(4, in: section, first: 2)
        var count = 0
        let order = FocusOrder(fields, end: .submit { count += 1 })
        order.keepFocus(within: [fields[3]])
        #expect(order.fields.count == 4)
        section.isCollapsed = true
        _ = fields[1].becomeFirstResponder()
        #expect(fields[1].shownReturnKeyType == .go)
        #expect(fields[1].fieldReturnKeyTapped())
        #expect(count == 1)
    }

    @Test func readersAgreeOnAFieldThatIsHiddenAndShownWithoutAReport() async {
        let section = Section()
        let fields = fields(2, in: section, first: 1)
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        #expect(order.next(after: fields[0]) === fields[1])
        func expectNext(_ isExpected: Bool) {
            #expect(order.canMoveToNext == isExpected)
            #expect((order.next(after: fields[0]) != nil) == isExpected)
            #expect(fields[0].shownReturnKeyType == (isExpected ? .next : .done))
        }
        var count = 0
        order.onChange = { count += 1 }
        section.isCollapsed = true
        #expect(order.next(after: fields[0]) == nil)
        await Task { @MainActor in }.value
        expectNext(false)
        #expect(count == 1)
        section.isCollapsed = false
        fields[0].fieldDidChange()
        expectNext(true)
        #expect(fields[0].fieldReturnKeyTapped())
        #expect(fields[1].isFirstResponder)
    }
}

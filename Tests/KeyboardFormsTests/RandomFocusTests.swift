import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Random walks through a form, compared with a naive model that looks at all fields at each step.
@MainActor
struct RandomFocusTests {
    @MainActor
    private final class Walk {
        let phone = SimulatedPhone()
        let fields: [SimulatedTextField]
        let containers: [SimulatedContainer]
        let navigator: TextFieldNavigator
        /// A second form of the same fields, without a bar.
        let other: FocusOrder
        var submitCount = 0

        // The model.
        var members: [Int] = []
        var groups: [Int: Int] = [:]
        var nextGroup = 0
        var focused: Int?
        var expectedSubmitCount = 0
        var wraps = false
        var submits = false
        var skipsFilled = false

        var order: FocusOrder { navigator.order }

        init() {
            fields = (0..<7).map { [phone] _ in phone.field() }
            containers = [SimulatedContainer([fields[1], fields[2]]), SimulatedContainer([fields[4]])]
            members = Array(0..<5)
            navigator = TextFieldNavigator(FocusOrder(Array(fields.prefix(5))))
            other = FocusOrder(fields.reversed())
        }

        func isSkipped(_ index: Int) -> Bool {
            let field = fields[index]
            let isHidden =
                field.isHidden
                || containers.contains { container in
                    container.isHidden && container.formElements.contains { $0 === field }
                }
            return isHidden || !field.isEnabled || field.opacity < 0.01 || (skipsFilled && !field.text.isEmpty)
        }

        func neighbor(of index: Int, _ step: Int) -> Int? {
            guard let start = members.firstIndex(of: index) else { return nil }
            var position = start
            for _ in members {
                position += step
                if !members.indices.contains(position) {
                    guard wraps else { return nil }
                    position = step > 0 ? 0 : members.count - 1
                }
                if position == start { return nil }
                let candidate = members[position]
                if groups[candidate] == groups[index], !isSkipped(candidate) { return candidate }
            }
            return nil
        }

        /// Whether all later fields are skipped, in all groups.
        func isLast(_ index: Int) -> Bool {
            guard let start = members.firstIndex(of: index) else { return false }
            return members[(start + 1)...].allSatisfy(isSkipped)
        }

        func move(_ step: Int) {
            guard let index = focused, members.contains(index) else { return }
            focused = neighbor(of: index, step) ?? focused
        }

        func step(_ random: inout SeededRandom) -> String {
            let index = Int.random(in: fields.indices, using: &random)
            let field = fields[index]
            switch Int.random(in: 0..<17, using: &random) {
            case 0, 1:
                let canTap = !field.isHidden && !field.isHiddenByAncestor && field.opacity >= 0.01 && field.isEnabled
                if canTap { focused = index }
                // A second tap on the focused field changes nothing.
                field.tap()
                return "tap \(index)"
            case 2, 3:
                move(1)
                order.moveToNext()
                return "next"
            case 4, 5:
                move(-1)
                order.moveToPrevious()
                return "previous"
            case 6, 7: return tapReturn()
            case 8:
                field.isHidden.toggle()
                return "hide \(index)"
            case 9:
                field.isEnabled.toggle()
                return "enable \(index)"
            case 10:
                field.text = field.text.isEmpty ? "filled" : ""
                return "fill \(index)"
            case 11:
                containers[index % 2].isHidden.toggle()
                return "hide a container"
            case 12:
                let group = fields.indices.filter { _ in Bool.random(using: &random) && members.contains(index) }
                    .filter(members.contains)
                nextGroup += 1
                for member in group { groups[member] = nextGroup }
                order.keepFocus(within: group.map { fields[$0] })
                return "keep \(group)"
            case 13:
                groups[index] = nil
                order.stopKeepingFocus(within: [field])
                return "stop keeping \(index)"
            case 14:
                if members.contains(index) {
                    members.removeAll { $0 == index }
                    groups[index] = nil
                    order.remove(field)
                } else {
                    members.append(index)
                    order.add(field)
                    // Without this call, the order reads an added field a little later.
                    order.formDidChange()
                }
                return "add or remove \(index)"
            case 15:
                (wraps, submits) =
                    [(false, false), (true, false), (false, true)].randomElement(using: &random) ?? (false, false)
                order.end = wraps ? .wrap : submits ? .submit { [weak self] in self?.submitCount += 1 } : .stop
                return "end"
            default:
                skipsFilled.toggle()
                order.skipping = skipsFilled ? [.unavailable, .filled] : [.unavailable]
                return "skip"
            }
        }

        private func tapReturn() -> String {
            guard let index = focused, fields[index].isEnabled else { return "return without a field" }
            if members.contains(index) {
                if let next = neighbor(of: index, 1) {
                    focused = next
                } else {
                    if submits, isLast(index) { expectedSubmitCount += 1 }
                    focused = nil
                }
            } else {
                // The field is only in the second form, so the second form handles the key.
                focused = (0..<index).reversed().first { candidate in
                    let field = fields[candidate]
                    return !field.isHidden && !field.isHiddenByAncestor && field.opacity >= 0.01 && field.isEnabled
                }
            }
            phone.keyboard.type("\n")
            return "return"
        }

        var difference: String? {
            let real = fields.firstIndex { $0.isFirstResponder }
            if real != focused { return "focus \(real.map(String.init) ?? "-")" }
            if submitCount != expectedSubmitCount { return "submitted \(submitCount)" }
            let member = focused.flatMap { members.contains($0) ? $0 : nil }
            if order.focusedField !== member.map({ fields[$0] }) { return "focused field" }
            if other.focusedField !== focused.map({ fields[$0] }) { return "focused field of the other form" }
            if order.canMoveToNext != (member.flatMap { neighbor(of: $0, 1) } != nil) { return "can move to next" }
            if order.canMoveToPrevious != (member.flatMap { neighbor(of: $0, -1) } != nil) {
                return "can move to previous"
            }
            if let member {
                let type: ReturnKeyType =
                    neighbor(of: member, 1) != nil ? .next : submits && isLast(member) ? .go : .done
                if fields[member].returnKeyType != type { return "return key \(fields[member].returnKeyType)" }
            }
            for index in fields.indices where (fields[index].inputAccessory === navigator) != (index == member) {
                return "bar of \(index)"
            }
            return nil
        }
    }

    /// Runs 1,000 walks if the environment has `KEYBOARD_OBSERVATION_FULL`, and 10 walks otherwise.
    @Test func randomWalksAgreeWithANaiveModel() {
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 1_000)) {
            var random = SeededRandom(seed: seed)
            let walk = Walk()
            var story: [String] = []
            for _ in 0..<60 {
                story.append(walk.step(&random))
                guard let difference = walk.difference else { continue }
                Issue.record(
                    "seed \(seed): \(difference), expected \(walk.focused.map(String.init) ?? "-"), after \(story)"
                )
                return
            }
        }
    }
}

import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Random walks through a form, compared with a model that calls no function of the library.
///
/// Fields are hidden, filled, linked, removed and added; some refuse the focus, and some keep it.
@MainActor
struct RandomFocusTests {
    /// A form of two containers with the fields 1, 2 and 4, and of the other fields.
    private struct Form {
        enum Element: Equatable { case field(Int), container(Int) }
        struct Row {
            var field: Int
            var isHidden: Bool
            var group: Int
        }

        static let contents = [[1, 2], [4]]
        var elements: [Element] = [.field(0), .container(0), .field(3), .container(1), .field(5)]
        var isHidden = [false, false], isGroup = [false, false]
        var hidden: Set<Int> = [], filled: Set<Int> = [], refusing: Set<Int> = [], keeping: Set<Int> = []
        var links: [Int: Int] = [:]
        var wraps = false, submits = false, skipsFilled = false

        var rows: [Row] {
            elements.flatMap { element in
                switch element {
                case .field(let field): [Row(field: field, isHidden: false, group: -1)]
                case .container(let number):
                    Self.contents[number].map {
                        Row(field: $0, isHidden: isHidden[number], group: isGroup[number] ? number : -1)
                    }
                }
            }
        }

        func isSkipped(_ row: Row) -> Bool {
            row.isHidden || hidden.contains(row.field) || skipsFilled && filled.contains(row.field)
        }

        /// The fields that are offered the focus, in the order of the offers.
        func offers(from start: Int, _ step: Int) -> [Int] {
            let rows = rows
            guard let position = rows.firstIndex(where: { $0.field == start }) else { return [] }
            let (before, after) = (Array(rows[..<position]), Array(rows[(position + 1)...]))
            let path =
                step > 0 ? after + (wraps ? before : []) : before.reversed() + (wraps ? Array(after.reversed()) : [])
            return path.filter { !isSkipped($0) && $0.group == rows[position].group }.map(\.field)
        }

        func submits(after field: Int) -> Bool {
            let rows = rows
            guard submits, let position = rows.firstIndex(where: { $0.field == field }) else { return false }
            return rows[(position + 1)...].allSatisfy(isSkipped)
        }

        func firstOffers(from focused: Int?) -> [Int] {
            let group = rows.first { $0.field == focused }?.group
            return rows.filter { (group == nil || $0.group == group) && !isSkipped($0) }.map(\.field)
        }

        func linkOffers(from start: Int) -> [Int] {
            var chain = [start]
            while let next = links[chain[chain.count - 1]], !chain.contains(next) { chain.append(next) }
            return chain.dropFirst().filter { !hidden.contains($0) }
        }

        /// The field that has the focus after the offers.
        func focus(_ focused: Int?, offeredTo fields: [Int]) -> Int? {
            for field in fields {
                if field == focused { return focused }
                if let focused, keeping.contains(focused) { return focused }
                if !refusing.contains(field) { return field }
            }
            return focused
        }
    }

    @MainActor
    private final class Walk {
        let window = FieldWindow()
        let fields: [WindowField]
        let containers: [SimulatedContainer]
        let navigator: TextFieldNavigator
        /// A second form of the same fields, without a bar.
        let other: FocusOrder
        var form = Form()
        /// The model of the second form.
        var otherForm: Form {
            var other = Form()
            (other.hidden, other.refusing, other.keeping) = (form.hidden, form.refusing, form.keeping)
            other.elements = fields.indices.reversed().map(Form.Element.field)
            return other
        }
        var focused: Int?
        var submitCount = 0, expectedSubmitCount = 0
        var order: FocusOrder { navigator.order }

        init() {
            fields = window.fields(7)
            containers = Form.contents.map { [fields] in SimulatedContainer($0.map { fields[$0] }) }
            navigator = TextFieldNavigator(
                FocusOrder([fields[0], containers[0], fields[3], containers[1], fields[5]] as [any FormElement])
            )
            other = FocusOrder(fields.reversed())
            for (index, field) in fields.enumerated() {
                field.shouldEndEditing = { [weak self] in self?.form.keeping.contains(index) != true }
            }
        }

        func isMember(_ field: Int?) -> Bool { form.rows.contains { $0.field == field } }

        /// The form that moves the focus from a field.
        func leadingForm(of field: Int) -> Form { isMember(field) ? form : otherForm }

        func step(_ random: inout SeededRandom) -> String {
            let index = Int.random(in: fields.indices, using: &random)
            let field = fields[index]
            switch Int.random(in: 0..<18, using: &random) {
            case 0, 1:
                focused = form.focus(focused, offeredTo: [index])
                _ = field.becomeFirstResponder()
                return "click \(index)"
            case 2, 3, 4:
                let step = index < 4 ? 1 : -1
                if let focused, isMember(focused) {
                    self.focused = form.focus(focused, offeredTo: form.offers(from: focused, step))
                }
                order.moveFocus(step > 0 ? .next : .previous)
                return "move \(step)"
            case 5, 6: return tapReturn()
            case 7:
                guard let focused else { return "tab without a field" }
                let offers = leadingForm(of: focused).offers(from: focused, 1)
                self.focused = form.focus(focused, offeredTo: offers)
                #expect(fields[focused].moveFocus(.next) == !offers.isEmpty)
                return "tab"
            case 8:
                let member = focused.flatMap { isMember($0) ? $0 : nil }
                let offers = form.firstOffers(from: member)
                // A field of the other form does not keep the focus from this one.
                focused =
                    member == nil && focused.map(form.keeping.contains) == true
                    ? focused : form.focus(member, offeredTo: offers) ?? focused
                order.moveToFirst()
                return "first"
            case 9:
                field.isSetHidden.toggle()
                form.hidden.formSymmetricDifference([index])
                field.fieldDidChange()
                return "hide \(index)"
            case 10:
                field.text = field.text.isEmpty ? "filled" : ""
                form.filled.formSymmetricDifference([index])
                field.fieldDidChange()
                return "fill \(index)"
            case 11:
                field.refusesFocus.toggle()
                form.refusing.formSymmetricDifference([index])
                return "refuse \(index)"
            case 12:
                form.keeping.formSymmetricDifference([index])
                field.resigning = form.keeping.contains(index) ? (false, false) : (true, true)
                return "keep \(index)"
            case 13:
                form.isHidden[index % 2].toggle()
                containers[index % 2].isHidden.toggle()
                return "hide container \(index % 2)"
            case 14:
                form.isGroup[index % 2].toggle()
                containers[index % 2].isFocusGroup.toggle()
                return "group \(index % 2)"
            case 15:
                guard !Form.contents.joined().contains(index) else { return "nothing" }
                if isMember(index) {
                    form.elements.removeAll { $0 == .field(index) }
                    order.remove(field)
                } else {
                    form.elements.append(.field(index))
                    order.add(field)
                }
                return "add or remove \(index)"
            case 16:
                let next = Int.random(in: 0..<14, using: &random)
                form.links[index] = next < 7 ? next : nil
                field.nextForm = next < 7 ? fields[next] : nil
                return "link \(index) \(next)"
            default:
                (form.wraps, form.submits) =
                    [(false, false), (true, false), (false, true)].randomElement(using: &random) ?? (false, false)
                form.skipsFilled.toggle()
                order.end =
                    form.wraps ? .wrap : form.submits ? .submit { [weak self] in self?.submitCount += 1 } : .stop
                order.skipping = form.skipsFilled ? [.unavailable, .filled] : [.unavailable]
                return "wraps \(form.wraps), submits \(form.submits), filled \(form.skipsFilled)"
            }
        }

        private func tapReturn() -> String {
            guard let start = focused else { return "return without a field" }
            let isKept = form.keeping.contains(start)
            if form.links[start] != nil {
                focused = form.focus(start, offeredTo: form.linkOffers(from: start))
                if focused == start, !isKept { focused = nil }
            } else {
                let leading = leadingForm(of: start)
                let offers = leading.offers(from: start, 1)
                focused = form.focus(start, offeredTo: offers)
                if offers.isEmpty, !isKept {
                    if leading.submits(after: start) { expectedSubmitCount += 1 }
                    focused = nil
                }
            }
            #expect(fields[start].fieldReturnKeyTapped())
            return "return"
        }

        var difference: String? {
            let real = fields.firstIndex { $0.isFirstResponder }
            if real != focused { return "focus \(real.map(String.init) ?? "-")" }
            if submitCount != expectedSubmitCount { return "submitted \(submitCount)" }
            let member = focused.flatMap { isMember($0) ? $0 : nil }
            if order.focusedField !== member.map({ fields[$0] }) { return "focused field" }
            if other.focusedField !== focused.map({ fields[$0] }) { return "focused field of the other form" }
            for (step, direction) in [(1, FocusDirection.next), (-1, .previous)] {
                let canMove = member.map { !form.offers(from: $0, step).isEmpty } ?? false
                if order.canMoveFocus(direction) != canMove { return "can move \(direction)" }
            }
            if let focused {
                let leading = leadingForm(of: focused)
                let type: ReturnKeyType =
                    form.links[focused] != nil
                    ? .default
                    : leading.offers(from: focused, 1).isEmpty ? leading.submits(after: focused) ? .go : .done : .next
                if fields[focused].shownReturnKeyType != type { return "key \(fields[focused].shownReturnKeyType)" }
            }
            for index in fields.indices where fields[index].showsAccessory != (index == member) {
                return "bar of \(index)"
            }
            return nil
        }
    }

    /// Runs 50,000 walks if the environment has `KEYBOARD_OBSERVATION_FULL`, and 500 walks otherwise.
    @Test func randomWalksAgreeWithAPureModel() {
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 50_000)) {
            var random = SeededRandom(seed: seed)
            let walk = Walk()
            var story: [String] = []
            for _ in 0..<40 {
                story.append(walk.step(&random))
                guard let difference = walk.difference else { continue }
                let expected = walk.focused.map(String.init) ?? "-"
                Issue.record("seed \(seed): \(difference), expected focus \(expected), after \(story)")
                return
            }
        }
    }
}

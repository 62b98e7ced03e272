import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Random walks through forms of unusual widgets, compared with a pure function of the form.
///
/// The widgets refuse the focus or keep it, and report late or not at all. Widgets join and leave the form, and some
/// leave the form during a move.
@MainActor
struct RandomWidgetTests {
    /// The model of a form, which calls no functions of the library.
    private struct Form {
        var members: [Int]
        var links: [Int: Int] = [:]
        var hidden: Set<Int> = []
        var refusing: Set<Int> = []
        var keeping: Set<Int> = []
        var group: Set<Int> = []
        var wraps = false
        var isLinked = false

        /// The fields in order.
        var order: [Int] {
            guard isLinked, let first = members.first else { return isLinked ? [] : members }
            var chain = [first]
            while let next = links[chain[chain.count - 1]], !chain.contains(next) { chain.append(next) }
            return chain
        }

        /// The fields that the focus can be offered to, in the order of the offers.
        func candidates(from start: Int, _ step: Int) -> [Int] {
            guard let position = order.firstIndex(of: start) else { return [] }
            let (before, after) = (Array(order[..<position]), Array(order[(position + 1)...]))
            let path =
                step > 0 ? after + (wraps ? before : []) : before.reversed() + (wraps ? Array(after.reversed()) : [])
            return path.filter { !hidden.contains($0) && group.contains($0) == group.contains(start) }
        }

        /// The field that has the focus after a move.
        func focus(after start: Int, _ step: Int) -> Int {
            if keeping.contains(start) { return start }
            return candidates(from: start, step).first { !refusing.contains($0) } ?? start
        }

        /// Whether a link leads to the field or away from it.
        func isLink(_ field: Int) -> Bool {
            links[field] != nil || links.values.contains(field)
        }

        /// The field that has the focus after a tap on return in a field that has links and is not in the order.
        func focus(alongLinksFrom start: Int) -> Int? {
            var visited = [start]
            while let next = links[visited[visited.count - 1]], !visited.contains(next) {
                if !hidden.contains(next), !refusing.contains(next) { return next }
                visited.append(next)
            }
            return nil
        }

        /// The field that has the focus after a move to the first field.
        func first(from focused: Int?) -> Int? {
            let candidates = order.filter { field in
                !hidden.contains(field) && (focused.map { group.contains($0) == group.contains(field) } ?? true)
            }
            if let focused, candidates.first == focused || keeping.contains(focused) { return focused }
            for candidate in candidates {
                if candidate == focused { return focused }
                if !refusing.contains(candidate) { return candidate }
            }
            return focused
        }
    }

    @MainActor
    private final class Walk {
        let window = FieldWindow()
        let fields: [WindowField]
        let order: FocusOrder
        var form: Form
        var focused: Int?
        /// The field that leaves the order when the focus moves.
        var leaving: Int?
        /// The number of comparisons.
        ///
        /// The short test checks the field after another field at each comparison, and the full test after all fields.
        private var checkCount = 0

        init(_ random: inout SeededRandom) {
            fields = window.fields(6)
            form = Form(members: [0, 1, 2, 3])
            form.isLinked = Bool.random(using: &random)
            if form.isLinked {
                form.members = [0]
                form.links = [0: 1, 1: 2, 2: 3]
                Array(fields[0...3]).registerNextForm()
                order = FocusOrder(linkedFrom: fields[0])
            } else {
                order = FocusOrder(Array(fields[0...3]))
            }
            for index in fields.indices {
                fields[index].reportsFocus = Int.random(in: 0..<4, using: &random) > 0
                fields[index].formState.providers.canResignFirstResponder = { [weak self] in
                    self?.leave()
                    return self?.form.keeping.contains(index) != true
                }
            }
        }

        /// Removes a field from the order during a move.
        private func leave() {
            guard let leaving else { return }
            self.leaving = nil
            form.members.removeAll { $0 == leaving }
            form.group.remove(leaving)
            order.remove(fields[leaving])
        }

        func step(_ random: inout SeededRandom) -> String {
            let index = Int.random(in: fields.indices, using: &random)
            switch Int.random(in: 0..<16, using: &random) {
            case 0, 1:
                if !form.refusing.contains(index) { focused = index }
                _ = fields[index].becomeFirstResponder()
                return "click \(index)"
            case 2, 3, 4: return move(1, index, &random)
            case 5, 6: return move(-1, index, &random)
            case 7:
                focused = form.first(from: focusInOrder) ?? focused
                order.moveToFirst()
                return "first"
            case 8:
                fields[index].isSetHidden.toggle()
                form.hidden.formSymmetricDifference([index])
                if Bool.random(using: &random) { fields[index].fieldDidChange() }
                return "hide \(index)"
            case 9:
                fields[index].refusesFocus.toggle()
                form.refusing.formSymmetricDifference([index])
                return "refuse \(index)"
            case 10:
                form.keeping.formSymmetricDifference([index])
                return "keep \(index)"
            case 11:
                form.group = Set(fields.indices.filter { _ in Bool.random(using: &random) })
                order.stopKeepingFocus(within: fields)
                order.keepFocus(within: form.group.map { fields[$0] })
                return "group \(form.group.sorted())"
            case 12:
                form.wraps.toggle()
                order.end = form.wraps ? .wrap : .stop
                return "wrap"
            case 13: return addOrRemove(index)
            case 14:
                // This report is late, or repeats an earlier report.
                fields[index].fieldDidBeginEditing()
                return "report \(index)"
            default:
                guard let focused else { return "return without a focus" }
                let isInOrder = form.order.contains(focused)
                let next = form.focus(after: focused, 1)
                let isAtEnd = form.candidates(from: focused, 1).isEmpty
                if isInOrder, !form.keeping.contains(focused) { self.focused = isAtEnd ? nil : next }
                if !isInOrder, form.isLink(focused), !form.keeping.contains(focused) {
                    self.focused = form.focus(alongLinksFrom: focused)
                }
                _ = fields[focused].fieldReturnKeyTapped()
                return "return"
            }
        }

        private var focusInOrder: Int? {
            focused.flatMap { form.order.contains($0) ? $0 : nil }
        }

        private func move(_ step: Int, _ index: Int, _ random: inout SeededRandom) -> String {
            if !form.isLinked, Int.random(in: 0..<4, using: &random) == 0, let focusInOrder,
                form.members.contains(index), index != focusInOrder,
                !form.candidates(from: focusInOrder, step).isEmpty
            {
                // The field leaves the order when the order asks whether the focused field gives up the focus. At this
                // time, the order has not offered the focus to another field.
                leaving = index
            }
            let isLeaving = leaving != nil
            if let start = focusInOrder {
                var left = form
                // The order first asks the focused field, and then reads the fields.
                left.members.removeAll { $0 == leaving }
                focused = left.focus(after: start, step)
            }
            if step > 0 { order.moveToNext() } else { order.moveToPrevious() }
            leaving = nil
            return "\(step > 0 ? "next" : "previous")\(isLeaving ? ", \(index) leaves" : "")"
        }

        private func addOrRemove(_ index: Int) -> String {
            guard !form.isLinked else {
                form.links[index] = (index + 1) % 6
                fields[index].nextForm = fields[(index + 1) % 6]
                return "link \(index)"
            }
            if form.members.contains(index) {
                form.members.removeAll { $0 == index }
                form.group.remove(index)
                order.remove(fields[index])
                return "remove \(index)"
            }
            form.members.append(index)
            order.add(fields[index])
            return "add \(index)"
        }

        var difference: String? {
            let real = fields.firstIndex { $0.isFirstResponder }
            if real != focused { return "the focus is \(real.map(String.init) ?? "-")" }
            let expected = form.order
            let fields = order.fields.compactMap { field in self.fields.firstIndex { $0 === field } }
            if fields != expected { return "the fields are \(fields), expected \(expected)" }
            checkCount += 1
            for field in RandomTestSize.isFull ? expected[...] : expected.dropFirst(checkCount % 6).prefix(1) {
                let next = order.next(after: self.fields[field])
                let model = form.candidates(from: field, 1).first
                if next !== model.map({ self.fields[$0] }) { return "the field after \(field)" }
            }
            if let focused, self.fields[focused].reportsFocus {
                let isMember = expected.contains(focused)
                if (order.focusedField === self.fields[focused]) != isMember { return "the focused field" }
            }
            return nil
        }
    }

    /// Runs 10,000 walks if the environment has `KEYBOARD_OBSERVATION_FULL`, and 150 walks otherwise.
    @Test func randomWalksOfWidgetsWithHabitsAgreeWithAPureFunction() {
        for seed in RandomTestSize.seeds(RandomTestSize.isFull ? 10_000 : 150) {
            guard let failure = failure(seed: seed, steps: 40) else { continue }
            // This search finds the smallest number of steps with which the walk fails.
            let steps = (1...40).first { self.failure(seed: seed, steps: $0) != nil } ?? 40
            Issue.record("seed \(seed), \(steps) steps: \(failure)")
            return
        }
    }

    private func failure(seed: UInt64, steps: Int) -> String? {
        var random = SeededRandom(seed: seed)
        let walk = Walk(&random)
        var story: [String] = []
        for _ in 0..<steps {
            story.append(walk.step(&random))
            if let difference = walk.difference {
                return "\(difference), expected \(walk.focused.map(String.init) ?? "-"), after \(story)"
            }
        }
        return nil
    }
}

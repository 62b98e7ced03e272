import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A walk of a keyboard, the focus, the content and a person who scrolls, and what is wrong after one of its steps.
struct AvoidanceWalk: CustomStringConvertible {
    enum Step: Hashable {
        case show(height: Int)
        case hide
        /// The focus moves to a field with this upper edge, or is lost.
        case focus(Int?)
        /// The field and the content grow by lines, and the caret is in the last one.
        case grow(lines: Int)
        /// The content grows above the field.
        case insert(height: Int)
        /// A person scrolls to a part of the range, in percent.
        case scroll(percent: Int)
        case layout
        case frames(Int)
        case settle
    }

    var offset: Int
    var steps: [Step]

    init(seed: UInt64, length: Int) {
        var random = SeededRandom(seed: seed)
        offset = Int.random(in: 0...900, using: &random)
        steps = (0..<length).map { _ in
            switch Int.random(in: 0..<16, using: &random) {
            case 0...2: .show(height: [216, 291, 336, 500].randomElement(using: &random) ?? 291)
            case 3, 4: .hide
            case 5, 6: .focus(Int.random(in: 0..<20, using: &random))
            case 7: .focus(nil)
            case 8: .grow(lines: Int.random(in: 1...12, using: &random))
            case 9: .insert(height: Int.random(in: 1...200, using: &random))
            case 10: .scroll(percent: Int.random(in: 0...100, using: &random))
            case 11: .layout
            case 12, 13: .frames(Int.random(in: 1...20, using: &random))
            default: .settle
            }
        }
    }

    var description: String {
        "offset \(offset), " + steps.map { "\($0)" }.joined(separator: ", ")
    }

    /// Returns a walk that still fails, and from which no step can be removed.
    @MainActor
    func shrunk() -> AvoidanceWalk {
        var best = self
        var index = 0
        while index < best.steps.count {
            var shorter = best
            shorter.steps.remove(at: index)
            if AvoidanceWalkRun(shorter).failure != nil {
                (best, index) = (shorter, 0)
            } else {
                index += 1
            }
        }
        return best
    }
}

/// One run of a walk, judged by a model that shares no code with the library.
@MainActor
struct AvoidanceWalkRun {
    /// The first thing that was wrong; `nil` if nothing was.
    private(set) var failure: String?

    private let fixture: AvoidanceFixture
    /// The field that has the focus, and the one that had it last.
    private var focused: Int?
    private var lastFocused: Int?
    private var tops: [Int: CGFloat] = [:]
    private var heights: [Int: CGFloat] = [:]
    /// The offset that a hide restores, and the field that had the focus at that time; `nil` at rest.
    private var base: (offset: CGFloat, field: Int?)?
    /// Whether a person has scrolled since the focus or the text changed.
    private var isScrolled = false

    init(_ walk: AvoidanceWalk) {
        fixture = AvoidanceFixture()
        fixture.pane.offset = CGFloat(walk.offset)
        for (number, step) in walk.steps.enumerated() {
            perform(step)
            if let failure {
                self.failure = "step \(number) (\(step)): \(failure)"
                return
            }
        }
        perform(.hide)
        perform(.settle)
    }

    private var pane: TestPane { fixture.pane }

    private mutating func perform(_ step: AvoidanceWalk.Step) {
        switch step {
        case .show(let height):
            if base == nil { base = (pane.offset, focused) }
            fixture.keyboard.show(.custom(height: CGFloat(height)))
        case .hide:
            fixture.keyboard.hide()
        case .focus(let number):
            let isMove = number != focused
            focused = number
            if let number {
                if isMove { isScrolled = false }
                lastFocused = number
                if base != nil, base?.field == nil { base?.field = number }
            }
            reportFocus()
        case .grow(let lines):
            guard let focused else { return }
            pane.layout.contentHeight += 20 * CGFloat(lines)
            heights[focused, default: 40] += 20 * CGFloat(lines)
            isScrolled = false
            reportFocus()
        case .insert(let height):
            guard let focused else { return }
            pane.layout.contentHeight += CGFloat(height)
            tops[focused] = top(focused) + CGFloat(height)
            reportFocus()
        case .scroll(let percent):
            let range = pane.range
            let offset = range.lowerBound + (range.upperBound - range.lowerBound) * CGFloat(percent) / 100
            guard abs(offset - pane.offset) > 2 else { return }
            pane.offset = offset
            guard base != nil else { return }
            base = (offset, lastFocused)
            isScrolled = true
        case .layout:
            fixture.avoider?.layoutDidChange()
        case .frames(let count):
            draw(count)
        case .settle:
            draw(130)
            if failure == nil { checkRest() }
        }
    }

    private func top(_ number: Int) -> CGFloat {
        tops[number] ?? 100 * CGFloat(number)
    }

    private mutating func reportFocus() {
        guard let focused else {
            fixture.form.focused = nil
            fixture.avoider?.layoutDidChange()
            return
        }
        let height = heights[focused] ?? 40
        var content = fixture.form.content(focused, top: top(focused), height: height)
        content.caret = CGRect(x: 20, y: top(focused) + height - 20, width: 2, height: 20)
        content.group = CGRect(x: 20, y: max(top(focused) - 20, 0), width: 300, height: height + 20)
        fixture.form.focused = content
        fixture.avoider?.layoutDidChange()
    }

    private mutating func draw(_ frames: Int) {
        for _ in 0..<frames {
            fixture.scheduler.advance(by: .nanoseconds(16_666_667))
            let insets = pane.insets
            if !(insets.bottom.isFinite && insets.bottom >= 0 && insets.bottom <= 852 && insets.top == 0) {
                failure = "the insets are \(insets)"
            }
            let range = pane.range
            if pane.offset < range.lowerBound - 0.001 || pane.offset > range.upperBound + 0.001 {
                failure = "the offset \(pane.offset) is out of \(range)"
            }
            if failure != nil { return }
        }
    }

    private mutating func checkRest() {
        if fixture.scheduler.waitingCount != 0 { failure = "something is scheduled at rest" }
        pane.removeCalls()
        let scrolled = pane.offset
        fixture.avoider?.layoutDidChange()
        fixture.avoider?.layoutDidChange()
        if !pane.calls.isEmpty { failure = "a layout without a change moves from \(scrolled) to \(pane.offset)" }
        if fixture.pool.keyboard.isOnScreen {
            checkFocus()
        } else {
            checkRestored()
            base = nil
            isScrolled = false
        }
    }

    private mutating func checkFocus() {
        let bottom = 852 - pane.insets.bottom
        if pane.insets.bottom != 852 - fixture.keyboardTop { failure = "the inset is \(pane.insets.bottom)" }
        guard let content = fixture.form.focused, !isScrolled else { return }
        let frames = [content.group, content.field, content.caret].compactMap(\.self)
        guard let largest = frames.first(where: { $0.height <= bottom }) else { return }
        if largest.minY < pane.offset - 0.001 || largest.maxY > pane.offset + bottom + 0.001 {
            failure = "\(largest) is not visible at \(pane.offset)"
        }
    }

    private mutating func checkRestored() {
        if pane.insets != KeyboardInsets() { failure = "the insets are \(pane.insets) at rest" }
        guard let base else { return }
        let isSameField = base.field == nil || base.field == lastFocused
        if isSameField, pane.offset != min(base.offset, pane.range.upperBound) {
            failure = "the offset is \(pane.offset) at rest, and was \(base.offset)"
        }
    }
}

import Foundation
import KeyboardObservation
import KeyboardSimulation

/// One run of a walk, judged by a model that shares no code with the library.
@MainActor
struct AvoidanceWalkRun {
    /// The description of the first failure; `nil` if the run has no failure.
    private(set) var failure: String?

    private let fixture: AvoidanceFixture
    /// Follows the keyboard as a pane that is as large as the screen.
    private let guide: KeyboardLayoutGuide
    private let setting: AvoidanceWalk.Setting
    private let toolkit: TestPane.Toolkit
    private let reports: Bool
    /// Whether the keyboard is shown or appears after the steps so far.
    private var isShowing = false
    /// The field that has the focus.
    private var focused: Int?
    /// The last field that has had the focus.
    private var lastFocused: Int?
    /// The last field that has had the focus since the keyboard appeared.
    private var sessionFocused: Int?
    private var tops: [Int: CGFloat] = [:]
    private var heights: [Int: CGFloat] = [:]
    /// The offset that a hide restores, and the field with the focus when this offset was stored; `nil` after the
    /// restore.
    private var base: (offset: CGFloat, field: Int?)?
    /// The offset to which a person has scrolled since the focus or the text changed.
    private var scrolled: CGFloat?
    private var caretX: CGFloat = 20
    private var dead: Set<Int> = []
    /// Whether a chat was at its end when it last scrolled or changed its content.
    private var wasAtEnd = false
    /// The offset before the latest scrolls of a person, which the avoider has not read.
    private var unseen: (offset: CGFloat, readingCount: Int)?
    /// The number of display frames since the offset, or anything else, changed.
    private var stillCount = 0
    /// The offsets of the last 0.25 s.
    private var recentOffsets: [CGFloat] = []
    /// The last offset at rest, and the steps since then; `nil` before the first rest.
    private var lastRest: (offset: CGFloat, steps: [AvoidanceWalk.Step])?

    private static let unknownField = -1

    init(_ walk: AvoidanceWalk) {
        (setting, toolkit, reports) = (walk.setting, walk.toolkit, walk.reports)
        var behavior = SimulatedKeyboard.Behavior()
        behavior.reportsFrames = setting == .listWithReportedFrames
        let sheet = PaneGeometry.sheet(frame: CGRect(x: 0, y: 100, width: 393, height: 700), offset: 0)
        fixture = AvoidanceFixture(setting == .sheet ? sheet : nil, behavior: behavior)
        guide = KeyboardLayoutGuide(pool: fixture.pool)
        guide.viewFrame = fixture.keyboard.screen.bounds
        fixture.pane.offset = CGFloat(walk.offset)
        fixture.pane.behave(like: toolkit)
        if setting == .listWithBar { fixture.avoider?.barHeight = 44 }
        if setting == .chat {
            if walk.offset.isMultiple(of: 2) { pane.offset = pane.range.upperBound }
            fixture.avoider?.staysAtEnd = true
            wasAtEnd = isAtEnd
        }
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

    private var isAtEnd: Bool { setting == .chat && pane.offset > pane.range.upperBound - 1 }

    private var isSessionOver: Bool { base == nil || base?.field == Self.unknownField }

    /// The offset at which the pane stays; infinite at the end of a chat.
    private var kept: CGFloat { isAtEnd ? .infinity : pane.offset }

    /// Limits the offset as each toolkit does when the content or the pane shrinks.
    private func limitOffset() {
        if setting != .sheet { pane.offset = min(pane.offset, pane.range.upperBound) }
    }

    private func layOut() {
        let shown = pane.offset
        guard pane.layOut() else { return }
        if reports, pane.offset != shown { fixture.avoider?.scrollDidChange(byUser: false) }
        fixture.avoider?.layoutDidChange()
    }

    private mutating func perform(_ step: AvoidanceWalk.Step) {
        if step != .settle { lastRest?.steps.append(step) }
        let (oldOffset, oldHeight) = (pane.offset, pane.layout.contentHeight)
        defer {
            let isKept = pane.offset == oldOffset && pane.layout.contentHeight == oldHeight
            if isSessionOver { wasAtEnd = isAtEnd || wasAtEnd && isKept }
        }
        if step.isChange, isReportedHideOver { draw(60) }
        if step.isChange { stillCount = 0 }
        switch step {
        case .show(let height):
            if base == nil { (base, sessionFocused) = ((wasAtEnd ? .infinity : kept, focused), focused) }
            if !isShowing { scrolled = nil }
            isShowing = true
            fixture.keyboard.show(.custom(height: CGFloat(height)))
        case .hide:
            isShowing = false
            fixture.keyboard.hide()
            // If the keyboard has not moved yet, it is hidden at once. If also no move of the focus is animated, the
            // next show begins with the offset and the field at the time of that show.
            let keyboard = fixture.pool.keyboard
            if let old = base, !isSessionOver, !keyboard.isOnScreen, keyboard.transition == nil {
                base?.field = Self.unknownField
                wasAtEnd = old.offset == .infinity
            }
        case .drag(let percent, let isCancelled):
            guard isShowing else { return }
            fixture.keyboard.perform(.beginDismissing)
            for part in 1...5 {
                let distance = fixture.keyboard.frame.height * CGFloat(percent * part) / 500
                fixture.keyboard.perform(.moveDismissing(toTop: fixture.keyboardTop + distance))
                draw(1)
            }
            fixture.keyboard.perform(.endDismissing(cancelled: isCancelled))
            isShowing = isCancelled
        case .focus(let number):
            if let number, dead.contains(number) { return }
            let isMove = number != sessionFocused
            focused = number
            if let number {
                sessionFocused = number
                if isMove { scrolled = nil }
                lastFocused = number
                if base != nil, base?.field == nil { base?.field = number }
            }
            reportFocus()
        case .grow(let lines):
            guard let focused, setting != .sheet else { return }
            finishHiding()
            pane.layout.contentHeight += 20 * CGFloat(lines)
            heights[focused, default: 40] += 20 * CGFloat(lines)
            scrolled = nil
            reportFocus()
        case .type:
            guard focused != nil else { return }
            scrolled = nil
            caretX += 8
            reportFocus()
        case .insert(let height, let isAnchored):
            guard let focused, setting != .sheet else { return }
            finishHiding()
            pane.layout.contentHeight += CGFloat(height)
            tops[focused] = top(focused) + CGFloat(height)
            if isAnchored, toolkit != .late {
                pane.offset += CGFloat(height)
                if let base { self.base = (base.offset + CGFloat(height), base.field) }
                scrolled = scrolled.map { $0 + CGFloat(height) }
                recentOffsets = recentOffsets.map { $0 + CGFloat(height) }
            }
            reportFocus()
        case .die:
            guard let number = focused, setting != .sheet else { return }
            finishHiding()
            pane.layout.contentHeight -= heights[number] ?? 40
            limitOffset()
            dead.insert(number)
            focused = nil
            reportFocus()
        case .place(let top, let height):
            finishHiding()
            pane.layout.frame.origin.y = CGFloat(top)
            if setting != .sheet { pane.layout.frame.size.height = CGFloat(height) }
            limitOffset()
            fixture.avoider?.layoutDidChange()
            limitOffset()
            layOut()
        case .scroll(let percent):
            let range = pane.range
            var offset = range.lowerBound + (range.upperBound - range.lowerBound) * CGFloat(percent) / 100
            if toolkit == .rounding { offset.round(.down) }
            // If a pane returns to its offset between two display frames without a report, the avoider detects no
            // scroll.
            let readingCount = pane.readingCount
            let first = unseen.flatMap { $0.readingCount == readingCount ? $0.offset : nil } ?? pane.offset
            guard setting != .sheet, abs(offset - pane.offset) > 2, abs(offset - first) > 2 else { return }
            unseen = (first, readingCount)
            pane.offset = offset
            if reports { fixture.avoider?.scrollDidChange(byUser: true) }
            guard let old = base else { return }
            base = (kept, old.field == Self.unknownField ? old.field : sessionFocused)
            scrolled = kept
        case .toolkitScroll(let percent):
            // After a hide, the toolkit does not scroll until the run has checked the restored offset.
            guard setting != .sheet, reports, isShowing || base == nil else { return }
            let range = pane.range
            let offset = pane.adjust(
                range.lowerBound + (range.upperBound - range.lowerBound) * CGFloat(percent) / 100
            )
            // A smaller distance counts as rounded.
            guard abs(offset - pane.offset) >= 1 else { return }
            pane.offset = offset
            if scrolled != nil { scrolled = isAtEnd ? nil : pane.offset }
            if base != nil, sessionFocused == nil || isAtEnd { base = (kept, sessionFocused) }
            fixture.avoider?.scrollDidChange(byUser: false)
            // The answer is one step, which an event of the keyboard at the same time delays until the next frame.
            draw(1)
        case .layout:
            fixture.avoider?.layoutDidChange()
        case .frames(let count):
            draw(count)
        case .settle:
            var steps: [(pane: CGFloat, keyboard: CGFloat)] = []
            let before = recentOffsets.suffix(15) + [pane.offset]
            for _ in 0..<130 where failure == nil {
                let before = (pane.offset, guide.bottomInset)
                draw(1)
                steps.append((abs(pane.offset - before.0), abs(guide.bottomInset - before.1)))
            }
            if failure == nil { checkSteps(steps, after: before) }
            if failure == nil { checkRest() }
            lastRest = (pane.offset, [])
        }
    }

    /// Reports a layout, and draws one more frame after a hide, before the content or the pane changes.
    ///
    /// Without the layout, the avoider would treat a person's scroll by the same distance, or to a place that the
    /// change cuts off, as a scroll of the toolkit. Without the frame, the avoider could restore more of the offset
    /// because of the larger content.
    private mutating func finishHiding() {
        fixture.avoider?.layoutDidChange()
        guard base != nil, !isShowing else { return }
        draw(1)
        if isReportedHideOver { draw(60) }
    }

    /// Whether a hide with reported frames is over, but not checked, because the offset may still change.
    private var isReportedHideOver: Bool {
        let keyboard = fixture.pool.keyboard
        return setting == .listWithReportedFrames && base != nil && !isShowing && !keyboard.isOnScreen
            && keyboard.transition == nil
    }

    private func top(_ number: Int) -> CGFloat {
        tops[number] ?? (setting == .sheet ? 30 : 100) * CGFloat(number)
    }

    private mutating func reportFocus() {
        guard let focused else {
            fixture.form.focused = nil
            fixture.avoider?.layoutDidChange()
            return
        }
        let height = heights[focused] ?? 40
        var content = fixture.form.content(focused, top: top(focused), height: height)
        content.caret = CGRect(x: caretX, y: top(focused) + height - 20, width: 2, height: 20)
        content.group = CGRect(x: 20, y: max(top(focused) - 20, 0), width: 300, height: height + 20)
        fixture.form.focused = content
        fixture.avoider?.layoutDidChange()
    }

    private mutating func draw(_ frames: Int) {
        for _ in 0..<frames {
            let before = pane.offset
            recentOffsets.append(before)
            fixture.scheduler.advance(by: .nanoseconds(16_666_667))
            layOut()
            let insets = pane.insets
            if !(insets.bottom.isFinite && insets.bottom >= 0 && insets.bottom <= 852 && insets.top == 0) {
                failure = "the insets are \(insets)"
            }
            // The highest keyboard covers 500 points of the sheet.
            let range = setting == .sheet ? 0...501 : pane.range
            // An offset to restore may be half a unit beyond the end, because toolkits round the end.
            let tolerance = 0.5
            if pane.offset < range.lowerBound - tolerance || pane.offset > range.upperBound + tolerance {
                failure = "the offset \(pane.offset) is out of \(range)"
            }
            let keyboard = fixture.pool.keyboard
            stillCount = pane.offset == before ? stillCount + 1 : 0
            // A transition along a curve ends with a display frame, and a transition of reported frames ends with an
            // event. With reported frames, 60 display frames without a change of the offset therefore also count as the
            // end. A move of the focus takes a second, and a toolkit that rounds hides the last steps of the move.
            let isOver = fixture.scheduler.waitingCount == 0 || setting == .listWithReportedFrames && stillCount >= 60
            // A move of the focus may end after the transition of the keyboard.
            let isAtRest = isOver && keyboard.transition == nil && stillCount > 0
            if !isShowing, !keyboard.isOnScreen, isAtRest { checkRestored() }
            if failure != nil { return }
        }
    }

    /// Checks that the pane does not move too fast.
    ///
    /// A spring covers at most 0.31 of the remaining distance in a display frame, and a move of 0.25 s at most 0.12 of
    /// its distance. Reported frames end before the spring, so the run does not check their steps.
    private mutating func checkSteps(_ steps: [(pane: CGFloat, keyboard: CGFloat)], after before: ArraySlice<CGFloat>) {
        guard setting != .listWithReportedFrames else { return }
        let whole = steps.map(\.pane).reduce(0, +)
        let even = (before.map { abs($0 - pane.offset) }.max() ?? 0) * 0.12
        // The margin and the least overlap that counts are 1 point each, and a toolkit rounds by half a point.
        guard let step = steps.first(where: { $0.pane > max(0.35 * whole, $0.keyboard + even) + 3 }) else { return }
        failure = "a display frame moves by \(step.pane) of \(whole)"
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
        }
    }

    private mutating func checkFocus() {
        let bar: CGFloat = setting == .listWithBar ? 44 : 0
        let isSheet = setting == .sheet
        let frame = pane.layout.frame
        let bottom = fixture.keyboardTop - bar - frame.minY
        let covered = min(max(frame.height - bottom, 0), frame.height)
        if !isSheet, pane.insets.bottom != covered { failure = "the inset is \(pane.insets.bottom), not \(covered)" }
        if let scrolled, abs(pane.offset - min(scrolled, pane.range.upperBound)) <= 0.5 { return }
        guard let content = fixture.form.focused else {
            let staysAtEnd = base?.offset == .infinity && (sessionFocused == nil || scrolled == .infinity)
            if staysAtEnd, !isAtEnd { failure = "the chat is at \(pane.offset), not at \(pane.range.upperBound)" }
            return
        }
        let room = isSheet ? -frame.minY...bottom : 0...min(max(bottom, 0), frame.height)
        let range = isSheet ? 0...max(frame.height - bottom + 1, 0) : pane.range
        let search = OffsetSearch(content, room: room, range: range, tolerance: toolkit == .rounding ? 0.5 : 0.001)
        if let fault = search.fault(at: pane.offset) { return failure = fault }
        guard let lastRest, lastRest.steps.count == 1, case .focus = lastRest.steps[0] else { return }
        if let fault = search.fault(at: pane.offset, from: lastRest.offset) { failure = fault }
    }

    private mutating func checkRestored() {
        defer { (base, scrolled, wasAtEnd) = (nil, nil, isAtEnd || isSessionOver && wasAtEnd) }
        if pane.insets != KeyboardInsets() { failure = "the insets are \(pane.insets) at rest" }
        if setting == .sheet, pane.offset != 0 { failure = "the sheet is at \(pane.offset) at rest" }
        guard let base, setting != .sheet else { return }
        let isSameField = base.field == nil || base.field == lastFocused
        let end = pane.range.upperBound
        let expected = min(base.offset, end)
        if isSameField, abs(pane.offset - expected) > (toolkit == .rounding ? 0.5 : 0.001) {
            failure = "the offset is \(pane.offset) at rest, and was \(base.offset)"
        }
    }
}

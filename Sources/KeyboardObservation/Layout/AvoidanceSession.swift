import Foundation

/// The facts that determine the offset of a pane, all read at the same moment.
@MainActor
struct AvoidanceFacts {
    var pane: PaneGeometry
    var keyboard: KeyboardSnapshot
    var time: Duration
    var staysAtEnd: Bool
    var restoresOffset = true
    var isAvoiding = false
    var isNested = false
    var margin: CGFloat = 0
    /// The part of the pane that the keyboard and the app's bar cover at the end of the transition.
    var covered = KeyboardInsets()
    /// The part of ``covered`` that remains after the outer pane has made room for the keyboard.
    var own = KeyboardInsets()
    /// The focused field; if no field has the focus, the last field that had the focus.
    var content: FocusedContent?
    var hasFocus = false

    var range: Extent { pane.range(covered: own, screen: keyboard.screen, margin: margin) }

    private var room: Extent {
        let room = pane.room(covered: covered, screen: keyboard.screen)
        // If the keyboard leaves no room for the caret in an inner pane, the inner pane ignores the keyboard. The outer
        // pane then brings the inner pane into view.
        guard isNested, let content, !room.fits(content) else { return room }
        return pane.room(covered: KeyboardInsets(), screen: keyboard.screen)
    }

    /// Returns the offset that shows the field and is nearest to `start`.
    ///
    /// The result is not limited to the range of offsets, because the range can grow later.
    func revealed(from start: CGFloat) -> CGFloat {
        guard let content else { return start }
        let limited = range.clamp(start)
        let first = abs(start - limited) <= margin ? start : limited
        let offset = room.offset(from: first, showing: content, in: .unlimited, margin: margin)
        return offset == limited && start == .infinity ? start : offset
    }

    func isInSight(at offset: CGFloat) -> Bool {
        content.map { room.shows($0, at: offset) } ?? false
    }

    /// Returns how far the field has moved in the content.
    ///
    /// The result is `nil` if the toolkit has not scrolled the pane by the same distance.
    ///
    /// For example, when a row is inserted above the field, a toolkit scrolls so that the field stays at its place on
    /// the screen.
    func anchoredDistance(_ new: FocusedContent?, _ distance: CGFloat) -> CGFloat? {
        guard hasFocus, let new, let content, new.owner == content.owner, new.extent != nil, content.extent != nil
        else { return nil }
        let moved = new.field.minY - content.field.minY
        return moved != 0 && abs(moved - distance) < pane.unit ? moved : nil
    }
}

/// The changes that an avoider has made to its pane since the keyboard appeared.
@MainActor
struct AvoidanceSession {
    /// The insets at the last two layouts, and the time of the latest layout.
    ///
    /// Layouts that are reported at the same time count as one.
    private typealias Layouts = (last: KeyboardInsets, before: KeyboardInsets, time: Duration)
    private typealias Request = (insets: KeyboardInsets, offset: CGFloat, refusal: CGFloat?, laidOut: Layouts)

    private enum Motion {
        case none
        /// The pane moves together with the keyboard.
        ///
        /// If `since` is not `nil`, the motion began at this time and takes at least 0.25 seconds.
        case moving(from: CGFloat, since: Duration?)
        /// A person or the app has scrolled, and the pane keeps its offset.
        case left
    }

    private static let duration = 0.25

    /// The offset of the pane while the keyboard is hidden, and the field that had the focus at this offset.
    ///
    /// An infinite offset stands for the end of the content.
    private var rest: (offset: CGFloat, field: ObjectIdentifier?)
    /// Of all offsets that show the field, the pane moves to the one that is nearest to this offset.
    private var start: CGFloat
    /// The offset to which the pane should move.
    ///
    /// It can be outside of the range of offsets.
    private var aim: CGFloat
    private var motion = Motion.none
    /// The latest request to the pane.
    ///
    /// If the pane refuses the request, the session repeats it once. `refusal` is the offset that the pane had when the
    /// session repeated the request.
    private var request: Request
    /// The offset that the pane reported after the request.
    var accepted: CGFloat
    var facts: AvoidanceFacts
    /// The last time at which the keyboard was appearing or the pane's frame was changing.
    ///
    /// For 0.1 seconds after this time, the session does not set ``start`` to ``aim``, because ``aim`` can be an
    /// intermediate offset.
    private var busyTime: Duration

    init(_ facts: AvoidanceFacts, isAtEnd: Bool) {
        let pane = facts.pane
        rest = (isAtEnd ? .infinity : facts.range.clamp(pane.offset), nil)
        (start, aim, accepted, busyTime) = (rest.offset, rest.offset, pane.offset, facts.time)
        let insets = pane.contentInsets
        request = (insets, pane.offset, nil, (insets, insets, facts.time))
        self.facts = facts
        if isAtEnd, !facts.range.ends(pane) { motion = .moving(from: pane.offset, since: nil) }
    }

    var target: CGFloat { facts.range.clamp(aim) }

    var isLeft: Bool { if case .left = motion { true } else { false } }

    /// Returns whether the pane itself still moves.
    ///
    /// If it does, it needs display frames even while the keyboard is at rest.
    func isMoving(at time: Duration) -> Bool {
        guard case .moving(_, let since?) = motion else { return false }
        return time - since < .seconds(Self.duration)
    }

    func isOutdated(_ pane: PaneGeometry, _ keyboard: KeyboardSnapshot, isAvoiding: Bool) -> Bool {
        pane.offset != accepted || isAvoiding != facts.isAvoiding || !pane.frame.matches(facts.pane.frame)
            || !keyboard.hasSameEnd(as: facts.keyboard)
    }

    // MARK: Whose offset it is

    /// Compares the pane's offset with the accepted offset, and finds out who has changed the offset.
    ///
    /// - Returns: Whether a person, the app or the toolkit has scrolled the pane.
    private mutating func read(_ new: AvoidanceFacts, isPersons: Bool?) -> Bool {
        let (pane, offset, isTheirs) = (new.pane, new.pane.offset, isPersons ?? isLeft)
        // If the accepted offset is equal to the offset at rest, the pane has not rounded the accepted offset. So every
        // difference between this offset and the pane's offset counts.
        let isExact = isTheirs || accepted == rest.offset
        func matches(_ other: CGFloat) -> Bool { isExact ? offset == other : abs(offset - other) < pane.unit }
        guard !matches(accepted) else { return false }
        defer { accepted = offset }
        // The toolkit can limit the offset to the range that results from the current insets, or from the insets of an
        // earlier layout. An app can report a layout before the toolkit performs the layout.
        let isLimited = [request.insets, request.laidOut.last, request.laidOut.before].contains { insets in
            [accepted, request.offset].contains {
                let limit = pane.range(insets: insets).clamp($0)
                return matches(limit) || limit != $0 && abs(limit - offset) < pane.unit
            }
        }
        guard !isLimited else { return false }
        if !isTheirs, let distance = facts.anchoredDistance(new.content, offset - accepted) {
            shift(by: distance)
            return false
        }
        start = new.staysAtEnd && pane.range(insets: request.insets).ends(pane) ? .infinity : offset
        let isSomebodys = isTheirs || isPersons == nil
        let isTaken = isSomebodys || !start.isFinite
        if isTaken || new.content == nil && facts.content == nil { rest = (start, facts.content?.owner) }
        if isTaken || isLeft { aim = start }
        if isTaken { motion = isSomebodys ? .left : .none }
        return true
    }

    private mutating func shift(by distance: CGFloat) {
        rest.offset += distance
        start += distance
        aim += distance
        request.offset += distance
        if case .moving(let from, let since) = motion { motion = .moving(from: from + distance, since: since) }
    }

    // MARK: The aim

    mutating func update(with new: AvoidanceFacts, isPersons: Bool?) {
        let isForeign = read(new, isPersons: isPersons)
        let (old, last, offset, oldAim) = (facts, target, new.pane.offset, aim)
        defer { if aim != oldAim { (request.offset, request.refusal) = (offset, nil) } }
        // An avoider can be created while the keyboard is on screen. In this case, the session begins before the app
        // sets `staysAtEnd`.
        let restEnd = new.pane.range(insets: new.pane.contentInsets).high
        if new.staysAtEnd, !old.staysAtEnd, !isLeft, restEnd < rest.offset + new.pane.unit {
            (aim, start, rest.offset) = (aim == start ? .infinity : aim, .infinity, .infinity)
        }
        facts = new
        if !new.pane.frame.matches(old.pane.frame), new.time - busyTime <= .milliseconds(100) { busyTime = new.time }
        if isForeign, request.refusal != offset { request.refusal = nil }
        let (isMove, isEdit) = focus(after: old)
        let isShown = old.isAvoiding && new.isAvoiding
        let isNew = isForeign || !new.keyboard.hasSameEnd(as: old.keyboard) || new.isAvoiding != old.isAvoiding
        // While a finger drags the keyboard, only the insets change.
        if isShown, new.keyboard.isInteractive {
            if isNew, !isLeft { (aim, motion) = (aim.isFinite ? offset : aim, .none) }
            return
        }
        if isLeft, isShown {
            // A pane on a hidden page has an empty frame, and shows no field at any offset.
            let isGone = old.isInSight(at: offset) && !facts.isInSight(at: offset) && !new.pane.frame.isEmpty
            guard isMove || isEdit || isGone else { return }
            (start, motion) = (aim, .none)
        } else if !isShown {
            // After a person has scrolled, the pane keeps its offset when the keyboard hides, unless the offset is
            // outside of the range of the content. During a bounce, the toolkit itself moves the content back.
            if isLeft, new.isAvoiding || !isBouncing(new.pane) { motion = .none }
            start = rest.offset
        } else if !isForeign, new.time - busyTime > .milliseconds(100) {
            start = aim
        }
        guard !isLeft else { return }
        if new.isAvoiding {
            aim = facts.hasFocus ? facts.revealed(from: start) : isShown && !isForeign ? aim : start
        } else if new.restoresOffset {
            aim = facts.content.map(\.owner) == rest.field ? start : facts.revealed(from: start)
        } else if old.isAvoiding, aim.isFinite {
            aim = offset
        }
        // A pane that already follows the end of its content needs no new motion.
        if !isForeign, !aim.isFinite, !oldAim.isFinite, case .none = motion { return }
        begin(from: offset, isForeign ? offset : last, isNew: isNew, isMove: isMove && isShown)
    }

    /// Completes the focused content with the last known rectangles.
    private mutating func focus(after old: AvoidanceFacts) -> (isMove: Bool, isEdit: Bool) {
        facts.hasFocus = facts.content != nil
        guard let content = facts.content, let last = old.content, content.owner == last.owner else {
            facts.content = facts.content ?? old.content
            rest.field = rest.field ?? facts.content?.owner
            return (facts.hasFocus, false)
        }
        let known = content.completed(by: last)
        facts.content = known
        return (last.extent == nil && known.extent != nil, known.isEdited(since: last))
    }

    private func isBouncing(_ pane: PaneGeometry) -> Bool {
        abs(pane.range(insets: request.insets).clamp(pane.offset) - pane.offset) >= pane.unit
    }

    // MARK: The motion

    private mutating func begin(from offset: CGFloat, _ last: CGFloat, isNew: Bool, isMove: Bool) {
        let (target, keyboard, part) = (target, facts.keyboard, part)
        if isMove, keyboard.isAtRest || !isNew {
            move(from: target == offset ? nil : offset, since: facts.time)
        } else if isNew {
            let isLate = abs(offset - last) >= facts.pane.unit || !keyboard.isAtRest && keyboard.progress > 0
            move(from: isLate || !keyboard.isAtRest ? offset : nil, since: isLate ? facts.time : nil)
        } else if target != last, part < 1 || !keyboard.isAtRest {
            // If the target changes in the first half of a motion, the motion still ends at the original time. In the
            // second half, the pane would have to move too fast to arrive at that time, so a new motion begins.
            if case .moving(_, let since) = motion, part < 0.5 {
                move(from: (offset - target * part) / (1 - part), since: since)
            } else {
                move(from: offset, since: facts.time)
            }
        }
    }

    private mutating func move(from offset: CGFloat?, since time: Duration?) {
        motion = offset.map { .moving(from: $0, since: time) } ?? .none
        if offset != nil { request.offset = accepted }
    }

    mutating func stop() { motion = .none }

    /// The completed part of the motion, from 0 to 1.
    private var part: CGFloat {
        guard case .moving(_, let since) = motion else { return 1 }
        guard let since else { return facts.keyboard.progress }
        let elapsed = (facts.time - since) / .seconds(1)
        let part = KeyboardAnimationCurve.easeInOut.progress(after: elapsed, of: Self.duration)
        return min(facts.keyboard.progress, part)
    }

    // MARK: The request

    /// A request that the pane did not accept is repeated once, after the next layout.
    mutating func ask(
        _ pane: PaneGeometry,
        covered own: KeyboardInsets,
        isReported: Bool
    ) -> (insets: KeyboardInsets, offset: CGFloat)? {
        if facts.keyboard.state.phase == .appearing { busyTime = facts.time }
        let insets = pane.insets(covered: own)
        let range = pane.range(covered: own, screen: facts.keyboard.screen, margin: facts.margin)
        let (target, part) = (target, part)
        let offset =
            switch motion {
            case .none: range.clamp(aim.isFinite ? target : aim)
            case .left: aim.isFinite && isBouncing(pane) ? pane.offset : range.clamp(aim)
            case .moving(let from, _): range.clamp(part < 1 ? from + (target - from) * part : target)
            }
        if isReported {
            let (last, time) = (request.laidOut.last, facts.time)
            request.laidOut = (request.insets, time == request.laidOut.time ? request.laidOut.before : last, time)
        }
        // If the pane has not reached the requested offset, it would also refuse each offset between its own offset and
        // the requested offset.
        let refused = min(pane.offset, request.offset)...max(pane.offset, request.offset)
        if insets != request.insets || !refused.contains(offset) {
            (request.insets, request.offset, request.refusal) = (insets, offset, nil)
            return (insets, offset)
        }
        if offset == pane.offset { request.offset = offset }
        guard isReported, request.refusal == nil, abs(pane.offset - offset) >= pane.unit else { return nil }
        request.refusal = pane.offset
        return (insets, request.offset)
    }
}

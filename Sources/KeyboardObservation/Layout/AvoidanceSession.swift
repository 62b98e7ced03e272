import Foundation

/// The record of the changes that an avoider has made to its pane since the keyboard appeared.
///
/// A session begins when the keyboard appears, and ends when the keyboard has disappeared. The session continues if
/// events arrive in a burst, if the keyboard's height changes, or if a transition is interrupted.
@MainActor
struct AvoidanceSession {
    /// The kinds of motion that bring the offset to its target.
    enum Motion {
        /// The offset jumps to its target.
        case none
        /// The offset moves with the keyboard's transition.
        ///
        /// The motion began at the offset `from`, when the transition's progress was `progress`.
        case keyboard(from: CGFloat, progress: CGFloat)
        /// The offset moves independently of the keyboard.
        ///
        /// The motion began at the offset `from`, at the time `start`. The motion takes as long as UIKit's usual
        /// keyboard animation, even if this keyboard appeared without an animation.
        case timed(from: CGFloat, start: Duration)
        /// The offset continues to its target after an earlier motion was interrupted.
        case interrupted(InterruptedMotion)
    }

    /// A motion that is the sum of two movements.
    ///
    /// One movement follows the keyboard, and the other movement has a constant speed. When a motion is interrupted,
    /// the content can be far behind the keyboard. The movement at a constant speed prevents a jump of the content.
    struct InterruptedMotion {
        var from: CGFloat
        /// The distance that the content moves together with the keyboard.
        let lead: CGFloat
        /// The distance that the movement at a constant speed covers.
        let rest: CGFloat
        /// The progress of the keyboard's transition when the motion begins.
        let progress: CGFloat
        let start: Duration

        /// Creates a motion to `target`.
        ///
        /// The parameter `distance` is the height that the keyboard still has to cover or uncover.
        init(from: CGFloat, to target: CGFloat, distance: CGFloat, progress: CGFloat, start: Duration) {
            lead = min(max(target - from, -distance), distance)
            (self.from, self.progress, self.start) = (from, progress, start)
            rest = target - from - lead
        }

        func offset(at now: CGFloat, _ target: CGFloat, at time: Duration) -> CGFloat {
            let moved = lead * now.remaining(after: progress)
            let elapsed = (time - start) / .seconds(1) / AvoidanceSession.timedDuration
            if elapsed >= 1, moved == lead { return target }
            return from + moved + rest * min(elapsed, 1)
        }
    }

    private nonisolated static let timedDuration = 0.25
    private static let timedCurve = KeyboardAnimationCurve.keyboard

    /// The offset that the avoider restores when the keyboard hides.
    ///
    /// Until a person scrolls, the base is the offset before the session. After a person has scrolled, the base is the
    /// new offset.
    private(set) var base: CGFloat
    /// The field that had the focus when the session set ``base``.
    private var baseOwner: ObjectIdentifier?
    /// The offset from which the avoider computes the target.
    var start: CGFloat
    /// The offset at the end of the motion.
    private(set) var target: CGFloat {
        didSet { wanted = target }
    }
    /// The target without the limits of the pane's range.
    ///
    /// The range can grow after the avoider has computed the target.
    var wanted: CGFloat
    private var motion = Motion.none

    /// Whether the pane avoids the keyboard.
    ///
    /// The pane avoids a keyboard that will be on screen after its transition. If the avoider is disabled, or if its
    /// geometry ignores the keyboard, the pane does not avoid the keyboard.
    var isAvoiding = false
    /// Whether the keyboard was appearing at the last update of the pane.
    ///
    /// A keyboard that moves to a different frame on the screen also counts as appearing. While the keyboard appears,
    /// ``start`` does not change. Therefore the target does not depend on the order in which the focus, the caret and
    /// the layout become known.
    var isAppearing = false
    /// Whether a person has scrolled since the focus or the text last changed.
    private(set) var isScrolled = false
    /// Whether the frame of the newly focused field is still unknown.
    private var isMoveLate = false
    /// The value of `KeyboardSnapshot.end` when the avoider last computed the target.
    ///
    /// Before the first computation, `end` is `nil`.
    var end: KeyboardEnd?
    /// The geometry of the pane when the avoider last computed the target.
    var layout: KeyboardPane
    /// The avoider's settings and the focused content when the avoider last computed the target.
    private var basis: AvoidanceBasis?
    /// The content of the focused field; if no field has the focus, the content of the last focused field.
    private(set) var content: FocusedContent?
    /// Whether a field in the pane has the focus.
    private(set) var hasFocus = false

    /// Whether the target is within the range of the pane's allowed offsets.
    ///
    /// During a bounce, the target can be outside of this range.
    private var isTargetInRange = true

    /// The height of the app's bar, before and after its latest change.
    ///
    /// The bar's height changes from `from` to `to`. `progress` is the progress of the keyboard's transition at the
    /// beginning of this change.
    private var bar: (from: CGFloat, to: CGFloat, progress: CGFloat) = (0, 0, 0)
    private var lastBar: CGFloat = 0
    /// The height that the keyboard covered in the pane before a person began to drag the keyboard.
    private var restCovered: CGFloat = 0

    private var insets: KeyboardInsets
    private var offset: CGFloat
    /// The range of the allowed offsets at the previous update of the pane.
    private var lastRange: OffsetRange
    /// The height that the keyboard and the bar covered at the previous update of the pane.
    private var lastCovered: CGFloat = 0
    /// The offset that the pane reported after the avoider's most recent request.
    private var reported: CGFloat
    /// The number of times that the avoider has repeated its most recent request.
    private var refusalCount = 0
    /// The latest offset to which the toolkit itself has moved the content.
    private var toolkitOffset = CGFloat.infinity
    /// The time when the pane's frame last changed; `nil` if the frame has not changed.
    var slideTime: Duration?
    /// The bounce that was running when the keyboard appeared.
    ///
    /// `bounce` is `nil` if the bounce has ended, or if no bounce was running.
    ///
    /// The value `offset` is the latest offset of the bounce, and `time` is the time of this offset. The value `end` is
    /// the offset at the end of the bounce.
    private var bounce: (offset: CGFloat, time: Duration?, end: CGFloat)?

    init(_ pane: KeyboardPane) {
        (base, start, target, wanted) = (pane.offset, pane.offset, pane.offset, pane.offset)
        layout = pane
        insets = pane.contentInsets
        (offset, reported) = (pane.offset, pane.offset)
        lastRange = pane.range(covered: KeyboardInsets(), screen: nil, margin: 0)
        if isBouncing(pane) { bounce = (pane.offset, nil, lastRange.clamp(pane.offset)) }
    }

    /// Returns whether the pane's offset results from the avoider's most recent request.
    ///
    /// The pane's offset can differ from the requested offset for three reasons:
    ///
    /// - The toolkit has rounded the offset.
    /// - The toolkit has limited the offset, because the toolkit's layout is not yet up to date.
    /// - The toolkit has limited the offset, because the content has shrunk.
    func expects(_ pane: KeyboardPane, in range: () -> OffsetRange) -> Bool {
        if abs(pane.offset - reported) < pane.unit { return true }
        let limited = abs(reported - offset) >= pane.unit
        if limited, abs(pane.offset - offset) < pane.unit { return true }
        let range = range()
        return abs(pane.offset - range.clamp(reported)) < pane.unit
            || limited && abs(pane.offset - range.clamp(offset)) < pane.unit
    }

    /// Returns whether the toolkit has limited the offset after a change of the pane's frame.
    ///
    /// The toolkit computes the limits of the offset from the new frame and the old insets.
    func isLimited(_ pane: KeyboardPane) -> Bool {
        guard pane.kind == .scrollView else { return false }
        let low = 0 - (pane.safeArea.top + insets.top)
        let high = pane.contentHeight - (pane.frame.height - pane.safeArea.bottom - insets.bottom)
        let range = OffsetRange(low: low, high: max(low, high))
        return [reported, offset].contains { abs(pane.offset - range.clamp($0)) < pane.unit }
    }

    /// Returns whether the pane's offset is outside of its range, for example during a bounce.
    ///
    /// If the offset is outside of the range by less than one unit, the toolkit has only rounded the offset. The result
    /// is then `false`.
    func isBouncing(_ pane: KeyboardPane) -> Bool {
        abs(lastRange.clamp(pane.offset) - pane.offset) >= pane.unit
    }

    /// Returns whether the offset has changed because of a bounce.
    ///
    /// `isReturning` considers only a bounce that began before the keyboard appeared.
    mutating func isReturning(_ pane: KeyboardPane) -> Bool {
        guard let bounce, pane.offset != reported else { return false }
        let (last, rest) = (bounce.offset - bounce.end, pane.offset - bounce.end)
        guard rest * last >= 0, abs(rest) < abs(last) else { return false }
        self.bounce = (pane.offset, nil, bounce.end)
        return true
    }

    /// Whether a bounce can still be running.
    ///
    /// During a bounce, the toolkit changes the offset.
    var followsBounce: Bool { bounce != nil }

    /// Ends the bounce if the offset has not changed for a tenth of a second.
    mutating func expireBounce(at time: Duration) {
        guard let bounce else { return }
        if let last = bounce.time {
            if time - last > .milliseconds(100) { self.bounce = nil }
        } else {
            self.bounce?.time = time
        }
    }

    /// Returns whether the toolkit has only rounded the offset.
    func isRounded(_ pane: KeyboardPane) -> Bool {
        abs(pane.offset - reported) < pane.unit
    }

    /// Adjusts the stored offsets if the toolkit has scrolled to keep the focused field in place.
    ///
    /// When a row is inserted above the visible content, some toolkits scroll by the height of the row. `anchor`
    /// compares the scrolled distance with the distance that the field has moved.
    ///
    /// - Returns: Whether the toolkit has scrolled to keep the field in place.
    mutating func anchor(_ pane: KeyboardPane, at new: FocusedContent) -> Bool {
        guard hasFocus, let content, new.owner == content.owner, new.extents != nil, content.extents != nil else {
            return false
        }
        let distance = pane.offset - reported
        guard abs(new.field.minY - content.field.minY - distance) < pane.unit else { return false }
        (base, start, target) = (base + distance, start + distance, target + distance)
        (offset, reported) = (offset + distance, pane.offset)
        switch motion {
        case .none:
            break
        case .keyboard(let from, let progress):
            motion = .keyboard(from: from + distance, progress: progress)
        case .timed(let from, let start):
            motion = .timed(from: from + distance, start: start)
        case .interrupted(var interrupted):
            interrupted.from += distance
            motion = .interrupted(interrupted)
        }
        return true
    }

    /// Records the new offset if a person continues a scroll by less than one unit.
    mutating func scrollOn(_ pane: KeyboardPane, in range: () -> OffsetRange) {
        guard isScrolled, offset == target, pane.offset != reported, pane.offset != range().clamp(reported) else {
            return
        }
        scroll(to: pane.offset)
    }

    /// Records that a person has scrolled to `offset`.
    mutating func scroll(to offset: CGFloat) {
        isScrolled = true
        bounce = nil
        (base, start, target, motion) = (offset, offset, offset, .none)
        baseOwner = content?.owner
        (self.offset, reported) = (offset, offset)
    }

    /// Records that the toolkit itself has moved the content to `offset`.
    ///
    /// If the toolkit moves the content to the same offset again, the toolkit has refused the avoider's request. A move
    /// to a new offset is not a refusal, so the method resets the number of refusals to 0.
    mutating func move(to offset: CGFloat) {
        if abs(offset - toolkitOffset) >= layout.unit { refusalCount = 0 }
        toolkitOffset = offset
        if !isAppearing { start = offset }
        (target, reported) = (offset, offset)
    }

    /// Records that the text has changed.
    ///
    /// The avoider then shows the focused content again.
    mutating func edit() {
        isScrolled = false
        refusalCount = 0
    }

    /// Returns whether the pane's frame has changed in the last tenth of a second.
    ///
    /// While a screen slides in, the pane's frame changes several times in a tenth of a second. While the frame
    /// changes, ``start`` does not change.
    func isSliding(at time: Duration) -> Bool {
        slideTime.map { time - $0 <= .milliseconds(100) } ?? false
    }

    /// Stores the values that determine the target, and returns whether a value has changed.
    ///
    /// The stored values do not include the pane's frame. Therefore ``start`` does not change if only the frame
    /// changes. While the pane's frame changes, the avoider can scroll the content to keep the field visible. When the
    /// frame is at rest, the avoider computes the target from the unchanged ``start``. This computation undoes a scroll
    /// that is no longer necessary.
    mutating func updateBasis(_ new: AvoidanceBasis) -> Bool {
        defer { basis = new }
        return basis != new
    }

    /// Keeps the offset while a finger drags the keyboard.
    mutating func hold(_ pane: KeyboardPane) {
        target = pane.offset
        isTargetInRange = !isBouncing(pane)
        endMotion()
    }

    /// Ends the motion at its target.
    mutating func endMotion() {
        motion = .none
    }

    /// Sets ``start`` to ``base``, as at the beginning of a session.
    mutating func startFromBase() {
        start = base
        isScrolled = false
    }

    /// Sets the focused content.
    ///
    /// While the frame or the caret of the focused field is unknown, the session uses the last known frame or caret. If
    /// a list recycles the row of the focused field, `new` can be `nil` until the row is visible again. A temporarily
    /// unknown focus, frame or caret does not count as an edit or as a move of the focus.
    ///
    /// - Returns: `isMove` is `true` if the focus has moved to another field. `isLateCaret` is `true` if the field's
    ///   caret has just become known.
    mutating func focus(_ new: FocusedContent?, _ infersEdits: Bool) -> (isMove: Bool, isLateCaret: Bool) {
        hasFocus = new != nil
        guard let new else { return (false, false) }
        let old = content
        if baseOwner == nil { baseOwner = new.owner }
        guard let old, new.owner == old.owner else {
            content = new
            (isScrolled, isMoveLate) = (false, new.extents == nil)
            return (true, false)
        }
        let known = new.completed(by: old)
        content = known
        if infersEdits, known.isEdited(since: old) { isScrolled = false }
        if isMoveLate, known.extents != nil {
            isMoveLate = false
            // While the keyboard appears, the pane already moves together with the keyboard. Therefore a move of the
            // focus needs no separate animation.
            return (!isAppearing, false)
        }
        return (false, old.caret == nil && known.caret != nil)
    }

    /// Whether the pane returns to ``base`` when the keyboard hides.
    ///
    /// The pane returns to ``base`` if the focus has not moved since the session set ``base``.
    var restoresBase: Bool {
        content == nil || content?.owner == baseOwner
    }

    /// Sets the target of the offset, and chooses the motion to the target.
    ///
    /// The parameters `range` and `covered` apply to the end of the keyboard's transition. If `isNew` is `true`, a
    /// motion begins even if `target` is equal to the old target. If `isAnimated` is `true`, the motion does not follow
    /// the keyboard.
    mutating func setTarget(
        _ target: CGFloat,
        in range: OffsetRange,
        covered: KeyboardInsets,
        isNew: Bool,
        isAnimated: Bool,
        _ pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        _ time: Duration
    ) {
        // If only the range has changed, the motion goes on.
        let isChanged = target != self.target && target != range.clamp(wanted)
        let isMoving = isMoving(pane, time)
        self.target = target
        isTargetInRange = range.contains(target)
        guard isNew || isChanged || isAnimated else { return }
        if isScrolled && isAvoiding || target == pane.offset && keyboard.isAtRest {
            motion = .none
        } else if isAnimated || isMoveRunning(at: time) && !isNew {
            move(from: pane.offset, isAnimated, time)
        } else if isMoving || !keyboard.isAtRest && keyboard.visible.progress > 0 {
            let distance = abs(covered.top + covered.bottom - lastCovered)
            motion = .interrupted(
                InterruptedMotion(
                    from: pane.offset,
                    to: target,
                    distance: distance,
                    progress: keyboard.visible.progress,
                    start: time
                )
            )
        } else if keyboard.isAtRest {
            motion = .none
        } else {
            motion = .keyboard(from: pane.offset, progress: keyboard.visible.progress)
        }
    }

    /// Begins a motion after the focus has moved, or redirects a running motion.
    ///
    /// A redirected motion continues to the new target, and the content does not jump.
    private mutating func move(from offset: CGFloat, _ isNew: Bool, _ time: Duration) {
        if !isNew, case .timed(_, let start) = motion {
            let progress = Self.timedCurve.progress(after: (time - start) / .seconds(1), of: Self.timedDuration)
            if progress < 0.9 {
                motion = .timed(from: (offset - target * progress) / (1 - progress), start: start)
                return
            }
        }
        motion = .timed(from: offset, start: time)
    }

    /// Returns whether the pane is still moving to its target.
    private func isMoving(_ pane: KeyboardPane, _ time: Duration) -> Bool {
        if case .keyboard = motion { abs(pane.offset - target) >= pane.unit } else { isTimed(at: time) }
    }

    /// Returns the pane's offset at the given progress of the keyboard's transition.
    ///
    /// If no bounce is running, the method limits the offset to `range`. If a person has scrolled to an offset within
    /// the range, the pane stays at this offset.
    mutating func offset(
        of pane: KeyboardPane,
        covered: KeyboardInsets,
        at progress: CGFloat,
        time: Duration,
        in range: OffsetRange
    ) -> CGFloat {
        let covered = covered.top + covered.bottom
        defer { (lastRange, lastCovered) = (range, covered) }
        if isScrolled, isAvoiding {
            target = isBouncing(pane) ? pane.offset : range.clamp(pane.offset)
            return target
        }
        let offset =
            switch motion {
            case .none:
                target
            case .keyboard(let from, let first):
                from.between(target, progress.remaining(after: first))
            case .timed(let from, let start):
                from.between(
                    target,
                    Self.timedCurve.progress(after: (time - start) / .seconds(1), of: Self.timedDuration)
                )
            case .interrupted(let motion):
                motion.offset(at: progress, target, at: time)
            }
        return isTargetInRange ? range.clamp(offset) : offset
    }

    /// Returns whether a motion runs independently of the keyboard at this time.
    func isTimed(at time: Duration) -> Bool {
        guard case .interrupted(let motion) = motion else { return isMoveRunning(at: time) }
        return (time - motion.start) / .seconds(1) < Self.timedDuration
    }

    /// Returns whether a `timed` motion is still running at this time.
    ///
    /// A `timed` motion begins after the focus has moved.
    private func isMoveRunning(at time: Duration) -> Bool {
        guard case .timed(_, let start) = motion else { return false }
        return (time - start) / .seconds(1) < Self.timedCurve.visibleDuration(of: Self.timedDuration)
    }

    // MARK: The app's bar

    /// Sets the height that the app's bar will have when the keyboard's transition ends.
    ///
    /// The parameter `covered` contains only the insets that the keyboard covers at the end of the transition.
    mutating func setBar(_ height: CGFloat, _ covered: KeyboardInsets, _ keyboard: KeyboardSnapshot, isNew: Bool) {
        if isNew || height != bar.to { bar = (lastBar, height, keyboard.visible.progress) }
        if covered.bottom > 0 { restCovered = covered.bottom }
    }

    /// Returns the insets that the keyboard and the app's bar cover now.
    ///
    /// The bar moves onto the screen and off the screen together with the keyboard. Until ``setBar(_:_:_:isNew:)`` is
    /// called for a new transition, the bar keeps its height. The closure `insets` computes the keyboard's insets for a
    /// frame.
    mutating func withBar(
        _ covered: KeyboardInsets,
        _ pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        _ progress: CGFloat,
        insets: (CGRect) -> KeyboardInsets
    ) -> KeyboardInsets {
        if keyboard.end.isInteractive {
            lastBar = restCovered > 0 ? bar.to * min(covered.bottom / restCovered, 1) : bar.to
        } else if end == keyboard.end {
            lastBar = bar.from.between(bar.to, progress.remaining(after: bar.progress))
        }
        return covered.adding(bar: lastBar, to: pane, keyboard, insets: insets)
    }

    /// Returns the insets for the keyboard and the app's bar at the end of the transition.
    func withBarAtEnd(
        _ covered: KeyboardInsets,
        _ pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        insets: (CGRect) -> KeyboardInsets
    ) -> KeyboardInsets {
        covered.adding(bar: bar.to, to: pane, keyboard, insets: insets)
    }

    // MARK: The pane

    /// Returns whether the avoider must set the pane's insets and offset.
    ///
    /// A toolkit that has not yet updated its layout can limit the requested offset. Therefore the avoider repeats its
    /// request after each reported layout, until the pane has reached the offset. If the layout has not changed, the
    /// avoider repeats the request at most twice.
    func differs(
        _ insets: KeyboardInsets,
        _ offset: CGFloat,
        _ pane: KeyboardPane,
        hasNewLayout: Bool,
        isReported: Bool
    ) -> Bool {
        if insets != self.insets { return true }
        if offset != self.offset, offset != pane.offset { return true }
        guard abs(pane.offset - offset) >= pane.unit else { return false }
        return hasNewLayout || isReported && refusalCount < 2
    }

    /// Stores the insets and the offset that the avoider has set.
    ///
    /// The parameter `reported` is the offset that the pane reported after the request.
    mutating func set(_ insets: KeyboardInsets, _ offset: CGFloat, reported: CGFloat, isRequest: Bool) {
        let isSame = insets == self.insets && offset == self.offset
        if !isSame { refusalCount = 0 } else if isRequest { refusalCount += 1 }
        (self.insets, self.offset, self.reported) = (insets, offset, reported)
    }
}

/// The values that determine the target of an avoider.
///
/// The values do not include the frames of the pane and the keyboard.
struct AvoidanceBasis: Equatable {
    private let geometry: KeyboardGeometry
    private let margin: CGFloat
    private let barHeight: CGFloat
    private let content: FocusedContent?
    private var pane: KeyboardPane

    init(
        _ geometry: KeyboardGeometry,
        _ margin: CGFloat,
        _ barHeight: CGFloat,
        _ content: FocusedContent?,
        _ pane: KeyboardPane
    ) {
        (self.geometry, self.margin, self.barHeight, self.content) = (geometry, margin, barHeight, content)
        self.pane = pane
        (self.pane.frame, self.pane.offset) = (.zero, 0)
    }
}

extension KeyboardInsets {
    /// Returns these insets, increased by the height that a bar above the keyboard covers.
    ///
    /// The closure `insets` computes the keyboard's insets for a frame.
    @MainActor
    func adding(
        bar: CGFloat,
        to pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        insets: (CGRect) -> KeyboardInsets
    ) -> KeyboardInsets {
        guard bar > 0 else { return self }
        let limit = pane.kind == .sheet ? .infinity : pane.frame.height
        // If the keyboard's frame is unknown, the avoider assumes that the bar is at the pane's bottom edge.
        guard bottom <= 0, keyboard.visible.frame != nil else {
            return KeyboardInsets(top: top, bottom: min(bottom + bar, limit))
        }
        // The keyboard does not cover the pane here, but the bar above the keyboard can cover a part of the pane. To
        // find the covered part, the method extends the pane's frame at the bottom by the height of the bar. The method
        // then computes the keyboard's insets for the taller frame.
        var frame = pane.frame
        frame.size.height += bar
        let covered = insets(frame).bottom
        guard covered > 0 else { return self }
        let offScreen = keyboard.screen.map { max(frame.maxY - $0.maxY, 0) } ?? 0
        return KeyboardInsets(top: top, bottom: min(covered + offScreen, limit))
    }
}

extension CGFloat {
    /// Returns the progress of a change, from 0 to 1.
    ///
    /// `self` is the progress of the keyboard's transition. The change begins when `self` is equal to `first`, and ends
    /// together with the transition.
    fileprivate func remaining(after first: CGFloat) -> CGFloat {
        first < 1 ? Swift.min(Swift.max((self - first) / (1 - first), 0), 1) : 1
    }

    /// Returns a value between this value and `end`.
    ///
    /// If the progress is 1, the result is exactly `end`.
    fileprivate func between(_ end: CGFloat, _ progress: CGFloat) -> CGFloat {
        progress < 1 && self != end ? self * (1 - progress) + end * progress : end
    }
}

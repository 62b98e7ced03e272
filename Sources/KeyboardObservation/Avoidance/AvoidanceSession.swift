import Foundation

/// The record of the changes that an avoider has made to its pane since the keyboard appeared.
///
/// A session begins when the keyboard appears, and ends when the keyboard has disappeared. Bursts of events, changes of
/// the height, and interrupted transitions do not begin a new session.
@MainActor
struct AvoidanceSession {
    /// The ways in which the offset moves to its target.
    enum Motion {
        /// The offset jumps to its target.
        case none
        /// The offset moves with the keyboard's transition.
        ///
        /// When the motion began, the offset was `from`, and the progress of the transition was `progress`.
        case keyboard(from: CGFloat, progress: CGFloat)
        /// The offset moves independently of the keyboard.
        ///
        /// The motion began at the offset `from`, at the time `start`. The motion has the usual duration of UIKit's
        /// keyboard, even if the keyboard appeared without an animation.
        case timed(from: CGFloat, start: Duration)
        /// The offset moves over the remaining distance of a motion that was interrupted.
        case interrupted(InterruptedMotion)
    }

    /// A motion with two components: one follows the keyboard, and the other has a constant speed.
    ///
    /// When a motion is interrupted, the content can be far behind the keyboard. Without the second component, the
    /// content would jump.
    struct InterruptedMotion {
        var from: CGFloat
        /// The distance that the content moves together with the keyboard.
        let lead: CGFloat
        /// The distance that the content moves at a constant speed.
        let rest: CGFloat
        /// The keyboard's progress when the motion begins.
        let progress: CGFloat
        let start: Duration

        /// Creates a motion; `distance` is the remaining change of the covered height.
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

    /// The offset that is restored when the keyboard hides.
    ///
    /// The base is the offset before the session. After a person has scrolled, the base is the last offset of the
    /// scroll.
    private(set) var base: CGFloat
    /// The field that had the focus when the base was set.
    private var baseOwner: ObjectIdentifier?
    /// The offset from which the target is computed.
    var start: CGFloat
    /// The offset at the end of the motion.
    private(set) var target: CGFloat
    private var motion = Motion.none

    /// Whether the pane avoids the keyboard.
    ///
    /// The pane avoids a keyboard that is on screen at the end of its transition. If the geometry ignores the keyboard,
    /// the value is `false`.
    var isAvoiding = false
    /// Whether, at the last update, the keyboard was appearing or moving to another frame on the screen.
    ///
    /// During such a transition, ``start`` does not change. Therefore the target does not depend on when the focus, the
    /// caret and the layout become known.
    var isAppearing = false
    /// Whether a person has scrolled after the last change of the focus or the text.
    private(set) var isScrolled = false
    /// Whether the focus has moved to a field with a frame that is still unknown.
    private var isMoveLate = false
    /// The keyboard's final place at the time that the target was computed; `nil` before the first target.
    var end: KeyboardEnd?
    /// The pane at the time that the target was computed.
    var layout: KeyboardPane
    /// The other values from which the target was computed.
    private var basis: AvoidanceBasis?
    /// The last focused content.
    private(set) var content: FocusedContent?
    /// Whether a field in the pane has the focus.
    private(set) var hasFocus = false

    /// Whether the pane can rest at the target.
    ///
    /// The value is `false` if the target is the offset of a bounce.
    private var isTargetInRange = true

    /// The running change of the bar's height.
    ///
    /// The first two values are the first height and the last height. The third value is the keyboard's progress when
    /// the change began.
    private var bar: (from: CGFloat, to: CGFloat, progress: CGFloat) = (0, 0, 0)
    private var lastBar: CGFloat = 0
    /// The height that the keyboard covered in the pane before a finger dragged the keyboard.
    private var restCovered: CGFloat = 0

    private var insets: KeyboardInsets
    private var offset: CGFloat
    /// The range of the offsets in the last display frame.
    private var lastRange: OffsetRange
    /// The height that the keyboard and the bar covered in the last display frame.
    private var lastCovered: CGFloat = 0
    /// The offset that the pane reported after the avoider had set the offset.
    private var reported: CGFloat
    /// The number of times that the avoider has requested the same offset again.
    private var refusalCount = 0
    /// The last offset to which the toolkit itself has moved the content.
    private var toolkitOffset = CGFloat.infinity
    /// The time of the last change of the pane's frame; `nil` if the frame has not changed.
    var slideTime: Duration?
    /// A bounce that began before the keyboard appeared; `nil` if there is none.
    ///
    /// The first two values are the last offset and the time of that offset. The third value is the offset to which the
    /// bounce returns.
    private var bounce: (offset: CGFloat, time: Duration?, end: CGFloat)?

    init(_ pane: KeyboardPane) {
        (base, start, target) = (pane.offset, pane.offset, pane.offset)
        layout = pane
        insets = pane.contentInsets
        (offset, reported) = (pane.offset, pane.offset)
        lastRange = pane.range(covered: KeyboardInsets(), screen: nil, margin: 0)
        if isBouncing(pane) { bounce = (pane.offset, nil, lastRange.clamp(pane.offset)) }
    }

    /// Returns whether the pane's offset is the result of the last request.
    ///
    /// A toolkit can round the requested offset. A toolkit can also limit the offset while its layout is not yet up to
    /// date. A toolkit can also limit the offset after the content has shrunk.
    func expects(_ pane: KeyboardPane, in range: () -> OffsetRange) -> Bool {
        if abs(pane.offset - reported) < pane.unit { return true }
        let limited = abs(reported - offset) >= pane.unit
        if limited, abs(pane.offset - offset) < pane.unit { return true }
        let range = range()
        return abs(pane.offset - range.clamp(reported)) < pane.unit
            || limited && abs(pane.offset - range.clamp(offset)) < pane.unit
    }

    /// Returns whether the toolkit has limited the offset by the pane's new frame and the earlier insets.
    func isLimited(_ pane: KeyboardPane) -> Bool {
        guard pane.kind == .scrollView else { return false }
        let low = 0 - (pane.safeArea.top + insets.top)
        let high = pane.contentHeight - (pane.frame.height - pane.safeArea.bottom - insets.bottom)
        let range = OffsetRange(low: low, high: max(low, high))
        return [reported, offset].contains { abs(pane.offset - range.clamp($0)) < pane.unit }
    }

    /// Returns whether the pane's offset is outside of its range, as in a bounce.
    ///
    /// If the distance is less than one unit, the toolkit has only rounded the offset.
    func isBouncing(_ pane: KeyboardPane) -> Bool {
        abs(lastRange.clamp(pane.offset) - pane.offset) >= pane.unit
    }

    /// Returns whether the offset has changed only because a bounce moves back.
    ///
    /// The method considers only a bounce that began before the keyboard appeared.
    mutating func isReturning(_ pane: KeyboardPane) -> Bool {
        guard let bounce, pane.offset != reported else { return false }
        let (last, rest) = (bounce.offset - bounce.end, pane.offset - bounce.end)
        guard rest * last >= 0, abs(rest) < abs(last) else { return false }
        self.bounce = (pane.offset, nil, bounce.end)
        return true
    }

    /// Whether a bounce can still be running; the toolkit sets the offset during a bounce.
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

    /// Returns whether the toolkit has changed the offset only by rounding it.
    func isRounded(_ pane: KeyboardPane) -> Bool {
        abs(pane.offset - reported) < pane.unit
    }

    /// Shifts all stored offsets, if a toolkit has scrolled by the distance that the field has moved.
    ///
    /// Some toolkits scroll in this way when a row is inserted above the visible content.
    ///
    /// - Returns: Whether the toolkit has scrolled in this way.
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

    /// Adopts the pane's offset if a person continues to scroll by less than one unit.
    mutating func scrollOn(_ pane: KeyboardPane, in range: () -> OffsetRange) {
        guard isScrolled, offset == target, pane.offset != reported, pane.offset != range().clamp(reported) else {
            return
        }
        scroll(to: pane.offset)
    }

    /// Keeps the offset to which a person has scrolled.
    mutating func scroll(to offset: CGFloat) {
        isScrolled = true
        bounce = nil
        (base, start, target, motion) = (offset, offset, offset, .none)
        baseOwner = content?.owner
        (self.offset, reported) = (offset, offset)
    }

    /// Continues from the offset to which the toolkit itself has moved the content.
    ///
    /// A second move to the same offset means that the toolkit has refused the request. A move by the toolkit to
    /// another offset is a scroll for another reason. After such a scroll, the refusals are counted from 0 again.
    mutating func move(to offset: CGFloat) {
        if abs(offset - toolkitOffset) >= layout.unit { refusalCount = 0 }
        toolkitOffset = offset
        if !isAppearing { start = offset }
        (target, reported) = (offset, offset)
    }

    /// Lets the avoider show the focused content again, because the text has changed.
    mutating func edit() {
        isScrolled = false
        refusalCount = 0
    }

    /// Returns whether the pane's frame has changed in the last tenth of a second.
    ///
    /// While a screen slides in, the frame changes several times in a tenth of a second. Until the screen is at rest,
    /// ``start`` does not change.
    func isSliding(at time: Duration) -> Bool {
        slideTime.map { time - $0 <= .milliseconds(100) } ?? false
    }

    /// Stores the values that determine the target, and returns whether they have changed.
    ///
    /// The values do not include the pane's frame. If only the frame changes, ``start`` does not change. Sometimes the
    /// content must scroll while the pane moves, but not afterwards. Such a scroll is undone when the pane is at rest.
    /// The target of the pane is computed from the unchanged ``start``.
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

    /// Sets the start to the base again, as if the keyboard appeared for the first time.
    mutating func startFromBase() {
        start = base
        isScrolled = false
    }

    /// Sets the focused content.
    ///
    /// While the frame of a field is unknown, the last known frame is used. While the caret of a field is unknown, the
    /// last known caret is used. A list can recycle the row of the focused field. The list reports no focus until the
    /// row is visible again. A frame, a caret or the focus can become unknown or known again. Such a change counts
    /// neither as an edit nor as a move of the focus.
    ///
    /// - Returns: `isMove` is `true` if another field has the focus. `isLateCaret` is `true` if the field's caret has
    ///   become known.
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
            // While the keyboard appears, the pane moves together with the keyboard. During this time, a move of the
            // focus needs no animation of its own.
            return (!isAppearing, false)
        }
        return (false, old.caret == nil && known.caret != nil)
    }

    /// Whether the base is restored when the keyboard hides.
    ///
    /// The base is restored if the focus has not moved since the base was set.
    var restoresBase: Bool {
        content == nil || content?.owner == baseOwner
    }

    /// Sets the target, and the motion in which the offset moves to the target.
    ///
    /// The parameters `range` and `covered` are the values at the end of the keyboard's transition. If `isNew` is
    /// `true`, a motion begins even if the target has not changed. If `isAnimated` is `true`, the motion is independent
    /// of the keyboard.
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
        let isChanged = target != self.target
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

    /// Begins to move the content after the focus has moved, or redirects the running motion.
    ///
    /// A redirected motion continues to another target without a jump.
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

    /// Returns the offset, limited to `range`, at this progress of the keyboard's transition.
    ///
    /// After a person has scrolled, the offset stays as long as it is within the range.
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

    /// Returns whether the offset moves independently of the keyboard at this time.
    func isTimed(at time: Duration) -> Bool {
        guard case .interrupted(let motion) = motion else { return isMoveRunning(at: time) }
        return (time - motion.start) / .seconds(1) < Self.timedDuration
    }

    /// Returns whether the content still moves at this time, because the focus has moved.
    private func isMoveRunning(at time: Duration) -> Bool {
        guard case .timed(_, let start) = motion else { return false }
        return (time - start) / .seconds(1) < Self.timedCurve.visibleDuration(of: Self.timedDuration)
    }

    // MARK: The app's bar

    /// Sets the height that the app's bar has at the end of the keyboard's transition.
    ///
    /// The parameter `covered` contains the insets at the end of the transition, without the bar.
    mutating func setBar(_ height: CGFloat, _ covered: KeyboardInsets, _ keyboard: KeyboardSnapshot, isNew: Bool) {
        if isNew || height != bar.to { bar = (lastBar, height, keyboard.visible.progress) }
        if covered.bottom > 0 { restCovered = covered.bottom }
    }

    /// Returns the insets that the keyboard and the app's bar cover now.
    ///
    /// The bar moves onto the screen and off the screen together with the keyboard. The closure `insets` returns the
    /// keyboard's insets for a frame.
    mutating func withBar(
        _ covered: KeyboardInsets,
        _ pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        _ progress: CGFloat,
        insets: (CGRect) -> KeyboardInsets
    ) -> KeyboardInsets {
        if keyboard.end.isInteractive {
            lastBar = restCovered > 0 ? bar.to * min(covered.bottom / restCovered, 1) : bar.to
        } else {
            lastBar = bar.from.between(bar.to, progress.remaining(after: bar.progress))
        }
        return covered.adding(bar: lastBar, to: pane, keyboard, insets: insets)
    }

    /// Returns the insets at the end of the keyboard's transition.
    ///
    /// The keyboard and the app's bar cover the returned insets.
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
    /// A toolkit can update its layout late, and limit the offset in the meantime. Therefore the avoider requests the
    /// same offset again after each reported layout. The requests end when the pane reaches the offset or refuses the
    /// request twice.
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
    /// The method also stores the offset that the pane reported afterwards.
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
    /// Returns these insets, enlarged by a bar above the keyboard.
    ///
    /// The closure `insets` returns the keyboard's insets for a frame.
    @MainActor
    func adding(
        bar: CGFloat,
        to pane: KeyboardPane,
        _ keyboard: KeyboardSnapshot,
        insets: (CGRect) -> KeyboardInsets
    ) -> KeyboardInsets {
        guard bar > 0 else { return self }
        let limit = pane.kind == .sheet ? .infinity : pane.frame.height
        // If the keyboard's frame is unknown, the bar is assumed at the pane's bottom edge.
        guard bottom <= 0, keyboard.visible.frame != nil else {
            return KeyboardInsets(top: top, bottom: min(bottom + bar, limit))
        }
        // The keyboard itself does not cover the pane. The bar above the keyboard can cover the pane. To find the
        // covered height, the pane's frame is extended by the height of the bar.
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
    /// The change began when this value was `first`, and ends when this value is 1.
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

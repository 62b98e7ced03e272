import Foundation

/// Moves one sender's keyboard to its target.
///
/// ``KeyboardStateMachine`` describes the rules of the movement.
struct KeyboardAnimator {
    /// The latest movement of the keyboard, which is running or has ended.
    private struct Animation {
        let number: Int
        /// The value of ``KeyboardScreen/coordinates`` when the animation began.
        let coordinates: Int
        var transition: KeyboardTransition
        /// The last reported frame and the time of the report.
        ///
        /// The keyboard stays at the reported frame until the next report, but not longer than
        /// ``KeyboardTiming/patience``.
        var report: (frame: CGRect, time: Duration)?
        /// The frame at which the animation stopped before the end of its curve; `nil` if the animation has not been
        /// stopped.
        var stop: CGRect?

        /// Returns the visible frame during the movement; `nil` if the movement has ended.
        func movingFrame(at time: Duration) -> CGRect? {
            if stop != nil { return nil }
            if let report { return report.frame }
            return transition.isInteractive ? transition.end : transition.movingFrame(at: time)
        }

        /// The frame at which the movement ends.
        var lastFrame: CGRect {
            stop ?? transition.end
        }
    }

    private var animation: Animation?
    /// The keyboard frames that affected the insets when the animation began.
    ///
    /// See ``VisibleKeyboard/beginParts``.
    ///
    /// `beginParts` is stored outside of `Animation`, because the state machine copies the animation for each event.
    private(set) var beginParts: [KeyboardTransition.Part] = []

    // MARK: The movement at a given time

    /// The serial number of the latest transition; 0 if there is none.
    var number: Int {
        animation?.number ?? 0
    }

    /// The latest transition; `nil` if there is none.
    var transition: KeyboardTransition? {
        animation?.transition
    }

    /// The last frame that the source reported, and the time of the report.
    ///
    /// The property is `nil` if the keyboard does not follow reported frames.
    var report: (frame: CGRect, time: Duration)? {
        animation?.report
    }

    /// Whether the source is reporting the frames of an interactive transition.
    ///
    /// No event announces an interactive transition, such as a drag.
    var isHeld: Bool {
        animation.map { $0.transition.isInteractive && $0.report != nil } ?? false
    }

    /// Returns whether the bounds of the screen have changed since the latest transition began.
    func isOfOtherCoordinates(than screen: KeyboardScreen) -> Bool {
        animation.map { $0.coordinates != screen.coordinates } ?? false
    }

    /// Returns the visible frame during the movement; `nil` if the keyboard is at rest.
    func movingFrame(at time: Duration) -> CGRect? {
        animation?.movingFrame(at: time)
    }

    /// The frame at which the latest transition ends; `nil` if there is none.
    var lastFrame: CGRect? {
        animation?.lastFrame
    }

    // MARK: Targets

    /// Begins an animation from the visible frame to the target.
    ///
    /// If the running animation already ends at the target, the method keeps the animation and updates the placement,
    /// duration and curve.
    // The method does not change `target` or `screen`. Without the keyword `inout`, Swift would copy `target` and
    // `screen` for each event.
    mutating func move(to target: inout KeyboardTarget, on screen: inout KeyboardScreen, _ serial: Int) {
        guard let end = target.end else {
            // If the end frame is unknown, the method removes the animation. A drag keeps its animation, because the
            // source reports the frames of the drag.
            if !(target.isOnScreen && isHeld) { (animation, beginParts) = (nil, []) }
            return
        }
        let curve = KeyboardAnimationCurve(reported: target.curve)
        // Each access to the property `animation` copies the animation. Therefore the method reads the property only
        // once, and stores the copy in a constant.
        let current = animation
        let isSameScreen = current?.coordinates == screen.coordinates
        var begin = current?.movingFrame(at: target.startTime)
        if let last = current?.transition, !last.isInteractive, end.matches(last.end),
            (last.endPlacement != .offScreen) == target.isOnScreen, isSameScreen || begin == nil
        {
            return amend(last, target, curve)
        }
        var beginPlacement = KeyboardState.Placement.offScreen
        if let current, isSameScreen {
            let last = current.transition
            if last.isBlended(beginningWith: beginParts) { keepParts(of: last, at: begin) }
            if begin == nil, last.endPlacement != .offScreen { begin = current.lastFrame }
            if begin != nil {
                beginPlacement = last.endPlacement == .offScreen ? last.beginPlacement : last.endPlacement
            }
        } else {
            (begin, beginPlacement) = beginOnNewScreen(target, screen)
            if !beginParts.isEmpty { beginParts = [] }
        }
        animation = Animation(
            number: serial,
            coordinates: screen.coordinates,
            transition: KeyboardTransition(
                from: begin ?? firstFrame(end, target, screen),
                to: end,
                beginPlacement: beginPlacement,
                endPlacement: target.placement,
                startTime: target.startTime,
                duration: target.duration,
                curve: curve
            )
        )
    }

    /// Returns the begin frame and begin placement for the first animation on this screen.
    private func beginOnNewScreen(
        _ target: KeyboardTarget,
        _ screen: KeyboardScreen
    ) -> (CGRect?, KeyboardState.Placement) {
        guard let reported = target.reportedBegin, !reported.isEmpty else { return (nil, .offScreen) }
        // If the keyboard stays hidden, the keyboard does not visibly move on the new screen.
        if !target.isOnScreen, animation?.transition.endPlacement == .offScreen { return (nil, .offScreen) }
        // If the bounds are unknown, the method compares the begin frame with the end frame. If the begin frame is at
        // least as far toward the edge as the end frame, the method assumes that the begin frame is off screen.
        if animation == nil, screen.bounds == nil, target.isOnScreen, let end = target.end {
            return (reported, reported.isBeyond(end, at: target.placement.edge) ? .offScreen : target.placement)
        }
        let placement = screen.placement(
            KeyboardPlacementQuestion(verb: .show, frame: reported, begin: nil, previous: .offScreen)
        )
        return placement == .offScreen && animation != nil ? (nil, .offScreen) : (reported, placement)
    }

    /// Returns the begin frame for a keyboard that was off screen before the animation.
    private func firstFrame(_ end: CGRect, _ target: KeyboardTarget, _ screen: KeyboardScreen) -> CGRect {
        let outside = screen.offScreen(end, target.placement)
        guard let begin = target.reportedBegin else { return outside }
        if outside == end {
            // If the begin frame is outside of known bounds, a floating keyboard moves from the begin frame to the end
            // frame. Otherwise, a floating keyboard appears at its end frame.
            return screen.bounds.map { begin.intersectsVisibly($0) } ?? true ? end : begin
        }
        let isOutside = target.placement == .dockedAtTop ? begin.minY <= outside.minY : begin.minY >= outside.minY
        return isOutside ? begin : outside
    }

    /// Stores the parts of an interrupted blended transition.
    ///
    /// The parts are the keyboard frames that affect the insets. `frame` is the visible frame; `nil` if the transition
    /// has reached its end.
    @inline(never)
    private mutating func keepParts(of last: KeyboardTransition, at frame: CGRect?) {
        beginParts = frame.map { last.parts(at: $0, beginningWith: beginParts) } ?? []
    }

    /// Restarts the latest transition from the given frame.
    private mutating func resume(from frame: CGRect, at time: Duration) {
        guard let last = animation?.transition else { return }
        if last.isBlended(beginningWith: beginParts) { keepParts(of: last, at: frame) }
        animation?.transition.begin = frame
        animation?.transition.startTime = time
    }

    /// Sets the animation's placement, duration and curve to the target's values.
    ///
    /// The animation continues at the visible frame.
    private mutating func amend(
        _ last: KeyboardTransition,
        _ target: KeyboardTarget,
        _ curve: KeyboardAnimationCurve
    ) {
        animation?.transition.endPlacement = target.placement
        let time = target.startTime
        guard last.duration != target.duration || last.curve != curve, movingFrame(at: time) != nil else { return }
        resume(from: last.frame(at: time), at: time)
        animation?.transition.duration = target.duration
        animation?.transition.curve = curve
    }

    /// Sets the end placement of the latest transition.
    mutating func setEndPlacement(_ placement: KeyboardState.Placement) {
        animation?.transition.endPlacement = placement
    }

    // MARK: Reported frames

    /// Moves the visible frame to a frame that the source reports.
    ///
    /// - Parameters:
    ///   - frame: The reported frame.
    ///   - time: The time of the report.
    ///   - target: The target.
    ///   - screen: The screen.
    ///   - serial: The serial number that a new interactive transition receives.
    /// - Returns: Whether the keyboard follows the reported frame.
    mutating func follow(
        _ frame: CGRect,
        at time: Duration,
        _ target: KeyboardTarget,
        _ screen: KeyboardScreen,
        _ serial: Int
    ) -> Bool {
        let movingFrame = movingFrame(at: time)
        // Before the *did* event of a transition, a reported frame belongs to this transition. After the *did* event, a
        // reported frame can begin an interactive transition. For example, a finger can catch a keyboard that still
        // moves along its curve.
        let isCaught = target.isOnScreen && report == nil && !frame.matches(target.end)
        if animation == nil || !target.isRunning && (isCaught || movingFrame == nil) {
            let visible = movingFrame ?? lastFrame ?? frame
            guard animation == nil || visible != frame else { return false }
            beginParts = []
            animation = Animation(
                number: serial,
                coordinates: screen.coordinates,
                transition: KeyboardTransition(
                    from: visible,
                    to: frame,
                    beginPlacement: target.placement,
                    endPlacement: target.placement,
                    startTime: time,
                    duration: 0,
                    isInteractive: true
                )
            )
        }
        animation?.report = (frame, time)
        return true
    }

    /// Ends an animation that follows reported frames.
    ///
    /// The animation ends at the frame `end`. If `end` is `nil`, the animation ends at the visible frame.
    ///
    /// - Returns: The frame at which the animation has ended; `nil` if the keyboard does not follow reported frames.
    mutating func stop(at end: CGRect?, _ time: Duration) -> CGRect? {
        guard let current = animation, current.report != nil || current.transition.isInteractive else { return nil }
        let movingFrame = current.movingFrame(at: time)
        guard movingFrame != nil || current.report != nil else { return nil }
        let end = end ?? movingFrame ?? current.lastFrame
        animation?.report = nil
        animation?.stop = end
        return end
    }

    /// Stops following reported frames.
    ///
    /// The state machine calls `endReports(at:)` when the time since the last report reaches
    /// ``KeyboardTiming/patience``. An announced animation continues along its curve. An interactive animation, such as
    /// a drag, ends at the last reported frame.
    ///
    /// - Returns: The frame at which a drag has ended; `nil` if no drag has ended.
    mutating func endReports(at time: Duration) -> CGRect? {
        guard let current = animation, let report = current.report else { return nil }
        animation?.report = nil
        guard current.transition.isInteractive else {
            resume(from: report.frame, at: time)
            return nil
        }
        animation?.stop = report.frame
        return report.frame
    }
}

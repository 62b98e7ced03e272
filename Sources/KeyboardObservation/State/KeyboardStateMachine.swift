import Foundation

/// Derives the state and the visible frame of one sender's keyboard from the events and the time.
///
/// Events set the *target*: the frame and placement of the keyboard at the end of its transition. After every event and
/// every time-out, the state machine adjusts the *animation* to the target. A repeated, reordered or lost event can
/// delay the animation, but the animation still ends at the target. The state machine follows these rules:
///
/// - **Bounds.** If no event has reported the bounds, the state machine uses the fallback bounds. When the bounds
///   change, the state machine immediately determines the placement again. A hidden keyboard stays hidden when the
///   screen turns, even if the new bounds contain the keyboard's old frame.
/// - **Coordinates.** When known bounds change, the visible frame is no longer valid. The next transition begins at the
///   reported begin frame. If the begin frame is missing or off screen, the transition begins beyond the screen's edge.
/// - **Placement.** ``KeyboardPlacementQuestion`` determines the placement from the reported bounds or the fallback
///   bounds. If the bounds are unknown, ``ScreenEstimate`` estimates the bounds.
/// - ***Will* events.** A *will* event sets the target. Two *will* events with the same end frame within 50 ms are a
///   *pair*. A *show* and a *hide* are never a pair. For both events of a pair, the placement depends on the target
///   before the pair. A *show* or *hide* event takes precedence over the *frame* event of its pair. A *show* or *hide*
///   event can complete the pair of a *frame* event. Therefore the animation of a *frame* event begins only at the next
///   event or the next tick. If the bounds have changed, the animation of a *frame* event begins immediately.
/// - **A height of 0.** A *show* event with a height of 0 hides a keyboard that has been shown for at least 0.5 s. If
///   the keyboard is hidden or has just been shown, the state machine waits for an event with the real height. If no
///   event with the real height arrives before the time-out, the phase becomes `hidden`. While the keyboard disappears,
///   a height of 0 changes nothing.
/// - **Obscured keyboards.** A *frame* event can report `isObscured` without a movement. The begin frame and the end
///   frame of this event are both equal to the end frame of the target. The event changes only the flags. The *did*
///   events of an announced transition do not change `isObscured`.
/// - ***Will* events without a usable frame.** A *frame* event without a usable end frame does not change the target.
///   If the *frame* event has a begin frame, a drag begins. The *did* event of the drag reports the end frame. After a
///   *show* event without a frame, the target is the keyboard's last frame on this screen. If no frame on this screen
///   is known, the keyboard covers nothing. After a *hide* event without a frame, a docked keyboard moves off the
///   screen, and a floating keyboard disappears in place.
/// - **Animation.** If a new target and the running animation have the same end frame, the animation continues with the
///   new duration, curve and placement. Followers do not receive a new transition for a continued animation. If the end
///   frames differ, the running animation stops, and a new animation begins at the visible frame. A transition with a
///   duration of 0 ends immediately.
/// - ***Did* events.** If a *did* event matches the last *will* event, the *did* event ends the phase `appearing` or
///   `disappearing`. After this *did* event, an animation along a curve continues to its end, but an animation of
///   reported frames ends immediately. The state machine drops repeated *did* events and the *did* events of superseded
///   *will* events. ``SupersededDids`` recognises both. If a *did* event contradicts the last *will* event, the state
///   machine waits for a matching *did* event until the time-out. If no matching *did* event arrives, the state machine
///   accepts the contradicting *did* event. While the keyboard is at rest, the state machine accepts a *did* event that
///   reports a change.
/// - **Reported frames.** If the source reports the frames of a movement, the keyboard follows these frames instead of
///   the curve. If the source reports no frame for 0.5 s, an announced movement continues along the curve from the last
///   reported frame. An unannounced movement ends, and the last reported frame becomes the target. If the source
///   reports the frames of a movement only after the *did* event, the last reported frame becomes the target. The state
///   machine ignores reported frames of a hidden keyboard.
/// - **Time-outs.** If no *did* event arrives, the phase `appearing` or `disappearing` ends 0.5 s after the announced
///   end of the transition. ``KeyboardState/isHealed`` then becomes `true`.
struct KeyboardStateMachine {
    /// The upper limit of a transition's duration, in seconds.
    private static let longestDuration = 10.0

    let sender: ObjectIdentifier?

    private var target = KeyboardTarget()
    /// The target before the last *will* event; for a pair of *will* events, the target before the pair.
    private var origin = KeyboardTarget()
    /// The verb and the time of the last *will* event; `nil` if the event cannot be the first event of a pair.
    private var half: (verb: KeyboardVerb, time: Duration)?
    private var superseded = SupersededDids()
    /// Whether the last *will* event has begun a drag.
    private var isDragged = false
    /// A *did* event that contradicts the last *will* event; `nil` if there is none.
    ///
    /// If no matching *did* event arrives before the deadline, the state machine accepts the contradicting *did* event.
    private var contraryDid: KeyboardDid?
    private var flags = KeyboardFlags()
    private var screen: KeyboardScreen
    /// Whether the bounds have changed since the state machine determined the placement.
    private var isPlacementOutdated = false
    private var animator = KeyboardAnimator()
    /// Whether an animation to the target is pending.
    private var isAnimationPending = false
    /// The serial number that a new transition receives.
    ///
    /// The caller passes the serial number to `apply`, `report`, `tick`, `expire` and `setFallbackBounds`.
    private var serial = 0

    init(sender: ObjectIdentifier?, fallbackBounds: CGRect?) {
        self.sender = sender
        screen = KeyboardScreen(fallbackBounds: fallbackBounds)
    }

    // MARK: State and visible frame

    /// Returns the state at this time.
    ///
    /// `time` must not be earlier than in the previous call.
    func state(at time: Duration) -> KeyboardState {
        guard isAnimationPending else { return comparedState(isMoving: animator.movingFrame(at: time) != nil) }
        var compared = self
        compared.compare()
        return compared.state(at: time)
    }

    /// Returns the visible keyboard at this time.
    ///
    /// `time` must not be earlier than in the previous call.
    func visible(at time: Duration) -> VisibleKeyboard {
        let movingFrame = animator.movingFrame(at: time)
        return VisibleKeyboard(
            state: comparedState(isMoving: movingFrame != nil),
            frame: movingFrame ?? animator.lastFrame,
            placement: animator.transition?.endPlacement ?? target.placement,
            beginParts: animator.beginParts
        )
    }

    private func comparedState(isMoving: Bool) -> KeyboardState {
        KeyboardState(
            phase: target.phase,
            placement: target.placement,
            frame: target.isOnScreen ? target.end : nil,
            screenBounds: screen.bounds,
            isLocal: flags.isLocal,
            isObscured: flags.isObscured,
            sender: sender,
            transition: isMoving ? animator.transition : nil,
            isHealed: target.isHealed
        )
    }

    /// The serial number of the latest transition; 0 if there is none.
    var transitionNumber: Int {
        animator.number
    }

    /// The latest transition; `nil` if there is none.
    var lastTransition: KeyboardTransition? {
        animator.transition
    }

    /// Returns whether the keyboard moves along its curve or an animation is pending.
    ///
    /// `visible` is the visible keyboard at the current time.
    func needsTicks(_ visible: VisibleKeyboard) -> Bool {
        isAnimationPending || visible.state.transition != nil && animator.report == nil
    }

    /// The time of the next time-out; `nil` if there is none.
    var nextTimeout: Duration? {
        let silence = animator.report.map { $0.time + KeyboardTiming.patience }
        guard let deadline = target.deadline else { return silence }
        return silence.map { min($0, deadline) } ?? deadline
    }

    // MARK: Events and time-outs

    /// Applies the time-outs up to this time.
    ///
    /// - Returns: Whether there was a time-out.
    @discardableResult
    mutating func expire(at time: Duration, _ serial: Int) -> Bool {
        self.serial = serial
        let hasChanged = expire(at: time)
        // Without a follower, the state machine receives no ticks, so `expire` begins a pending animation.
        if isAnimationPending, time - target.startTime > KeyboardTiming.pair { compare() }
        return hasChanged
    }

    private mutating func expire(at time: Duration) -> Bool {
        // Most events arrive before the time-out. Computing the deadline takes ten times as long as this check.
        guard target.isRunning && target.startTime + KeyboardTiming.patience <= time || animator.report != nil else {
            return false
        }
        var hasChanged = false
        while let timeout = nextTimeout, timeout <= time {
            hasChanged = true
            if let deadline = target.deadline, deadline == timeout {
                compare()
                target.isRunning = false
                if let contraryDid {
                    believe(contraryDid, deadline, owesOrigin: false)
                } else {
                    rest()
                    target.isHealed = true
                }
            } else {
                endReports(at: timeout)
            }
        }
        return hasChanged
    }

    /// Begins the pending animation of a *frame* event.
    mutating func tick(_ serial: Int) {
        self.serial = serial
        compare()
    }

    /// Applies an event.
    mutating func apply(_ event: KeyboardEvent, at time: Duration, _ serial: Int) {
        self.serial = serial
        _ = expire(at: time)
        switch event.kind {
        case .willShow, .willHide, .willChangeFrame:
            announce(event, time)
        case .didShow, .didHide, .didChangeFrame:
            confirm(KeyboardDid(event.kind.verb, event.info), time)
        }
        if isPlacementOutdated { placeAgain(at: time) }
    }

    /// Sets the fallback bounds, and updates the placement.
    mutating func setFallbackBounds(_ newBounds: CGRect?, at time: Duration, _ serial: Int) {
        self.serial = serial
        _ = expire(at: time)
        let oldBounds = screen.bounds
        screen.fallbackBounds = newBounds
        boundsDidChange(from: oldBounds)
        if isPlacementOutdated { placeAgain(at: time) }
    }

    /// Stores the bounds that an event reports.
    ///
    /// The state machine does not store the bounds of a dropped *did* event, because the bounds can be outdated.
    private mutating func learnBounds(_ info: Notification.KeyboardInfo) {
        guard let newBounds = info.screenBounds, !newBounds.matches(screen.reportedBounds), !newBounds.isEmpty else {
            return
        }
        let oldBounds = screen.bounds
        screen.reportedBounds = newBounds
        boundsDidChange(from: oldBounds)
    }

    /// Records that the bounds of the screen have changed or have become known.
    private mutating func boundsDidChange(from oldBounds: CGRect?) {
        guard let bounds = screen.bounds, !bounds.matches(oldBounds) else { return }
        compare()
        if oldBounds != nil { screen.coordinates += 1 }
        isPlacementOutdated = true
    }

    /// Determines the target's placement again after the bounds have changed.
    private mutating func placeAgain(at time: Duration) {
        isPlacementOutdated = false
        guard let bounds = screen.bounds, let verb = target.verb else { return }
        compare()
        let question =
            if target.isOnScreen, let frame = target.end {
                KeyboardPlacementQuestion(verb: verb, frame: frame, begin: nil, previous: target.placement)
            } else if let frame = target.reportedEnd {
                KeyboardPlacementQuestion(
                    verb: verb,
                    frame: frame,
                    begin: target.reportedBegin,
                    previous: origin.placement
                )
            } else {
                KeyboardPlacementQuestion?.none
            }
        guard let question else { return }
        let placement = question.placement(in: bounds)
        // If the screen turns while the keyboard is hidden, the keyboard stays hidden.
        if !target.isOnScreen, hides(in: bounds), !target.isEstimated, placement != .accessoryBarOnly { return }
        target.isEstimated = false
        target.placement = placement
        target.end = question.frame
        if target.isRunning {
            target.phase = target.isOnScreen ? .appearing : .disappearing
        } else {
            (target.startTime, target.duration) = (time, 0)
            rest()
        }
        isAnimationPending = true
        compare()
    }

    /// Returns whether the target's event hides the keyboard on a screen with these bounds.
    ///
    /// If the begin frame is outside of the bounds, the result is `false`, because the keyboard was already hidden.
    private func hides(in bounds: CGRect) -> Bool {
        guard let verb = target.verb, verb != .show else { return false }
        guard let begin = target.reportedBegin, let end = target.reportedEnd else {
            return verb == .hide || origin.isOnScreen
        }
        return begin.intersectsVisibly(bounds) && (verb == .hide || begin != end && origin.isOnScreen)
    }

    /// Moves the visible frame to a frame that the source reports.
    ///
    /// - Returns: Whether the keyboard follows the reported frame.
    mutating func report(_ frame: CGRect, at time: Duration, _ serial: Int) -> Bool {
        let frame = frame.standardized
        self.serial = serial
        _ = expire(at: time)
        compare()
        guard target.isOnScreen || animator.movingFrame(at: time) != nil else { return false }
        return animator.follow(frame, at: time, target, screen, serial)
    }

    // MARK: Wills

    private mutating func announce(_ event: KeyboardEvent, _ time: Duration) {
        var verb = event.kind.verb
        let (begin, end) = (event.info.frameBegin?.usable, event.info.frameEnd?.usable)
        flags = KeyboardFlags(event.info)
        if verb == .frame, end == nil {
            // A *frame* event with only a begin frame begins a drag. A *frame* event that contains no frame can be the
            // first event of a pair.
            if begin != nil { isDragged = true }
            return
        }
        learnBounds(event.info)
        if verb == .frame, target.isKept(by: event.info) { return }
        var isSecondHalf = false
        if let half, let end, time - half.time <= KeyboardTiming.pair,
            half.verb == verb || half.verb == .frame || verb == .frame, end.matches(target.reportedEnd)
        {
            isSecondHalf = true
            if half.verb == verb { target.willCount += 1 }
            if verb == .frame { verb = half.verb }
        } else {
            compare()
            if end?.isEmpty == true, verb != .hide, !target.isOnScreen, animator.movingFrame(at: time) != nil { return }
            origin = target
            (target.willCount, target.didCount) = (1, 0)
            if isDragged {
                superseded.supersedeDrag(at: time)
                isDragged = false
            }
        }
        guard let place = place(verb, begin, end, time) else { return }
        half = (verb, time)
        supersede(by: end, place, time, isSecondHalf: isSecondHalf)
        let earlierDuration = isSecondHalf ? max(target.earlierDuration, target.duration) : 0
        set(place, verb, begin, end, event.info, time)
        target.earlierDuration = earlierDuration
        target.phase = target.isOnScreen ? .appearing : .disappearing
        target.isRunning = true
        isAnimationPending = true
        // The animation of a *frame* event usually waits for the next event or tick. If the bounds have changed, the
        // animation begins immediately, because the visible frame is invalid.
        if verb != .frame || animator.isOfOtherCoordinates(than: screen) { compare() }
    }

    /// Stores the *will* event of the previous target in ``SupersededDids``.
    private mutating func supersede(by end: CGRect?, _ place: Place, _ time: Duration, isSecondHalf: Bool = false) {
        // The check of `isRunning` comes first, because computing `lastDid` is slow.
        guard let verb = origin.verb else { return }
        guard origin.isRunning || time <= KeyboardTiming.lastDid(origin.startTime, origin.duration) else { return }
        let isOtherPlace =
            origin.isOnScreen != (place.placement != .offScreen)
            || !(end.map { $0.matches(origin.reportedEnd) } ?? (origin.reportedEnd == nil))
        let will = KeyboardWill(
            verb: verb,
            end: origin.reportedEnd,
            startTime: origin.startTime,
            duration: max(origin.duration, origin.earlierDuration),
            count: origin.willCount,
            isAwaited: origin.isRunning || origin.willCount > origin.didCount
        )
        superseded.supersede(will, at: time, isOfOtherPlace: isOtherPlace, isReplacement: isSecondHalf)
    }

    // MARK: Dids

    private mutating func confirm(_ did: KeyboardDid, _ time: Duration) {
        if did.verb == .frame, target.isKept(by: did.info) { return }
        compare()
        let hasEndOfTarget = did.end == target.reportedEnd
        let isOfTarget = hasEndOfTarget && (did.verb == target.verb || did.verb == .frame)
        let running = target.isRunning ? target.verb : nil
        if !isOfTarget, superseded.claim(did, at: time, running: running, isDragging: isDragged) { return }
        // If a drag begins during a transition, the *did* event of the transition does not end the drag.
        let isEndOfDrag = isDragged && did.verb == .frame && did.end != nil && !(isOfTarget && target.isRunning)
        if isEndOfDrag { isDragged = false }
        guard target.isRunning, !isEndOfDrag else {
            guard isNews(did) else {
                if did.end != nil, hasEndOfTarget { learnBounds(did.info) }
                if did.verb == target.verb { target.isHealed = false }
                return
            }
            // In three cases, the source can still post a *did* event for the target: the transition is running, a drag
            // has just ended, or the first *did* event of a pair has just arrived.
            let owesOrigin =
                target.isRunning || isEndOfDrag
                || target.verb.map { superseded.hasArrived($0, target.reportedEnd, time) } == true
            return believe(did, time, owesOrigin: owesOrigin)
        }
        guard agrees(did) else { return contraryDid = did }
        if did.end != nil, hasEndOfTarget || target.reportedEnd == nil {
            learnBounds(did.info)
            contraryDid = nil
        }
        superseded.record(did, at: time)
        complete(with: did, time)
        // In a pair of *did* events, the *frame* event arrives first, but only the *show* or *hide* event ends the
        // phase.
        guard did.verb == target.verb || target.verb == .frame, !target.isHeightAwaited else { return }
        if let local = did.info.isLocal { flags.isLocal = local }
        target.didCount += 1
        target.isRunning = false
        rest()
        arrive(at: time)
    }

    /// Returns whether the *did* event matches the last *will* event.
    private func agrees(_ did: KeyboardDid) -> Bool {
        if did.verb == target.verb, did.verb != .frame { return true }
        let hasEndOfTarget = did.end == target.reportedEnd
        if did.verb == .frame { return did.end == nil || target.reportedEnd == nil || hasEndOfTarget }
        guard target.verb == .frame else { return false }
        return hasEndOfTarget || target.isOnScreen == (did.verb == .show)
    }

    /// Sets the target's missing frames to the frames of the *did* event.
    private mutating func complete(with did: KeyboardDid, _ time: Duration) {
        guard let end = did.end, let oldVerb = target.verb else { return }
        // If a superseded *will* event has the same end frame, the *did* event can belong to the superseded event.
        if superseded.owesEnd(end, at: time) { return }
        let verb = oldVerb == .frame ? did.verb : oldVerb
        let begin = did.info.frameBegin?.usable
        let isEndMissing = target.reportedEnd == nil
        // A *hide* event can report equal begin and end frames, because a keyboard can disappear in place.
        let isInPlace = target.reportedBegin == target.reportedEnd
        let isBeginMissing = target.reportedBegin == nil || isInPlace && oldVerb != .hide
        guard isEndMissing || end == target.reportedEnd && (verb != oldVerb || isBeginMissing && begin != end) else {
            return
        }
        guard let place = place(verb, begin ?? target.reportedBegin, end, time) else { return }
        if isEndMissing, end != target.end {
            set(place, verb, begin, end, did.info, time)
            target.duration = 0
            target.isRunning = true
        } else {
            target.placement = place.placement
            target.reportedBegin = begin ?? target.reportedBegin
            target.reportedEnd = end
            target.verb = verb
        }
        isAnimationPending = true
        compare()
    }

    /// Returns whether a *did* event for a keyboard at rest reports a change.
    private func isNews(_ did: KeyboardDid) -> Bool {
        guard target.phase != .unknown else { return true }
        // If a finger holds the keyboard away from the target, a *did* event with the target's end frame reports a
        // change.
        let end = did.end
        let isSamePlace = end == nil || !animator.isHeld && (end == target.reportedEnd || end == target.end)
        if did.verb == target.verb || did.verb == .frame { return !isSamePlace }
        return true
    }

    /// Sets the target to the end frame of a *did* event that no *will* event has announced.
    ///
    /// The change has already happened, so the transition has a duration of 0.
    ///
    /// - Parameters:
    ///   - did: The event.
    ///   - time: The time of the event.
    ///   - owesOrigin: Whether the source can still post a *did* event for the previous target.
    private mutating func believe(_ did: KeyboardDid, _ time: Duration, owesOrigin: Bool) {
        let (begin, end) = (did.info.frameBegin?.usable, did.end)
        learnBounds(did.info)
        origin = target
        guard let place = place(did.verb, begin, end, time) else { return rest() }
        flags.update(did.info)
        half = nil
        if owesOrigin { supersede(by: end, place, time) }
        set(place, did.verb, begin, end, did.info, time)
        target.willCount = 0
        if !animator.isHeld, target.end == origin.end, target.isOnScreen == origin.isOnScreen {
            // The running animation already ends at this frame, so the animation keeps its curve.
            (target.startTime, target.duration, target.curve) = (origin.startTime, origin.duration, origin.curve)
        } else {
            target.duration = 0
        }
        rest()
        isAnimationPending = true
        compare()
    }

    private mutating func rest() {
        contraryDid = nil
        guard target.verb != nil else { return }
        if target.isHeightAwaited {
            target.end = target.end.map { screen.offScreen($0, target.placement) }
            target.placement = .offScreen
            isAnimationPending = true
            compare()
        }
        target.phase = target.isOnScreen ? .shown : .hidden
    }

    // MARK: The target

    /// The placement and the end frame of the keyboard after an event.
    private struct Place {
        var placement: KeyboardState.Placement
        var end: CGRect?
    }

    /// Returns the placement and the end frame of the keyboard after an event.
    ///
    /// For a *frame* event without an end frame, the result is `nil`. `place` is mutating, because otherwise Swift
    /// would copy `self`.
    private mutating func place(_ verb: KeyboardVerb, _ begin: CGRect?, _ end: CGRect?, _ time: Duration) -> Place? {
        guard let end, verb != .show || !end.isEmpty else {
            switch verb {
            case .frame: return nil
            case .show: return placeOfShow(end, time)
            case .hide: return Place(placement: .offScreen, end: endOfHide)
            }
        }
        // If the keyboard is already hidden at this end frame, the *hide* event is a repetition, and the keyboard stays
        // hidden.
        if verb == .hide, !origin.isOnScreen, origin.end == end { return Place(placement: .offScreen, end: end) }
        let question = KeyboardPlacementQuestion(verb: verb, frame: end, begin: begin, previous: origin.placement)
        // A *show* event without a frame can move the keyboard to another screen. The estimated bounds can be wrong for
        // the other screen.
        let isUnknown = origin.isOnScreen && origin.end == nil
        return Place(placement: screen.placement(question, isUnknown: isUnknown), end: end)
    }

    /// Returns the placement and the end frame for a *show* event that reports no frame or a height of 0.
    private func placeOfShow(_ end: CGRect?, _ time: Duration) -> Place {
        // A *show* event with a height of 0 hides a keyboard that has been shown for at least 0.5 s.
        if end != nil, origin.isOnScreen, time - origin.startTime >= KeyboardTiming.patience {
            return Place(placement: .offScreen, end: endOfHide)
        }
        // If the bounds have not changed, the keyboard keeps its placement and frame.
        if origin.isOnScreen, !isPlacementOutdated { return Place(placement: origin.placement, end: origin.end) }
        // After a height of 0, the state machine waits for the real height, because the last frame can be outdated.
        guard end == nil, let last = screen.lastPlace else { return Place(placement: .docked) }
        return Place(placement: last.placement, end: last.frame)
    }

    /// The end frame to assume if an event hides the keyboard and reports no usable end frame.
    private var endOfHide: CGRect? {
        (origin.end ?? animator.report?.frame).map { origin.isOnScreen ? screen.offScreen($0, origin.placement) : $0 }
    }

    private mutating func set(
        _ place: Place,
        _ verb: KeyboardVerb,
        _ begin: CGRect?,
        _ end: CGRect?,
        _ info: Notification.KeyboardInfo,
        _ time: Duration
    ) {
        // `set` assigns the properties one by one, because copying a whole target is measurably slower. `set` checks
        // `contraryDid` before the assignment, because the assignment is measurably slower than the check.
        if contraryDid != nil { contraryDid = nil }
        isPlacementOutdated = false
        target.placement = place.placement
        target.end = place.end
        target.reportedBegin = begin
        target.reportedEnd = end
        target.verb = verb
        target.startTime = time
        target.duration = min(info.animationDuration ?? KeyboardEvent.usualDuration, Self.longestDuration)
        target.curve = info.animationCurve
        target.isRunning = false
        target.isHealed = false
        target.isEstimated = screen.bounds == nil
        guard let end = place.end, target.isOnScreen else { return }
        screen.learn(place.placement, end)
    }

    // MARK: The animation

    /// Begins the pending animation to the target; does nothing if no animation is pending.
    private mutating func compare() {
        guard isAnimationPending else { return }
        isAnimationPending = false
        animator.move(to: &target, on: &screen, serial)
    }

    /// Ends the animation of reported frames, and moves the keyboard to the target.
    ///
    /// The state machine calls `arrive` when the *did* event of the target has arrived. If no event has reported the
    /// end frame, the last reported frame becomes the target's end frame.
    private mutating func arrive(at time: Duration) {
        if let frame = animator.stop(at: target.end, time), target.end == nil { stay(at: frame) }
    }

    /// Stops following reported frames, because the source has not reported a frame for 0.5 s.
    private mutating func endReports(at time: Duration) {
        // Without a follower, the state machine receives no ticks, so an animation can still be pending.
        compare()
        if let frame = animator.endReports(at: time) { stay(at: frame) }
    }

    /// Sets the target's end frame to a reported frame; does nothing if the keyboard is off screen.
    private mutating func stay(at frame: CGRect) {
        guard target.isOnScreen else { return }
        target.end = frame
        let question = KeyboardPlacementQuestion(verb: .frame, frame: frame, begin: nil, previous: target.placement)
        // A finger can drag the keyboard below the bottom edge of the screen. The placement does not become
        // `offScreen`, because only an event can hide the keyboard.
        if let bounds = screen.bounds, case let placement = question.placement(in: bounds), placement != .offScreen {
            target.placement = placement
        }
        animator.setEndPlacement(target.placement)
    }
}

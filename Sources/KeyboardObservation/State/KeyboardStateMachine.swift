import Foundation

/// The state and the visible frame of one sender's keyboard, derived from its events and from time.
///
/// The events determine one *target*, which is the end of the keyboard's transition, or the keyboard's frame at rest.
/// After every event and every time-out, the *animation* is compared with the target. An event that is repeated,
/// reordered or lost can therefore delay the animation, but cannot change its end. The rules:
///
/// - **Bounds.** The last reported bounds take precedence over the fallback bounds. When the bounds change, the
///   placement is determined again immediately. A keyboard that is hidden stays hidden, because the screen may turn
///   meanwhile.
/// - **Coordinates.** Frames belong to a screen. When known bounds change, the visible frame is dropped, and the next
///   transition begins at the reported begin frame, or beyond the edge of the screen.
/// - **Placement.** ``KeyboardPlacementQuestion`` determines the placement, from the reported bounds, the fallback
///   bounds, or an estimate of the bounds.
/// - **Will events.** A *will* event sets the target. If a second *will* event within 50 ms has the same end frame, the
///   two events are a pair. The second event's placement is then determined from the target before the pair, and a
///   *show* or *hide* event takes precedence over a *frame* event. A *will* event that only changes the frame may be
///   the first event of a pair. Therefore its animation begins with the next event or the next tick, unless the screen
///   has changed.
/// - **A height of 0.** A *show* event with a height of 0 hides a keyboard that was shown at least 0.5 s before.
///   Otherwise its height may follow in another event. If no height follows, the keyboard is hidden at the time-out.
/// - **Will events without a usable frame.** A *frame* event changes nothing. If it has a begin frame, it begins a
///   drag, and the *did* event reports the end. The target of a *show* event is the last frame on this screen. If there
///   is no such frame, the frame is unknown and covers nothing. The target of a *hide* event is beyond the edge at
///   which the keyboard is docked. A floating keyboard disappears in place.
/// - **Animation.** If a new target has the same end frame, the running animation is amended, and followers do not
///   receive a new transition. If the target has another end frame, the running animation ends unfinished, and a new
///   animation begins at the visible frame. A transition with a duration of 0 ends as soon as it begins.
/// - **Did events.** The *did* event of the running *will* event ends the phase. The curve continues to its end, but an
///   animation of reported frames ends immediately. ``DidLedger`` recognises repetitions and the *did* events of
///   superseded *will* events. These events are dropped. A *did* event that contradicts the running *will* event is
///   stored. It is accepted at the deadline, unless a *did* event with the end frame of the target follows. While the
///   keyboard is at rest, a *did* event that reports a change is accepted.
/// - **Reported frames.** Reported frames replace the frames of the curve. If no frame is reported for 0.5 s, the curve
///   continues from the last reported frame. If no event announced the movement, or if the first reported frame follows
///   the *did* event, the last reported frame becomes the target. The reported frames of a hidden keyboard are ignored.
/// - **Time-outs.** If no *did* event arrives, the phase ends 0.5 s after the announced end. A *did* event that arrives
///   later confirms the inferred end.
struct KeyboardStateMachine {
    /// The longest duration of a transition, in seconds; a longer reported duration is reduced to this value.
    private static let longestDuration = 10.0

    let sender: ObjectIdentifier?

    private var target = KeyboardTarget()
    /// The target before the last *will* event, or before the pair that contains the last *will* event.
    private var origin = KeyboardTarget()
    /// The last *will* event, which may be the first event of a pair; `nil` if no pair is possible.
    private var half: (verb: KeyboardVerb, time: Duration)?
    private var ledger = DidLedger()
    /// Whether the last *will* event was a *frame* event with a begin and without an end, as in a drag.
    ///
    /// The *did* event then reports the end.
    private var isDragged = false
    /// A *did* event that contradicts the running *will* event.
    ///
    /// It is accepted if the expected *did* event does not arrive before the deadline.
    private var contraryDid: KeyboardDid?
    private var isLocal = true
    private var screen: KeyboardScreen
    /// Whether the bounds have changed since the placement was determined.
    private var isPlacementOutdated = false
    private var animator = KeyboardAnimator()
    /// Whether the animation has not yet been compared with the target.
    private var isAnimationPending = false
    /// The serial number of the current event, tick or time-out, which a transition receives if it begins now.
    private var serial = 0

    /// The time at which the end of the running transition is inferred; `nil` if no *did* event is awaited.
    private var deadline: Duration? {
        target.isRunning ? KeyboardTiming.deadline(target.startTime, target.duration) : nil
    }

    init(sender: ObjectIdentifier?, fallbackBounds: CGRect?) {
        self.sender = sender
        screen = KeyboardScreen(fallbackBounds: fallbackBounds)
    }

    // MARK: State and visible frame

    /// Returns the state at this time.
    ///
    /// The time must not be earlier than the time of the previous call.
    func state(at time: Duration) -> KeyboardState {
        guard isAnimationPending else { return comparedState(isMoving: animator.movingFrame(at: time) != nil) }
        var compared = self
        compared.compare()
        return compared.state(at: time)
    }

    /// Returns the visible keyboard at this time.
    ///
    /// The time must not be earlier than the time of the previous call.
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
            isLocal: isLocal,
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

    /// Returns whether the keyboard moves along its curve, or is about to move.
    ///
    /// `visible` is the visible keyboard now.
    func needsTicks(_ visible: VisibleKeyboard) -> Bool {
        isAnimationPending || visible.state.transition != nil && animator.report == nil
    }

    /// The time of the next time-out; `nil` if there is none.
    var nextTimeout: Duration? {
        let silence = animator.report.map { $0.time + KeyboardTiming.patience }
        guard let deadline else { return silence }
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
        // Without a follower, no tick compares the animation.
        if isAnimationPending, time - target.startTime > KeyboardTiming.pair { compare() }
        return hasChanged
    }

    private mutating func expire(at time: Duration) -> Bool {
        // Most events arrive before any time-out, and the deadline takes ten times as long to compute.
        guard target.isRunning && target.startTime + KeyboardTiming.patience <= time || animator.report != nil else {
            return false
        }
        var hasChanged = false
        while let timeout = nextTimeout, timeout <= time {
            hasChanged = true
            if let deadline, deadline == timeout {
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

    /// Compares the animation with the target, if a *frame* event has postponed the comparison.
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
            announce(event.kind.verb, event.info, time)
        case .didShow, .didHide, .didChangeFrame:
            confirm(KeyboardDid(event.kind.verb, event.info), time)
        }
        if isPlacementOutdated { placeAgain(at: time) }
    }

    /// Sets the bounds that are used until an event reports the bounds, and updates the placement.
    mutating func setFallbackBounds(_ newBounds: CGRect?, at time: Duration, _ serial: Int) {
        self.serial = serial
        _ = expire(at: time)
        let oldBounds = screen.bounds
        screen.fallbackBounds = newBounds
        boundsDidChange(from: oldBounds)
        if isPlacementOutdated { placeAgain(at: time) }
    }

    /// Stores the reported bounds.
    ///
    /// The method is not called for a dropped *did* event, because its bounds can be outdated.
    private mutating func learnBounds(_ info: Notification.KeyboardInfo) {
        guard let newBounds = info.screenBounds, !newBounds.matches(screen.reportedBounds), !newBounds.isEmpty else {
            return
        }
        let oldBounds = screen.bounds
        screen.reportedBounds = newBounds
        boundsDidChange(from: oldBounds)
    }

    /// Notes that the screen has turned, that it is another screen, or that its bounds have become known.
    private mutating func boundsDidChange(from oldBounds: CGRect?) {
        guard let bounds = screen.bounds, !bounds.matches(oldBounds) else { return }
        compare()
        if oldBounds != nil { screen.coordinates += 1 }
        isPlacementOutdated = true
    }

    /// Determines the target's placement again, because the bounds of the screen have changed.
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
        // A screen that turns while the keyboard is hidden does not show the keyboard.
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

    /// Returns whether the target's event hid the keyboard, given the new bounds.
    ///
    /// The earlier bounds may have been wrong. If the begin frame is outside of the new bounds, the keyboard has
    /// appeared within them.
    private func hides(in bounds: CGRect) -> Bool {
        guard let verb = target.verb, verb != .show else { return false }
        guard let begin = target.reportedBegin, let end = target.reportedEnd else {
            return verb == .hide || origin.isOnScreen
        }
        return begin.intersectsVisibly(bounds) && (verb == .hide || begin != end && origin.isOnScreen)
    }

    /// Applies a frame that the source reports during a movement.
    ///
    /// - Returns: Whether `frame` is now the visible frame.
    mutating func report(_ frame: CGRect, at time: Duration, _ serial: Int) -> Bool {
        let frame = frame.standardized
        self.serial = serial
        _ = expire(at: time)
        compare()
        guard target.isOnScreen || animator.movingFrame(at: time) != nil else { return false }
        return animator.follow(frame, at: time, target, screen, serial)
    }

    // MARK: Wills

    private mutating func announce(
        _ verb: KeyboardVerb,
        _ info: Notification.KeyboardInfo,
        _ time: Duration
    ) {
        let (begin, end) = (info.frameBegin?.usable, info.frameEnd?.usable)
        isLocal = info.isLocal ?? true
        if verb == .frame, end == nil {
            // A drag reports where it begins. The events of a pair may have no frame at all.
            if begin != nil { isDragged = true }
            return
        }
        learnBounds(info)
        var verb = verb
        var isSecondHalf = false
        if let half, let end, time - half.time <= KeyboardTiming.pair,
            half.verb == verb || half.verb == .frame || verb == .frame, end.matches(target.reportedEnd)
        {
            isSecondHalf = true
            if half.verb == verb { target.willCount += 1 }
            if verb == .frame { verb = half.verb }
        } else {
            compare()
            origin = target
            (target.willCount, target.didCount) = (1, 0)
            if isDragged {
                ledger.supersedeDrag(at: time)
                isDragged = false
            }
        }
        guard let place = place(verb, begin, end, time) else { return }
        half = (verb, time)
        supersede(by: end, place, time, isSecondHalf: isSecondHalf)
        let earlierDuration = isSecondHalf ? max(target.earlierDuration, target.duration) : 0
        set(place, verb, begin, end, info, time)
        target.earlierDuration = earlierDuration
        target.phase = target.isOnScreen ? .appearing : .disappearing
        target.isRunning = true
        isAnimationPending = true
        // The visible frame of another screen has no meaning within the new bounds.
        if verb != .frame || animator.isOfOtherCoordinates(than: screen) { compare() }
    }

    /// Stores the *will* event of the previous target in the ledger.
    private mutating func supersede(by end: CGRect?, _ place: Place, _ time: Duration, isSecondHalf: Bool = false) {
        // The end of a transition is compared with the time only if its *did* event has arrived.
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
        ledger.supersede(will, at: time, isOfOtherPlace: isOtherPlace, isReplacement: isSecondHalf)
    }

    // MARK: Dids

    private mutating func confirm(_ did: KeyboardDid, _ time: Duration) {
        compare()
        let hasEndOfTarget = did.end == target.reportedEnd
        let isOfTarget = hasEndOfTarget && (did.verb == target.verb || did.verb == .frame)
        let running = target.isRunning ? target.verb : nil
        if !isOfTarget, ledger.claim(did, at: time, running: running, isDragging: isDragged) { return }
        // A drag may begin during a transition. The *did* event of the transition does not end the drag.
        let isEndOfDrag = isDragged && did.verb == .frame && did.end != nil && !(isOfTarget && target.isRunning)
        if isEndOfDrag { isDragged = false }
        guard target.isRunning, !isEndOfDrag else {
            guard isNews(did) else {
                if did.end != nil, hasEndOfTarget { learnBounds(did.info) }
                if did.verb == target.verb { target.isHealed = false }
                return
            }
            // The *did* event of a transition can follow the *did* event of a drag, and a pair has two *did* events.
            let owesOrigin =
                target.isRunning || isEndOfDrag
                || target.willCount > 0 && target.verb.map { ledger.hasArrived($0, target.reportedEnd, time) } == true
            ledger.recordChange(did, at: time)
            return believe(did, time, owesOrigin: owesOrigin)
        }
        guard agrees(did) else { return contraryDid = did }
        if did.end != nil, hasEndOfTarget || target.reportedEnd == nil {
            learnBounds(did.info)
            contraryDid = nil
        }
        ledger.record(did, at: time)
        complete(with: did, time)
        // A *frame* event is the first event of a pair. The phase ends with the *show* or *hide* event.
        guard did.verb == target.verb || target.verb == .frame, !target.isHeightAwaited else { return }
        if let local = did.info.isLocal { isLocal = local }
        target.didCount += 1
        target.isRunning = false
        rest()
        arrive(at: time)
    }

    /// Returns whether the *did* event confirms the running *will* event.
    private func agrees(_ did: KeyboardDid) -> Bool {
        if did.verb == target.verb, did.verb != .frame { return true }
        let hasEndOfTarget = did.end == target.reportedEnd
        if did.verb == .frame { return did.end == nil || target.reportedEnd == nil || hasEndOfTarget }
        guard target.verb == .frame else { return false }
        return hasEndOfTarget || target.isOnScreen == (did.verb == .show)
    }

    /// Adds the begin frame or the end frame that only the *did* event reports.
    private mutating func complete(with did: KeyboardDid, _ time: Duration) {
        guard let end = did.end, let oldVerb = target.verb else { return }
        // The frames of a superseded *will* event do not complete another *will* event.
        if ledger.owesEnd(end, at: time) { return }
        let verb = oldVerb == .frame ? did.verb : oldVerb
        let begin = did.info.frameBegin?.usable
        let isEndMissing = target.reportedEnd == nil
        // A keyboard disappears in place if the *hide* event has equal frames, and the event is then complete.
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

    /// Returns whether a *did* event that arrives while the keyboard is at rest reports a change.
    private func isNews(_ did: KeyboardDid) -> Bool {
        guard target.phase != .unknown else { return true }
        // During a drag the keyboard can be away from both ends.
        let end = did.end
        let isSamePlace = end == nil || !animator.isHeld && (end == target.reportedEnd || end == target.end)
        if did.verb == target.verb || did.verb == .frame { return !isSamePlace }
        return true
    }

    /// Accepts a *did* event that no *will* event announced.
    ///
    /// The reported change has already happened.
    ///
    /// - Parameters:
    ///   - did: The event.
    ///   - time: The time of the event.
    ///   - owesOrigin: Whether the *did* event of the previous target can follow.
    private mutating func believe(_ did: KeyboardDid, _ time: Duration, owesOrigin: Bool) {
        let (begin, end) = (did.info.frameBegin?.usable, did.end)
        learnBounds(did.info)
        origin = target
        guard let place = place(did.verb, begin, end, time) else { return rest() }
        if let local = did.info.isLocal { isLocal = local }
        half = nil
        if owesOrigin { supersede(by: end, place, time) }
        set(place, did.verb, begin, end, did.info, time)
        target.willCount = 0
        if !animator.isHeld, target.end == origin.end, target.isOnScreen == origin.isOnScreen {
            // The curve already ends at this frame.
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

    /// The placement and the end frame that an event determines.
    private struct Place {
        var placement: KeyboardState.Placement
        var end: CGRect?
    }

    /// Returns the placement and the end frame that an event determines; `nil` for a *frame* event without a frame.
    ///
    /// Mutating, because a nonmutating method of this size copies `self`, which is measurably slower.
    private mutating func place(
        _ verb: KeyboardVerb,
        _ begin: CGRect?,
        _ end: CGRect?,
        _ time: Duration
    ) -> Place? {
        guard let end, verb != .show || !end.isEmpty else {
            switch verb {
            case .frame: return nil
            case .show: return placeOfShow(end, time)
            case .hide: return Place(placement: .offScreen, end: endOfHide)
            }
        }
        // A repeated *hide* event does not change the target, even if it is late.
        if verb == .hide, !origin.isOnScreen, origin.end == end { return Place(placement: .offScreen, end: end) }
        let question = KeyboardPlacementQuestion(verb: verb, frame: end, begin: begin, previous: origin.placement)
        // If the keyboard is on screen and no event has reported its frame, the screen is unknown as well.
        let isUnknown = origin.isOnScreen && origin.end == nil
        return Place(placement: screen.placement(question, isUnknown: isUnknown), end: end)
    }

    /// Returns the target of a *show* event that reports no frame, or a frame without a height.
    private func placeOfShow(_ end: CGRect?, _ time: Duration) -> Place {
        // A keyboard that reports a height of 0 at rest is hidden. Soon after a *show* event, the height may follow.
        if end != nil, origin.isOnScreen, time - origin.startTime >= KeyboardTiming.patience {
            return Place(placement: .offScreen, end: endOfHide)
        }
        // The last frame of another screen has no meaning.
        if origin.isOnScreen, !isPlacementOutdated { return Place(placement: origin.placement, end: origin.end) }
        // A keyboard of height 0 reports its height later, and its last frame may be outdated.
        guard end == nil, let last = screen.lastPlace else { return Place(placement: .docked) }
        return Place(placement: last.placement, end: last.frame)
    }

    /// The end frame of a *hide* event that reports no frame.
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
        // Each property is set in place, and `contraryDid` only if necessary, because copying is measurably slower.
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

    /// Compares the animation with the target, unless it has been compared.
    private mutating func compare() {
        guard isAnimationPending else { return }
        isAnimationPending = false
        animator.move(to: target, on: screen, serial)
    }

    /// Ends an animation of reported frames at the target.
    ///
    /// A *did* event has reported that the keyboard is at the target. If no event has reported an end, the last
    /// reported frame becomes the end.
    private mutating func arrive(at time: Duration) {
        if let frame = animator.stop(at: target.end, time), target.end == nil { stay(at: frame) }
    }

    /// Ends the period of reported frames.
    private mutating func endReports(at time: Duration) {
        // An event may have set a new target, and without a follower no tick has compared the animation with it.
        compare()
        if let frame = animator.endReports(at: time) { stay(at: frame) }
    }

    /// Makes a reported frame the end of a keyboard on screen.
    private mutating func stay(at frame: CGRect) {
        guard target.isOnScreen else { return }
        target.end = frame
        let question = KeyboardPlacementQuestion(
            verb: .frame,
            frame: frame,
            begin: nil,
            previous: target.placement
        )
        // The keyboard can be below the edge during a drag. Only an event hides the keyboard.
        if let bounds = screen.bounds, case let placement = question.placement(in: bounds), placement != .offScreen {
            target.placement = placement
        }
        animator.setEndPlacement(target.placement)
    }
}

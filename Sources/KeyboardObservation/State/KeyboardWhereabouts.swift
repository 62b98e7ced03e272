import Foundation

/// The state and the visible frame of one sender's keyboard, derived from its events and from time.
///
/// The events determine one *target*, which is the end of the keyboard's transition, or the keyboard's frame at rest.
/// After every event and every time-out, the *animation* is compared with the target. An event that is repeated,
/// reordered or lost can therefore delay the animation, but cannot change its end. The rules:
///
/// - **Senders.** Each sender has its own keyboard. ``KeyboardTracker`` keeps the keyboards of the 16 senders with the
///   most recent events, and discards the keyboards of other senders.
/// - **Followers.** A follower with a screen follows the keyboard of this sender. If the screen has not posted an
///   event, or if its keyboard was discarded, the follower follows the keyboard of the events without a sender.
///   A follower without a screen follows the keyboard of the latest event.
/// - **Bounds.** The last reported bounds take precedence over the fallback bounds. When the fallback bounds change,
///   views are clipped to them immediately. The placement is updated the next time that the target is set.
/// - **Placement.** ``KeyboardPlacementQuestion`` determines the placement, from the reported bounds, the fallback
///   bounds, or an estimate of the bounds.
/// - **Will events.** A *will* event sets the target. If a second *will* event within 50 ms has the same end frame, the
///   two events are a pair. The second event's placement is then determined from the target before the pair, and a
///   *show* or *hide* event takes precedence over a *frame* event. A *will* event that only changes the frame may be
///   the first event of a pair. Therefore its animation begins with the next event or the next tick.
/// - **Will events without a usable frame.** A *frame* event does not change the target, because its *did* event
///   reports the end of a drag. The target of a *show* event is the last frame on screen. The target of a *hide* event
///   is beyond the edge at which the keyboard is docked. A floating keyboard disappears in place.
/// - **Animation.** If a new target has the same end frame, the running animation is amended, and followers do not
///   receive a new transition. If the target has another end frame, the running animation ends unfinished, and a new
///   animation begins at the visible frame. A transition with a duration of 0 ends as soon as it begins.
/// - **Did events.** The *did* event of the running *will* event ends the phase. The curve continues to its end, but an
///   animation of reported frames ends immediately. The *did* event of a superseded *will* event is dropped if it
///   arrives within 1 s after its announced end. A *did* event that contradicts the running *will* event is stored, and
///   accepted at the deadline. While the keyboard is at rest, a *did* event is accepted, unless it repeats the last
///   accepted *did* event.
/// - **Reported frames.** Reported frames replace the frames of the curve. They are read only while a follower follows
///   a keyboard. If no frame is reported for 0.5 s, the curve continues from the last reported frame. If no event
///   announced the movement, the last reported frame becomes the target. The reported frames of a hidden keyboard are
///   ignored.
/// - **Time-outs.** If no *did* event arrives, the phase ends 0.5 s after the announced end.
struct KeyboardWhereabouts {
    /// The end of the transition, or the frame and placement at rest.
    private struct Target {
        var phase = KeyboardState.Phase.unknown
        var placement = KeyboardState.Placement.offScreen
        /// The last frame of the animation, on screen or off; `nil` if the frame is neither reported nor known from
        /// earlier events.
        var end: CGRect?
        /// The begin frame that the last *will* event or accepted *did* event reported.
        var reportedBegin: CGRect?
        var reportedEnd: CGRect?
        var verb: KeyboardVerb?
        var startTime = Duration.zero
        var duration = 0.0
        var curve: UInt?
        /// Whether the *did* event of the target's *will* event is awaited.
        var isRunning = false
        /// The number of times that the target's *will* event was posted.
        var willCount = 1
        var isHealed = false
        var isOnScreen: Bool { placement != .offScreen }
    }

    private struct Did {
        var verb: KeyboardVerb
        var info: Notification.KeyboardInfo
    }

    /// The *did* events of a superseded *will* event.
    private struct OwedDid {
        var verb: KeyboardVerb
        var end: CGRect?
        var startTime: Duration
        var duration: Double
        /// Whether the *did* event has not arrived, and does not also confirm the next *will* event.
        ///
        /// Such a *did* event is recognised even without a frame.
        var isAwaited: Bool
        /// The number of *did* events that have not arrived.
        ///
        /// A *will* event that was posted twice can have two *did* events.
        var count: Int
        /// Whether the next *will* event has another end.
        var isOfOtherPlace: Bool
        /// Whether the next *will* event was posted within 50 ms.
        ///
        /// A burst of *will* events with the same verb has one pair of *did* events, which report any of the end
        /// frames.
        var isOfBurst: Bool
    }

    /// The movement to the target.
    private struct Animation {
        let number: Int
        var transition: KeyboardTransition
        /// The last reported frame, which is the visible frame until ``KeyboardWhereabouts/patience`` has passed.
        var report: (frame: CGRect, time: Duration)?
        /// The frame at which the animation ended before the end of its curve; `nil` if it did not end early.
        var stop: CGRect?

        /// Returns the visible frame during the movement; `nil` if the keyboard has reached its end frame.
        func movingFrame(at time: Duration) -> CGRect? {
            if stop != nil { return nil }
            if let report { return report.frame }
            return transition.isInteractive ? transition.end : transition.movingFrame(at: time)
        }

        func isOver(at time: Duration) -> Bool {
            movingFrame(at: time) == nil
        }

        /// The frame at which the movement ends.
        var lastFrame: CGRect {
            stop ?? transition.end
        }

        func visibleFrame(at time: Duration) -> CGRect {
            movingFrame(at: time) ?? lastFrame
        }
    }

    /// The longest duration of a transition, in seconds; a longer reported duration is reduced to this value.
    private static let longestDuration = 10.0

    /// The time after the announced end within which a *did* event may arrive, and the longest time between reported
    /// frames.
    private static let patience = Duration.milliseconds(500)

    /// The longest time between the two events of a pair, which are 2 to 4 ms apart in UIKit's logs.
    private static let pairTime = Duration.milliseconds(50)

    /// The largest number of superseded *will* events that are kept.
    private static let mostOwedDids = 8

    let sender: ObjectIdentifier?

    private var target = Target()
    /// The target before the last *will* event, or before the pair that contains the last *will* event.
    private var origin = Target()
    /// The last *will* event, which may be the first event of a pair; `nil` if no pair is possible.
    private var half: (verb: KeyboardVerb, time: Duration)?
    /// The *did* events of the most recent superseded *will* events, as a ring buffer.
    private var owedDids: [OwedDid] = []
    private var lastOwedDid = 0
    /// Whether the last *will* event was a *frame* event without an end, as in a drag.
    ///
    /// The *did* event then reports the end.
    private var isEndOpen = false
    /// A *did* event that contradicts the running *will* event.
    ///
    /// It is accepted if the expected *did* event does not arrive before the deadline.
    private var contraryDid: Did?
    private var lastDid: (verb: KeyboardVerb, end: CGRect?, time: Duration)?
    private var isLocal = true
    private var reportedBounds: CGRect?
    /// The bounds of the screen, which are used until an event reports the bounds.
    var fallbackBounds: CGRect?
    private var estimate = ScreenEstimate()
    /// The last target on screen, for a *show* event without a frame.
    private var lastPlace: (placement: KeyboardState.Placement, frame: CGRect, bounds: CGRect?)?
    private var animation: Animation?
    /// The parts at the beginning of the animation.
    ///
    /// See ``VisibleKeyboard/beginParts``.
    ///
    /// The parts are not stored in the animation, because the animation is copied for each event.
    private var beginParts: [KeyboardTransition.Part] = []
    /// Whether the animation has not yet been compared with the target.
    private var isAnimationPending = false
    /// The serial number of the current event, tick or time-out, which a transition receives if it begins now.
    private var serial = 0

    /// The time at which the end of the running transition is inferred; `nil` if no *did* event is awaited.
    private var deadline: Duration? {
        target.isRunning ? Self.deadline(target.startTime, target.duration) : nil
    }

    private static func deadline(_ startTime: Duration, _ duration: Double) -> Duration {
        startTime + patience + .delay(seconds: duration)
    }

    init(sender: ObjectIdentifier?) {
        self.sender = sender
    }

    private var bounds: CGRect? {
        reportedBounds ?? fallbackBounds
    }

    // MARK: State and visible frame

    /// Returns the state at this time.
    ///
    /// The time must not be earlier than the time of the previous call.
    func state(at time: Duration) -> KeyboardState {
        guard isAnimationPending else { return comparedState(isMoving: !isOver(at: time)) }
        var compared = self
        compared.compare()
        return compared.comparedState(isMoving: !compared.isOver(at: time))
    }

    /// Returns the visible keyboard at this time.
    ///
    /// The time must not be earlier than the time of the previous call.
    func visible(at time: Duration) -> VisibleKeyboard {
        let movingFrame = animation?.movingFrame(at: time)
        return VisibleKeyboard(
            state: comparedState(isMoving: movingFrame != nil),
            frame: movingFrame ?? animation?.lastFrame,
            placement: animation?.transition.endPlacement ?? target.placement,
            beginParts: beginParts
        )
    }

    private func comparedState(isMoving: Bool) -> KeyboardState {
        KeyboardState(
            phase: target.phase,
            placement: target.placement,
            frame: target.isOnScreen ? target.end : nil,
            screenBounds: bounds,
            isLocal: isLocal,
            sender: sender,
            transition: isMoving ? animation?.transition : nil,
            isHealed: target.isHealed
        )
    }

    /// The serial number of the latest transition; 0 if there is none.
    var transitionNumber: Int {
        animation?.number ?? 0
    }

    /// The latest transition; `nil` if there is none.
    var lastTransition: KeyboardTransition? {
        animation?.transition
    }

    private func isOver(at time: Duration) -> Bool {
        animation.map { $0.isOver(at: time) } ?? true
    }

    /// Returns whether the keyboard, which is visible like this now, moves along its curve or is about to move.
    func needsTicks(_ visible: VisibleKeyboard) -> Bool {
        isAnimationPending || visible.state.transition != nil && animation?.report == nil
    }

    /// The time of the next time-out; `nil` if there is none.
    var nextTimeout: Duration? {
        let silence = animation?.report.map { $0.time + Self.patience }
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
        return expire(at: time)
    }

    private mutating func expire(at time: Duration) -> Bool {
        // Most events arrive before any time-out, and the deadline takes ten times as long to compute.
        guard target.isRunning && target.startTime + Self.patience <= time || animation?.report != nil else {
            return false
        }
        var hasChanged = false
        while let timeout = nextTimeout, timeout <= time {
            hasChanged = true
            if let deadline, deadline == timeout {
                compare()
                target.isRunning = false
                if let contraryDid {
                    believe(contraryDid, deadline)
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
            learnBounds(event.info)
            announce(event.kind.verb, event.info, time)
        case .didShow, .didHide, .didChangeFrame:
            confirm(Did(verb: event.kind.verb, info: event.info), time)
        }
    }

    /// Stores the reported bounds.
    ///
    /// The method is not called for a dropped *did* event, because its bounds can be outdated.
    private mutating func learnBounds(_ info: Notification.KeyboardInfo) {
        if let bounds = info.screenBounds, !bounds.isEmpty { reportedBounds = bounds }
    }

    /// Applies a frame that the source reports during a movement.
    ///
    /// - Returns: Whether `frame` is now the visible frame.
    mutating func report(_ frame: CGRect, at time: Duration, _ serial: Int) -> Bool {
        let frame = frame.standardized
        self.serial = serial
        _ = expire(at: time)
        compare()
        guard target.isOnScreen || !isOver(at: time) else { return false }
        if isOver(at: time) {
            let visible = animation.map { $0.visibleFrame(at: time) } ?? frame
            guard animation == nil || visible != frame else { return false }
            beginParts = []
            animation = Animation(
                number: serial,
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

    // MARK: Wills

    private mutating func announce(
        _ verb: KeyboardVerb,
        _ info: Notification.KeyboardInfo,
        _ time: Duration
    ) {
        let (begin, end) = (info.frameBegin?.usable, info.frameEnd?.usable)
        var verb = verb
        var isSecondHalf = false
        if let half, let end, time - half.time <= Self.pairTime,
            half.verb == verb || half.verb == .frame || verb == .frame, end.matches(target.reportedEnd)
        {
            isSecondHalf = true
            if half.verb == verb { target.willCount += 1 }
            if verb == .frame { verb = half.verb }
        } else {
            compare()
            origin = target
            target.willCount = 1
        }
        isLocal = info.isLocal ?? true
        isEndOpen = verb == .frame && end == nil
        guard let place = place(verb, begin, end) else { return }
        half = (verb, time)
        owe(to: end, place, time, isSecondHalf: isSecondHalf)
        set(place, verb, begin, end, info, time)
        target.phase = target.isOnScreen ? .appearing : .disappearing
        target.isRunning = true
        isAnimationPending = true
        if verb != .frame { compare() }
    }

    /// Stores a superseded *will* event.
    ///
    /// The *did* events of a superseded *will* event, and their repetitions, are dropped if they arrive late.
    private mutating func owe(to end: CGRect?, _ place: Place, _ time: Duration, isSecondHalf: Bool = false) {
        guard let verb = origin.verb, origin.isRunning || isInTime(origin.startTime, origin.duration, time) else {
            return
        }
        let isOtherPlace =
            origin.isOnScreen != (place.placement != .offScreen)
            || !(end.map { $0.matches(origin.reportedEnd) } ?? (origin.reportedEnd == nil))
        let owed = OwedDid(
            verb: verb,
            end: origin.reportedEnd,
            startTime: origin.startTime,
            duration: origin.duration,
            isAwaited: origin.isRunning && isOtherPlace,
            count: origin.willCount,
            isOfOtherPlace: isOtherPlace,
            isOfBurst: origin.isRunning && time - origin.startTime <= Self.pairTime
        )
        if isSecondHalf, !owedDids.isEmpty {
            // The first event of the pair has stored the *will* event, before the target of the pair was known.
            owedDids[lastOwedDid] = owed
        } else if owedDids.count < Self.mostOwedDids {
            lastOwedDid = owedDids.count
            owedDids.append(owed)
        } else {
            lastOwedDid = (lastOwedDid + 1) % Self.mostOwedDids
            owedDids[lastOwedDid] = owed
        }
    }

    /// Returns whether the *did* events of a *will* event can still arrive.
    private func isInTime(_ startTime: Duration, _ duration: Double, _ time: Duration) -> Bool {
        time <= Self.deadline(startTime, duration) + Self.patience
    }

    // MARK: Dids

    private mutating func confirm(_ did: Did, _ time: Duration) {
        compare()
        let end = did.info.frameEnd?.usable
        let isOfTarget = (did.verb == target.verb || did.verb == .frame) && end == target.reportedEnd
        if !(isOfTarget && (target.isRunning || isHeld)), isRepeated(did, time) || isOwed(did, end, time) { return }
        let isDrag = isEndOpen && did.verb == .frame && end != nil
        if did.verb == .frame { isEndOpen = false }
        guard target.isRunning, !isDrag else {
            learnBounds(did.info)
            guard isNews(did, end) else { return }
            lastDid = (did.verb, did.info.frameEnd, time)
            return believe(did, time)
        }
        guard agrees(did, end) else { return contraryDid = did }
        if end == nil || end == target.reportedEnd { learnBounds(did.info) }
        lastDid = (did.verb, did.info.frameEnd, time)
        complete(with: did, end, time)
        // A *frame* event is the first event of a pair. The phase ends with the *show* or *hide* event.
        guard did.verb == target.verb || target.verb == .frame else { return }
        if let local = did.info.isLocal { isLocal = local }
        target.isRunning = false
        rest()
        arrive(at: time)
    }

    /// Returns whether the *did* event repeats the last *did* event.
    private func isRepeated(_ did: Did, _ time: Duration) -> Bool {
        guard let last = lastDid, time - last.time <= Self.pairTime else { return false }
        return last.verb == did.verb && last.end == did.info.frameEnd
    }

    /// Returns whether the *did* event belongs to a superseded *will* event.
    ///
    /// The *did* event of a *will* event is dropped only once, together with the other event of its pair and its
    /// repetitions. A later *did* event reports a change, for example after the keyboard's process has ended.
    private mutating func isOwed(_ did: Did, _ end: CGRect?, _ time: Duration) -> Bool {
        let index = owedDids.firstIndex { owed in
            guard owed.verb == did.verb || did.verb == .frame || owed.verb == .frame && end != nil else { return false }
            guard owed.isAwaited && (end == nil || owed.end == nil) || end != nil && owed.end == end else {
                return false
            }
            let isOfBurst = owed.isOfBurst && target.isRunning && owed.verb == target.verb
            if isOfBurst, did.verb == target.verb, did.verb != .frame { return false }
            return isInTime(owed.startTime, owed.duration, time)
        }
        guard let index else { return false }
        if did.verb != .frame, owedDids[index].verb == did.verb, end == owedDids[index].end {
            owedDids[index].count -= 1
            // The other event of the pair and the repetitions can follow within twice the time of a pair.
            if owedDids[index].count == 0 {
                owedDids[index].startTime = time + Self.pairTime * 2 - Self.patience * 2
                owedDids[index].duration = 0
            }
        }
        return true
    }

    /// Returns whether the *did* event confirms the running *will* event.
    private func agrees(_ did: Did, _ end: CGRect?) -> Bool {
        if did.verb == target.verb, did.verb != .frame { return true }
        if did.verb == .frame { return end == nil || target.reportedEnd == nil || end == target.reportedEnd }
        guard target.verb == .frame else { return false }
        return end == target.reportedEnd || target.isOnScreen == (did.verb == .show)
    }

    /// Adds the begin frame or the end frame that only the *did* event reports.
    private mutating func complete(with did: Did, _ end: CGRect?, _ time: Duration) {
        guard let end, let oldVerb = target.verb else { return }
        // The frames of a superseded *will* event do not complete another *will* event.
        if owedDids.contains(where: { $0.isOfOtherPlace && $0.end == end && isInTime($0.startTime, $0.duration, time) })
        {
            return
        }
        let verb = oldVerb == .frame ? did.verb : oldVerb
        let begin = did.info.frameBegin?.usable
        let isEndMissing = target.reportedEnd == nil
        // A keyboard disappears in place if the *hide* event has equal frames, and the event is then complete.
        let isInPlace = target.reportedBegin == target.reportedEnd
        let isBeginMissing = target.reportedBegin == nil || isInPlace && oldVerb != .hide
        guard isEndMissing || end == target.reportedEnd && (verb != oldVerb || isBeginMissing && begin != end) else {
            return
        }
        guard let place = place(verb, begin ?? target.reportedBegin, end) else { return }
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
    private func isNews(_ did: Did, _ end: CGRect?) -> Bool {
        guard target.phase != .unknown else { return true }
        // During a drag the keyboard can be away from both ends.
        let isSamePlace = end == nil || !isHeld && (end == target.reportedEnd || end == target.end)
        if did.verb == target.verb || did.verb == .frame { return !isSamePlace }
        return true
    }

    /// Whether the source currently reports frames that no event has announced.
    private var isHeld: Bool {
        animation.map { $0.transition.isInteractive && $0.report != nil } ?? false
    }

    /// Accepts a *did* event that no *will* event announced.
    ///
    /// The reported change has already happened.
    private mutating func believe(_ did: Did, _ time: Duration) {
        let (begin, end) = (did.info.frameBegin?.usable, did.info.frameEnd?.usable)
        learnBounds(did.info)
        origin = target
        guard let place = place(did.verb, begin, end) else { return rest() }
        if let local = did.info.isLocal { isLocal = local }
        half = nil
        if origin.isRunning { owe(to: end, place, time) }
        set(place, did.verb, begin, end, did.info, time)
        if !isHeld, target.end == origin.end, target.isOnScreen == origin.isOnScreen {
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
        target.phase = target.isOnScreen ? .shown : .hidden
    }

    // MARK: The target

    /// The placement and the end frame that an event determines.
    private struct Place {
        var placement: KeyboardState.Placement
        var end: CGRect?
    }

    /// Returns the placement and the end frame that an event determines; `nil` if the event does not change the target.
    ///
    /// Always inlined, because a call would copy the whole of `self`.
    @inline(__always)
    private func place(
        _ verb: KeyboardVerb,
        _ begin: CGRect?,
        _ end: CGRect?
    ) -> Place? {
        guard let end, verb != .show || !end.isEmpty else {
            switch verb {
            case .frame: return nil
            case .show: return placeOfShow(end)
            case .hide: return Place(placement: .offScreen, end: endOfHide)
            }
        }
        // A repeated *hide* event does not change the target, even if it is late.
        if verb == .hide, !origin.isOnScreen, origin.end == end { return Place(placement: .offScreen, end: end) }
        let question = KeyboardPlacementQuestion(verb: verb, frame: end, begin: begin, previous: origin.placement)
        guard let bounds else {
            // If the keyboard is on screen and no event has reported its frame, the screen is unknown as well.
            let isUnknown = origin.isOnScreen && origin.end == nil
            let placement = question.placement(in: isUnknown ? ScreenEstimate() : estimate)
            return Place(placement: placement, end: end)
        }
        return Place(placement: question.placement(in: bounds), end: end)
    }

    /// Returns the target of a *show* event that reports no frame, or a frame without a height.
    private func placeOfShow(_ end: CGRect?) -> Place {
        if origin.isOnScreen { return Place(placement: origin.placement, end: origin.end) }
        // A keyboard of height 0 reports its height later, and its last frame may be outdated.
        guard end == nil, let lastPlace, lastPlace.bounds ?? bounds == bounds else { return Place(placement: .docked) }
        guard let bounds, lastPlace.bounds == nil else {
            return Place(placement: lastPlace.placement, end: lastPlace.frame)
        }
        // The placement was estimated, and the bounds are now known.
        let question = KeyboardPlacementQuestion(
            verb: .show,
            frame: lastPlace.frame,
            begin: nil,
            previous: lastPlace.placement
        )
        let placement = question.placement(in: bounds)
        return Place(
            placement: placement == .offScreen ? .docked : placement,
            end: placement == .offScreen ? nil : lastPlace.frame
        )
    }

    /// The end frame of a *hide* event that reports no frame.
    private var endOfHide: CGRect? {
        (origin.end ?? animation?.report?.frame).map { origin.isOnScreen ? offScreen($0, origin.placement) : $0 }
    }

    /// Returns the frame, moved off the screen through the edge at which it is docked.
    private func offScreen(_ frame: CGRect, _ placement: KeyboardState.Placement) -> CGRect {
        switch placement {
        case .docked, .accessoryBarOnly:
            frame.offsetBy(dx: 0, dy: (bounds?.maxY ?? frame.maxY) - frame.minY)
        case .dockedAtTop:
            frame.offsetBy(dx: 0, dy: (bounds?.minY ?? frame.minY) - frame.maxY)
        case .floating, .split, .offScreen:
            frame
        }
    }

    private mutating func set(
        _ place: Place,
        _ verb: KeyboardVerb,
        _ begin: CGRect?,
        _ end: CGRect?,
        _ info: Notification.KeyboardInfo,
        _ time: Duration
    ) {
        // Each property is set in place, and this one only if necessary, because copying is measurably slower.
        if contraryDid != nil { contraryDid = nil }
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
        guard let end = place.end, target.isOnScreen else { return }
        lastPlace = (place.placement, end, bounds)
        if reportedBounds == nil { estimate.learn(place.placement, end) }
    }

    // MARK: The animation

    /// Amends the animation if it ends at the target; otherwise begins a new animation at the visible frame.
    private mutating func compare() {
        guard isAnimationPending else { return }
        isAnimationPending = false
        guard let end = target.end else { return }
        let curve = KeyboardAnimationCurve(reported: target.curve)
        if let last = animation?.transition, !last.isInteractive, end.matches(last.end),
            (last.endPlacement != .offScreen) == target.isOnScreen
        {
            return amend(last, curve)
        }
        var begin: CGRect?
        var beginPlacement = KeyboardState.Placement.offScreen
        if let last = animation?.transition {
            begin = animation?.movingFrame(at: target.startTime)
            if last.changesEdge || !beginParts.isEmpty { keepParts(of: last, at: begin) }
            if begin == nil, last.endPlacement != .offScreen { begin = animation?.stop ?? last.end }
            if begin != nil {
                beginPlacement = last.endPlacement == .offScreen ? last.beginPlacement : last.endPlacement
            }
        } else if let reported = target.reportedBegin, !reported.isEmpty {
            // The keyboard may have been on screen before the first event. A keyboard that hides was on screen.
            begin = reported
            if !target.isOnScreen { beginPlacement = placementBeforeFirstEvent(reported) }
        }
        animation = Animation(
            number: serial,
            transition: KeyboardTransition(
                from: begin ?? firstFrame(end),
                to: end,
                beginPlacement: beginPlacement,
                endPlacement: target.placement,
                startTime: target.startTime,
                duration: target.duration,
                curve: curve
            )
        )
    }

    /// Sets the parts that affect the insets at the frame at which a transition is interrupted.
    ///
    /// The frame is `nil` if the transition had reached its end.
    @inline(never)
    private mutating func keepParts(of last: KeyboardTransition, at frame: CGRect?) {
        beginParts = frame.map { last.parts(at: $0, beginningWith: beginParts) } ?? []
    }

    /// Restarts the transition at a frame.
    private mutating func resume(from frame: CGRect, at time: Duration) {
        guard let last = animation?.transition else { return }
        if last.changesEdge || !beginParts.isEmpty { keepParts(of: last, at: frame) }
        animation?.transition.begin = frame
        animation?.transition.startTime = time
    }

    private func placementBeforeFirstEvent(_ frame: CGRect) -> KeyboardState.Placement {
        let question = KeyboardPlacementQuestion(verb: .show, frame: frame, begin: nil, previous: .offScreen)
        return bounds.map { question.placement(in: $0) } ?? question.placement(in: estimate)
    }

    /// Sets the animation's parameters to the target's parameters, without a jump of the visible frame.
    private mutating func amend(_ last: KeyboardTransition, _ curve: KeyboardAnimationCurve) {
        animation?.transition.endPlacement = target.placement
        let time = target.startTime
        guard last.duration != target.duration || last.curve != curve, animation?.isOver(at: time) == false else {
            return
        }
        resume(from: last.frame(at: time), at: time)
        animation?.transition.duration = target.duration
        animation?.transition.curve = curve
    }

    /// Returns the begin frame of a keyboard that was off screen.
    private func firstFrame(_ end: CGRect) -> CGRect {
        let outside = offScreen(end, target.placement)
        guard let begin = target.reportedBegin else { return outside }
        if outside == end {
            // A floating keyboard appears in place, unless its begin frame is known to be off screen.
            return bounds.map { begin.intersectsVisibly($0) } ?? true ? end : begin
        }
        let isOutside = target.placement == .dockedAtTop ? begin.minY <= outside.minY : begin.minY >= outside.minY
        return isOutside ? begin : outside
    }

    /// Ends an animation of reported frames at the target.
    ///
    /// A *did* event has reported that the keyboard is at the target.
    private mutating func arrive(at time: Duration) {
        guard let current = animation, current.report != nil || current.transition.isInteractive else { return }
        guard !current.isOver(at: time) || current.report != nil else { return }
        let end = target.end ?? current.visibleFrame(at: time)
        animation?.report = nil
        animation?.stop = end
        // If no event has reported an end, the last reported frame becomes the end.
        guard target.isOnScreen, target.end == nil else { return }
        target.end = end
        animation?.transition.endPlacement = target.placement
    }

    /// Ends the period of reported frames, because the source has not reported a frame for ``patience``.
    private mutating func endReports(at time: Duration) {
        guard let current = animation, let report = current.report else { return }
        animation?.report = nil
        guard current.transition.isInteractive else {
            resume(from: report.frame, at: time)
            return
        }
        animation?.stop = report.frame
        guard target.isOnScreen else { return }
        target.end = report.frame
        let question = KeyboardPlacementQuestion(
            verb: .frame,
            frame: report.frame,
            begin: nil,
            previous: target.placement
        )
        // The keyboard can be below the edge during a drag. Only an event hides the keyboard.
        guard let bounds, case let placement = question.placement(in: bounds), placement != .offScreen else { return }
        target.placement = placement
        animation?.transition.endPlacement = placement
    }
}

extension CGRect {
    /// The frame, with a size that is not negative; `nil` for the zero frame, which represents an absent frame.
    fileprivate var usable: CGRect? {
        // The usual case is checked first, without calling Foundation's `==` and `standardized`.
        if size.width > 0 && size.height > 0 { return self }
        return self == .zero ? nil : standardized
    }

    /// Returns whether two frames are equal, without calling Foundation's `==`.
    fileprivate func matches(_ other: CGRect?) -> Bool {
        guard let other else { return false }
        return origin.y == other.origin.y && size.height == other.size.height && origin.x == other.origin.x
            && size.width == other.size.width
    }

    fileprivate func intersectsVisibly(_ other: CGRect) -> Bool {
        min(maxX, other.maxX) - max(minX, other.minX) >= 1 && min(maxY, other.maxY) - max(minY, other.minY) >= 1
    }
}

import Foundation

/// Where one sender's keyboard is, and why.
///
/// From the events follows one *target*: where the keyboard is going, and how. After every event and every time-out the
/// *animation* is compared with it. So an event that is repeated, reordered, doubled or lost makes the animation late
/// and not wrong. The rules:
///
/// - **Placement.** ``KeyboardPlacementQuestion`` decides it, with the reported bounds, the fallback, or an estimate.
/// - **Wills.** A *will* sets the target. A second one within 50 ms with the same end frame is the other half of a pair:
///   it is judged from the target before the pair, and *show* and *hide* outrank *frame*. A *frame* event may be a first
///   half, so its animation begins with the next event or the next tick.
/// - **Wills without a usable frame.** A *frame* changes nothing: its *did* reports where a drag has ended. A *show* goes to the last place on screen. A *hide*
///   leaves through the edge at which the keyboard is docked; a floating keyboard disappears where it is.
/// - **Animation.** The same end amends it, and no observer is called. Another end ends it, unfinished, and begins a new
///   one at the visible position. A duration of 0 begins and ends at once.
/// - **Dids.** A *did* of the running *will* ends the phase; the curve continues to its end, reported frames arrive at
///   once. The *did* of a superseded *will* is dropped, until 1 s after its announced end. An opposite *did* is kept,
///   and believed at the deadline. At rest a *did* is believed, unless it repeats the last one.
/// - **Reported frames** lead while they arrive. After 0.5 s without one the curve continues from there; at rest the
///   last frame becomes the target. A hidden keyboard ignores them.
/// - **Time-outs.** 0.5 s after the announced end the phase ends without a *did*.
@MainActor
final class KeyboardWhereabouts {
    /// Where the keyboard is going, or where it is at rest.
    private struct Target {
        var phase = KeyboardState.Phase.unknown
        var placement = KeyboardState.Placement.offScreen
        /// The last frame of the animation, on screen or off; `nil` if no event reported one and none follows.
        var end: CGRect?
        /// The frames as the last *will* or believed *did* reported them.
        var reportedBegin: CGRect?
        var reportedEnd: CGRect?
        var verb: KeyboardVerb?
        var startTime = Duration.zero
        var duration = 0.0
        var curve: UInt?
        /// Whether its *did* is awaited.
        var isRunning = false
        var isHealed = false
        var isOnScreen: Bool { placement != .offScreen }
    }

    private struct Did {
        var verb: KeyboardVerb
        var info: Notification.KeyboardInfo
    }

    /// A *will*, in case that the next one is the other half of its pair.
    private struct Half {
        var verb: KeyboardVerb
        var time: Duration
        /// The target before the pair.
        var origin: Target
    }

    /// The *dids* of a superseded *will*.
    private struct OwedDid {
        var verb: KeyboardVerb
        var end: CGRect?
        var expiry: Duration
        /// Whether the next *will* followed at once: a burst of one verb has one pair of *dids*, with any of its ends.
        var isOfBurst: Bool
    }

    /// How the keyboard gets to its target.
    private struct Animation {
        var number: Int
        var transition: KeyboardTransition
        /// The last reported frame, which leads until ``KeyboardWhereabouts/patience`` has passed.
        var report: (frame: CGRect, time: Duration)?
        /// Where it ended before its curve did.
        var stop: CGRect?
    }

    /// The animations of all senders have different numbers, in the order in which they began.
    private(set) static var animationCount = 0

    /// No keyboard moves for longer, whatever duration is reported, in seconds.
    private static let longestDuration = 10.0

    /// How long after the announced end a *did* may arrive, and how long a source of frames may be silent.
    private static let patience = Duration.milliseconds(500)

    /// The halves of a pair are 2 to 4 ms apart in UIKit's logs.
    private static let pairTime = Duration.milliseconds(50)

    /// How many superseded *wills* are remembered.
    private static let mostOwedDids = 8

    let sender: ObjectIdentifier?
    /// When an event was applied last, as a number of the tracker's. The least recent sender is forgotten.
    var lastUse = 0

    private var target = Target()
    private var half: Half?
    private var owedDids: [OwedDid] = []
    /// Whether the last *will* was a *frame* event without an end, as in a drag: its *did* reports the end.
    private var isEndOpen = false
    /// An opposite *did*, in case the right one never arrives.
    private var contraryDid: Did?
    private var lastDid: (did: Did, time: Duration)?
    private var isLocal = true
    private var reportedBounds: CGRect?
    /// The bounds that count while no event has reported any.
    var fallbackBounds: CGRect?
    private var estimate = ScreenEstimate()
    /// The last place on screen, for a *show* without a frame.
    private var lastPlace: (placement: KeyboardState.Placement, frame: CGRect, bounds: CGRect?)?
    private var animation: Animation?
    /// Whether the animation has not been compared with the target yet.
    private var isAnimationPending = false

    /// When the end of the running *will* is inferred.
    private var deadline: Duration? {
        target.isRunning ? Self.deadline(of: target) : nil
    }

    private static func deadline(of target: Target) -> Duration {
        target.startTime + patience + .delay(seconds: target.duration)
    }

    init(sender: ObjectIdentifier?) {
        self.sender = sender
    }

    private var bounds: CGRect? {
        reportedBounds ?? fallbackBounds
    }

    // MARK: What is known

    /// The state at this time, which is not before that of the last call.
    func state(at time: Duration) -> KeyboardState {
        let animation = isAnimationPending ? nextAnimation() : self.animation
        return state(animation, at: time)
    }

    /// Where the keyboard is visible at this time, which is not before that of the last call.
    func visible(at time: Duration) -> VisibleKeyboard {
        VisibleKeyboard(
            state: state(animation, at: time),
            frame: animation.map { Self.visibleFrame($0, at: time) },
            placement: animation?.transition.endPlacement ?? target.placement
        )
    }

    private func state(_ animation: Animation?, at time: Duration) -> KeyboardState {
        KeyboardState(
            phase: target.phase,
            placement: target.placement,
            frame: target.isOnScreen ? target.end : nil,
            screenBounds: bounds,
            isLocal: isLocal,
            sender: sender,
            transition: animation.flatMap { Self.isOver($0, at: time) ? nil : $0.transition },
            isHealed: target.isHealed
        )
    }

    /// The number of the animation that began last; 0 if there was none.
    var animationNumber: Int {
        animation?.number ?? 0
    }

    /// The transition that began last.
    var lastTransition: KeyboardTransition? {
        animation?.transition
    }

    private func isOver(at time: Duration) -> Bool {
        animation.map { Self.isOver($0, at: time) } ?? true
    }

    /// Whether the keyboard moves by its curve, or is about to.
    func needsTicks(at time: Duration) -> Bool {
        if isAnimationPending { return true }
        guard let animation, animation.report == nil else { return false }
        return !Self.isOver(animation, at: time)
    }

    /// When time alone changes something.
    var nextTimeout: Duration? {
        let silence = animation?.report.map { $0.time + Self.patience }
        guard let deadline else { return silence }
        return silence.map { min($0, deadline) } ?? deadline
    }

    // MARK: What changes it

    /// Applies what time alone has changed.
    ///
    /// - Returns: whether it has changed anything.
    @discardableResult
    func expire(at time: Duration) -> Bool {
        // Most events arrive before the first of these, and the sum costs ten times as much.
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

    /// Compares the animation with the target where a *frame* event has left that to the next tick.
    func tick() {
        compare()
    }

    /// Applies an event.
    func apply(_ event: KeyboardEvent, at time: Duration) {
        expire(at: time)
        if let bounds = event.info.screenBounds, !bounds.isEmpty { reportedBounds = bounds }
        switch event.kind {
        case .willShow, .willHide, .willChangeFrame:
            announce(event.kind.verb, event.info, time)
        case .didShow, .didHide, .didChangeFrame:
            confirm(Did(verb: event.kind.verb, info: event.info), time)
        }
    }

    /// Applies a frame that the source reports while the keyboard moves.
    ///
    /// - Returns: whether the keyboard moved there.
    func report(_ frame: CGRect, at time: Duration) -> Bool {
        expire(at: time)
        compare()
        guard target.isOnScreen || !isOver(at: time) else { return false }
        if isOver(at: time) {
            let visible = animation.map { Self.visibleFrame($0, at: time) } ?? frame
            guard animation == nil || visible != frame else { return false }
            begin(
                KeyboardTransition(
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

    private func announce(
        _ verb: KeyboardVerb,
        _ info: Notification.KeyboardInfo,
        _ time: Duration
    ) {
        let (begin, end) = (info.frameBegin?.usable, info.frameEnd?.usable)
        var verb = verb
        let origin: Target
        var isSecondHalf = false
        if let half, time - half.time <= Self.pairTime, end != nil, target.reportedEnd == end,
            half.verb == verb || half.verb == .frame || verb == .frame
        {
            isSecondHalf = true
            origin = half.origin
            if verb == .frame { verb = half.verb }
        } else {
            compare()
            origin = target
        }
        isLocal = info.isLocal ?? true
        isEndOpen = verb == .frame && end == nil
        guard let place = place(verb, begin, end, from: origin) else { return }
        half = Half(verb: verb, time: time, origin: origin)
        let isSame = origin.reportedEnd == end && origin.isOnScreen == (place.placement != .offScreen)
        if !isSecondHalf, !isSame { owe(origin, time) }
        set(place, verb, info, time, from: origin)
        target.phase = target.isOnScreen ? .appearing : .disappearing
        target.isRunning = true
        isAnimationPending = true
        if verb != .frame { compare() }
    }

    /// Remembers that the running *will* is superseded: its *dids* are dropped when they arrive late.
    private func owe(_ old: Target, _ time: Duration) {
        guard old.isRunning, let oldVerb = old.verb else { return }
        owedDids.removeAll { $0.expiry < time }
        if owedDids.count == Self.mostOwedDids { owedDids.removeFirst() }
        owedDids.append(
            OwedDid(
                verb: oldVerb,
                end: old.reportedEnd,
                expiry: Self.deadline(of: old) + Self.patience,
                isOfBurst: time - old.startTime <= Self.pairTime
            )
        )
    }

    // MARK: Dids

    private func confirm(_ did: Did, _ time: Duration) {
        compare()
        let end = did.info.frameEnd?.usable
        let isOfTarget = (did.verb == target.verb || did.verb == .frame) && end == target.reportedEnd
        if !(target.isRunning && isOfTarget), isRepeated(did, time) || isOwed(did, end, time) { return }
        let isDrag = isEndOpen && did.verb == .frame && end != nil
        if did.verb == .frame { isEndOpen = false }
        guard target.isRunning, !isDrag else {
            guard isNews(did, end) else { return }
            lastDid = (did, time)
            owe(target, time)
            return believe(did, time)
        }
        guard agrees(did, end) else { return contraryDid = did }
        lastDid = (did, time)
        complete(with: did, end, time)
        // *Frame* comes first in a pair: the phase ends with *show* or *hide*.
        guard did.verb == target.verb || target.verb == .frame else { return }
        if let local = did.info.isLocal { isLocal = local }
        target.isRunning = false
        rest()
        arrive(at: time)
    }

    /// Whether the *did* is the double of the last one.
    private func isRepeated(_ did: Did, _ time: Duration) -> Bool {
        guard let (last, lastTime) = lastDid, time - lastTime <= Self.pairTime else { return false }
        return last.verb == did.verb && last.info.frameEnd == did.info.frameEnd
    }

    /// Whether the *did* is that of a superseded *will*.
    private func isOwed(_ did: Did, _ end: CGRect?, _ time: Duration) -> Bool {
        owedDids.contains { owed in
            (owed.verb == did.verb || did.verb == .frame) && owed.expiry >= time
                && (end == nil || owed.end == nil || owed.end == end)
                && !(owed.isOfBurst && target.isRunning && target.verb == did.verb)
        }
    }

    /// Whether the *did* confirms the running *will*.
    private func agrees(_ did: Did, _ end: CGRect?) -> Bool {
        if did.verb == target.verb { return true }
        if did.verb == .frame { return end == nil || target.reportedEnd == nil || end == target.reportedEnd }
        guard target.verb == .frame else { return false }
        return end == target.reportedEnd || target.isOnScreen == (did.verb == .show)
    }

    /// A *did* can report what its *will* did not: where the transition ends, or where it began.
    private func complete(with did: Did, _ end: CGRect?, _ time: Duration) {
        guard let end, let oldVerb = target.verb else { return }
        let origin = half?.origin ?? Target()
        let verb = oldVerb == .frame ? did.verb : oldVerb
        let begin = did.info.frameBegin?.usable
        let isEndMissing = target.reportedEnd == nil
        let isBeginMissing = target.reportedBegin == nil || target.reportedBegin == target.reportedEnd
        guard isEndMissing || end == target.reportedEnd && (verb != oldVerb || isBeginMissing && begin != end) else {
            return
        }
        guard let place = place(verb, begin ?? target.reportedBegin, end, from: origin) else { return }
        if isEndMissing {
            set(place, verb, did.info, time, from: origin)
            target.duration = 0
            target.isRunning = true
        } else {
            target.placement = place.placement
            target.reportedBegin = begin ?? target.reportedBegin
            target.verb = verb
        }
        isAnimationPending = true
        compare()
    }

    /// Whether a *did* at rest says something new.
    private func isNews(_ did: Did, _ end: CGRect?) -> Bool {
        guard target.phase != .unknown else { return true }
        let isSamePlace = end == nil || end == target.reportedEnd || end == target.end
        if did.verb == target.verb || did.verb == .frame { return !isSamePlace }
        return true
    }

    /// Believes a *did* that no *will* announced: what it reports has happened already.
    private func believe(_ did: Did, _ time: Duration) {
        let (begin, end) = (did.info.frameBegin?.usable, did.info.frameEnd?.usable)
        guard let place = place(did.verb, begin, end, from: target) else { return rest() }
        if let local = did.info.isLocal { isLocal = local }
        half = nil
        set(place, did.verb, did.info, time, from: target)
        target.duration = 0
        rest()
        isAnimationPending = true
        compare()
    }

    private func rest() {
        contraryDid = nil
        guard target.verb != nil else { return }
        target.phase = target.isOnScreen ? .shown : .hidden
    }

    // MARK: The target

    /// Where an event says that the keyboard will be.
    private struct Place {
        var placement: KeyboardState.Placement
        var end: CGRect?
    }

    /// - Returns: `nil` if the event does not change where the keyboard is going.
    private func place(
        _ verb: KeyboardVerb,
        _ begin: CGRect?,
        _ end: CGRect?,
        from origin: Target
    ) -> Place? {
        guard let end, verb != .show || !end.isEmpty else {
            switch verb {
            case .frame: return nil
            case .show: return placeOfShow(end, from: origin)
            case .hide: return Place(placement: .offScreen, end: endOfHide(from: origin))
            }
        }
        let question = KeyboardPlacementQuestion(verb: verb, frame: end, begin: begin, previous: origin.placement)
        guard let bounds else {
            // Where the keyboard is on screen and no event has said where, nothing is known of this screen either.
            let isUnknown = origin.isOnScreen && origin.end == nil
            let placement = question.placement(in: isUnknown ? ScreenEstimate() : estimate)
            return Place(placement: placement, end: end)
        }
        return Place(placement: question.placement(in: bounds), end: end)
    }

    /// Where a keyboard appears whose *show* reports no frame, or one without a height.
    private func placeOfShow(_ end: CGRect?, from origin: Target) -> Place {
        if origin.isOnScreen { return Place(placement: origin.placement, end: origin.end) }
        // A height of 0 is that of a keyboard which reports its height later: the last one says nothing about it.
        guard end == nil, let lastPlace, lastPlace.bounds == bounds else { return Place(placement: .docked) }
        return Place(placement: lastPlace.placement, end: lastPlace.frame)
    }

    /// Where a keyboard disappears to whose *hide* reports no frame.
    private func endOfHide(from origin: Target) -> CGRect? {
        origin.end.map { origin.isOnScreen ? offScreen($0, origin.placement) : $0 }
    }

    /// The frame moved out through the edge at which it is docked.
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

    private func set(
        _ place: Place,
        _ verb: KeyboardVerb,
        _ info: Notification.KeyboardInfo,
        _ time: Duration,
        from origin: Target
    ) {
        contraryDid = nil
        target = Target(
            phase: target.phase,
            placement: place.placement,
            end: place.end,
            reportedBegin: info.frameBegin?.usable,
            reportedEnd: info.frameEnd?.usable,
            verb: verb,
            startTime: time,
            duration: min(info.animationDuration ?? KeyboardEvent.usualDuration, Self.longestDuration),
            curve: info.animationCurve
        )
        guard let end = place.end, target.isOnScreen else { return }
        lastPlace = (place.placement, end, reportedBounds)
        if reportedBounds == nil { estimate.learn(place.placement, end) }
    }

    // MARK: The animation

    /// Makes the animation lead to the target.
    private func compare() {
        guard isAnimationPending else { return }
        isAnimationPending = false
        animation = nextAnimation()
        if let animation { Self.animationCount = max(Self.animationCount, animation.number) }
    }

    private func begin(_ transition: KeyboardTransition) {
        Self.animationCount += 1
        animation = Animation(number: Self.animationCount, transition: transition)
    }

    /// The animation that leads to the target: the current one, amended, or a new one from the visible position.
    private func nextAnimation() -> Animation? {
        guard let end = target.end else { return animation }
        let time = target.startTime
        let curve = KeyboardAnimationCurve(told: target.curve)
        if let animation, animation.transition.end == end, !animation.transition.isInteractive,
            (animation.transition.endPlacement != .offScreen) == target.isOnScreen
        {
            return amended(animation, curve)
        }
        var begin = firstFrame(end)
        var beginPlacement = KeyboardState.Placement.offScreen
        if let animation {
            let last = animation.transition
            if !Self.isOver(animation, at: time) || last.endPlacement != .offScreen {
                begin = Self.visibleFrame(animation, at: time)
                beginPlacement = last.endPlacement == .offScreen ? last.beginPlacement : last.endPlacement
            }
        } else if let reported = target.reportedBegin, !reported.isEmpty {
            // The keyboard may have been on screen before the first event.
            begin = reported
        }
        return Animation(
            number: Self.animationCount + 1,
            transition: KeyboardTransition(
                from: begin,
                to: end,
                beginPlacement: beginPlacement,
                endPlacement: target.placement,
                startTime: time,
                duration: target.duration,
                curve: curve
            )
        )
    }

    /// Where a keyboard appears from that was off screen.
    private func firstFrame(_ end: CGRect) -> CGRect {
        let outside = offScreen(end, target.placement)
        guard let begin = target.reportedBegin else { return outside }
        if outside == end {
            // A floating keyboard appears where it is, unless it is known to come from outside.
            return bounds.map { begin.intersectsVisibly($0) } ?? true ? end : begin
        }
        let isOutside = target.placement == .dockedAtTop ? begin.minY <= outside.minY : begin.minY >= outside.minY
        return isOutside ? begin : outside
    }

    /// The animation with the target's parameters. Its position stays.
    private func amended(_ animation: Animation, _ curve: KeyboardAnimationCurve) -> Animation {
        let last = animation.transition
        let isSame = last.duration == target.duration && last.curve == curve
        if isSame, last.endPlacement == target.placement { return animation }
        var amended = animation
        amended.transition.endPlacement = target.placement
        guard !isSame, !Self.isOver(animation, at: target.startTime) else { return amended }
        amended.transition.begin = last.frame(at: target.startTime)
        amended.transition.startTime = target.startTime
        amended.transition.duration = target.duration
        amended.transition.curve = curve
        return amended
    }

    /// Ends an animation of reported frames at the target, where a *did* says that the keyboard is.
    private func arrive(at time: Duration) {
        guard let current = animation, current.report != nil || current.transition.isInteractive else { return }
        guard !Self.isOver(current, at: time) || current.report != nil else { return }
        animation?.report = nil
        animation?.stop = target.end ?? Self.visibleFrame(current, at: time)
    }

    /// No frame has been reported for a while.
    private func endReports(at time: Duration) {
        guard let current = animation, let report = current.report else { return }
        animation?.report = nil
        guard current.transition.isInteractive else {
            animation?.transition.begin = report.frame
            animation?.transition.startTime = time
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
        // A finger can hold the keyboard below the edge; it is hidden when an event says so.
        guard let bounds, case let placement = question.placement(in: bounds), placement != .offScreen else { return }
        target.placement = placement
        animation?.transition.endPlacement = placement
    }

    private static func isOver(_ animation: Animation, at time: Duration) -> Bool {
        if animation.stop != nil { return true }
        return animation.report == nil && !animation.transition.isInteractive
            && !animation.transition.isVisible(at: time)
    }

    private static func visibleFrame(_ animation: Animation, at time: Duration) -> CGRect {
        animation.stop ?? animation.report?.frame ?? animation.transition.frame(at: time)
    }
}

extension CGRect {
    /// The frame, unless it is the zero frame that stands for none.
    fileprivate var usable: CGRect? {
        // Most are not zero, and the width shows it at less than the price of the comparison.
        size.width == 0 && self == .zero ? nil : self
    }

    fileprivate func intersectsVisibly(_ other: CGRect) -> Bool {
        min(maxX, other.maxX) - max(minX, other.minX) >= 1 && min(maxY, other.maxY) - max(minY, other.minY) >= 1
    }
}

import Foundation

/// Records the latest moves of one keyboard, and animates the keyboard to the end of its latest move.
///
/// Each event joins the latest ``Move``, begins a new move, or is dropped as a late event of an earlier move. A
/// repeated, reordered, late or lost event can delay the keyboard. In the end, the keyboard is always at the frame of
/// the latest move.
///
/// - **J1, bounds.** Reported bounds take precedence over the fallback bounds. ``ScreenEstimate`` estimates unknown
///   bounds. After a change of the bounds, the journal determines the placement again. An animation in new coordinates
///   begins at the reported begin frame, not at the visible frame. A hidden keyboard usually stays hidden when the
///   bounds change.
/// - **J2, *will* events.** A *will* event joins the latest move if both have the same end frame and are at most 50 ms
///   apart. The placement of a move depends on the placement before the move. A *show* or *hide* event takes precedence
///   over a *frame* event of the same move, in either order. The animation of a *frame* event waits until the next
///   event or display frame, because a *show* or *hide* event can follow.
/// - **J3, missing frames.** A *frame* event without an end frame does not move the keyboard. A *will change frame*
///   event with only a begin frame starts a drag. The *did* event after a drag reports the end frame. A *show* without
///   a frame shows the keyboard at its last frame on the current screen. A *hide* without a frame moves a docked
///   keyboard out through its edge. A *hide* without a frame hides an undocked keyboard in place.
/// - **J4, a height of 0.** If the keyboard is on screen and its latest move began at least 0.5 s ago, a *show* with a
///   height of 0 hides the keyboard. If the keyboard was hidden or has just begun to move, the journal waits for the
///   real height until the time-out. While the keyboard disappears, a *show* with a height of 0 changes nothing.
/// - **J5, animation.** If an event has the end frame of the running animation, the journal amends this animation and
///   begins no new transition. An event with a different end frame begins a new animation at the visible frame.
/// - **J6, *did* events.** A *did* event of the latest move ends the phase at once. An animation of reported frames
///   ends with the phase, but an animation along a curve continues. For 1 s after the announced end of an earlier move,
///   late *did* events of the move are dropped. Repeated *did show* and *did hide* events of an earlier move are
///   dropped for 100 ms after its end. A *did* event that contradicts the latest move is accepted if the expected *did*
///   event never arrives. If the keyboard is at rest, an unannounced *did* event that reports a change is accepted.
/// - **J7, reported frames.** A keyboard follows reported frames instead of its curve. After 0.5 s without a reported
///   frame, the keyboard continues along its curve. A dragged keyboard stays at the last reported frame. A hidden
///   keyboard ignores reported frames.
/// - **J8, time-outs.** If a *did* event is missing, the phase ends 0.5 s after the announced end of the move.
/// - **J9, flags.** If a *will change frame* event reports `isObscured` and the current frame, it changes only the
///   flags `isLocal` and `isObscured`. The *did* event of an announced move does not change `isObscured`.
struct KeyboardJournal {
    private typealias Info = Notification.KeyboardInfo
    private typealias Place = (placement: KeyboardState.Placement, frame: CGRect?)

    /// The number of earlier moves that the journal keeps when it removes old moves.
    private static let memory = 7

    let sender: ObjectIdentifier?

    /// The latest move.
    private var target = Move()
    /// The moves before ``target``, oldest first; never empty.
    private var earlier = [Move()]
    /// For each verb, the latest *did* event that confirmed the running move or belonged to an earlier move.
    ///
    /// An element holds the end frame and the time of this event.
    ///
    /// The end frame of a repeated *did* event can differ from the end frame of the move.
    private var lastDids: [(end: CGRect?, time: Duration)?] = [nil, nil, nil]
    /// If the property were part of `Move`, each move would be twice as large.
    private var contradiction: (did: Announcement, info: Info)?
    private var (isLocal, isObscured) = (true, false)
    private var monitor: Monitor
    private(set) var animator: KeyboardAnimator
    /// Whether the animation of the latest move has not begun yet.
    private(set) var isPending = false

    init(sender: ObjectIdentifier? = nil, fallbackBounds: CGRect?, _ numbers: TransitionNumbers = .init()) {
        self.sender = sender
        monitor = Monitor(fallbackBounds: fallbackBounds)
        animator = KeyboardAnimator(numbers)
    }

    private var origin: Move { earlier[earlier.count - 1] }

    // MARK: State and visible frame

    /// The time must not be earlier than the time of any previous method call.
    func state(at time: Duration) -> KeyboardState {
        if isPending {
            var begun = self
            begun.beginAnimation()
            return begun.state(at: time)
        }
        return KeyboardState(
            phase: target.phase,
            placement: target.placement,
            frame: target.endsOnScreen ? target.frame : nil,
            screenBounds: monitor.bounds,
            isLocal: isLocal,
            isObscured: isObscured,
            sender: sender,
            transition: animator.movingFrame(at: time) == nil ? nil : animator.transition,
            isHealed: target.status == .inferred
        )
    }

    var nextTimeout: Duration? {
        guard let report = animator.report else { return target.deadline }
        let silence = report.time + Move.patience
        guard let deadline = target.deadline else { return silence }
        return min(silence, deadline)
    }

    // MARK: Inputs

    mutating func apply(_ event: KeyboardEvent, at time: Duration) {
        expire(at: time)
        let announcement = Announcement(event.kind.verb, event.info)
        switch event.kind {
        case .willShow, .willHide, .willChangeFrame: announce(announcement, event.info, time)
        case .didShow, .didHide, .didChangeFrame: confirm(announcement, event.info, time)
        }
        if let bounds = monitor.bounds, !bounds.matches(target.bounds) { placeAgain(in: bounds, at: time) }
    }

    /// - Returns: Whether the keyboard follows the reported frame.
    mutating func report(_ frame: CGRect, at time: Duration) -> Bool {
        expire(at: time)
        beginAnimation()
        guard target.endsOnScreen || animator.movingFrame(at: time) != nil else { return false }
        return animator.follow(frame.standardized, at: time, target, monitor)
    }

    mutating func setFallbackBounds(_ bounds: CGRect?, at time: Duration) {
        expire(at: time)
        beginAnimation()
        monitor.setBounds(bounds, areReported: false)
        if let bounds = monitor.bounds, !bounds.matches(target.bounds) { placeAgain(in: bounds, at: time) }
    }

    mutating func expire(at time: Duration) {
        // The pool requests display frames only for followers. Without followers, this method begins the animation.
        if isPending, time - target.start > Move.pairing { beginAnimation() }
        // For most events, this check already shows that no time-out is due. Computing the deadline would take ten
        // times as long.
        if animator.report == nil {
            guard target.isAwaited, target.start + Move.patience <= time else { return }
        }
        while let timeout = nextTimeout, timeout <= time {
            beginAnimation()
            if target.deadline != timeout {
                if let frame = animator.endReports(at: timeout) { stay(at: frame) }
            } else {
                target.status = .inferred
                if let contradiction { accept(contradiction.did, contradiction.info, timeout) } else { settle() }
            }
        }
    }

    // MARK: Wills

    private mutating func announce(_ announced: Announcement, _ info: Info, _ time: Duration) {
        var will = announced
        (isLocal, isObscured) = (info.isLocal != false, info.isObscured == true)
        if will.verb == .frame, will.end == nil {
            if will.begin != nil { target.drag = .held }
            return
        }
        learnBounds(info)
        if target.isKept(by: will, info) { return }
        if target.isContinued(by: will, at: time) {
            target.owedDids = max(target.verb == will.verb ? target.owedDids + 1 : target.owedDids, 1)
            if will.verb == .frame { will.verb = target.verb }
        } else {
            beginAnimation()
            let isEmpty = will.end?.isEmpty == true && will.verb != .hide
            if isEmpty, !target.endsOnScreen, animator.movingFrame(at: time) != nil { return }
            earlier.append(target)
            if case .held = target.drag {
                earlier[earlier.count - 1].drag = .interrupted(until: time + Move.patience * 2)
                target.drag = .none
            }
            (target.isAnnounced, target.owedDids) = (true, 1)
        }
        guard let place = place(will, time) else { return }
        set(place, will, info, time)
        target.status = .awaited
        isPending = true
        // After a change of the bounds, the visible frame is in old coordinates, so the animation begins at once.
        if animator.transition != nil, animator.coordinates != monitor.coordinates { beginAnimation() }
        if will.verb != .frame { beginAnimation() }
    }

    // MARK: Dids

    private mutating func confirm(_ did: Announcement, _ info: Info, _ time: Duration) {
        if target.isKept(by: did, info) { return }
        beginAnimation()
        let hasEndOfTarget = did.end == target.end
        let isOfTarget = hasEndOfTarget && (did.verb == target.verb || did.verb == .frame)
        if !isOfTarget, isOfEarlierMove(did, time) { return }
        let isAwaited = target.isAwaited
        let isEndOfDrag = target.isHeld && did.verb == .frame && did.end != nil && !(isOfTarget && isAwaited)
        if isEndOfDrag { target.drag = .none }
        guard isAwaited, !isEndOfDrag else {
            let isChange = target.isChanged(by: did, isDragged: animator.isDragged)
            if isChange { return accept(did, info, time, isEndOfDrag: isEndOfDrag) }
            if did.end != nil, hasEndOfTarget { learnBounds(info) }
            if did.verb == target.verb, target.status == .inferred { target.status = .done }
            return
        }
        guard target.isConfirmed(by: did) else { return contradiction = (did, info) }
        if did.end != nil, hasEndOfTarget || target.end == nil {
            learnBounds(info)
            contradiction = nil
        }
        lastDids[did.verb.rawValue] = (did.end, time)
        complete(with: did, info, time)
        // In a pair of *did* events, only the *show* or *hide* event ends the phase.
        guard did.verb == target.verb || target.verb == .frame, !target.isHeightAwaited else { return }
        if let local = info.isLocal { isLocal = local }
        target.owedDids -= 1
        target.status = .done
        settle()
        if let frame = animator.stop(at: target.frame), target.frame == nil { stay(at: frame) }
    }

    /// Returns whether a *did* event is a repetition, or belongs to an earlier move.
    private mutating func isOfEarlierMove(_ did: Announcement, _ time: Duration) -> Bool {
        if let last = lastDids[did.verb.rawValue], time - last.time <= Move.pairing, last.end == did.end { return true }
        let running = target.isAwaited ? target.verb : nil
        let mayEndDrag = target.isHeld && did.verb == .frame && did.end != nil
        let owner = earlier.indices.first {
            (!mayEndDrag || earlier[$0].isUnconfirmed(at: time))
                && earlier[$0].owes(did, at: time, before: move(after: $0), running: running)
        }
        let drag = owner == nil ? earlier.firstIndex { $0.owesDrag(did, at: time) } : nil
        if let owner {
            earlier[owner].end(with: did, at: time)
        } else if let drag, !target.isHeld || did.end == nil {
            earlier[drag].drag = .interrupted(until: time + Move.pairing * 2)
        } else {
            return false
        }
        lastDids[did.verb.rawValue] = (did.end, time)
        return true
    }

    private func move(after index: Int) -> Move {
        index + 1 < earlier.count ? earlier[index + 1] : target
    }

    /// Adds the frames that the *will* event of the latest move did not report.
    private mutating func complete(with did: Announcement, _ info: Info, _ time: Duration) {
        guard let end = did.end else { return }
        // The *did* event can belong to an earlier move with the same end frame.
        for index in earlier.indices {
            if earlier[index].owesEnd(of: did, at: time, before: move(after: index)) { return }
        }
        var own = did
        if target.verb != .frame { own.verb = target.verb }
        if own.begin == nil { own.begin = target.begin }
        // Equal begin and end frames mean that the begin frame is missing. A *hide* is an exception, because a keyboard
        // can disappear in place.
        let isBeginMissing = target.begin == nil || target.begin == target.end && target.verb != .hide
        let isEndMissing = target.end == nil
        guard isEndMissing || end == target.end && (own.verb != target.verb || isBeginMissing && did.begin != end),
            let place = place(own, time)
        else { return }
        if isEndMissing, end != target.frame {
            own.begin = did.begin
            set(place, own, info, time)
            (target.seconds, target.status) = (0, .awaited)
        } else {
            target.placement = place.placement
            (target.verb, target.begin, target.end) = (own.verb, own.begin, end)
        }
        isPending = true
        beginAnimation()
    }

    /// Begins a move for a *did* event that no *will* event has announced.
    private mutating func accept(_ did: Announcement, _ info: Info, _ time: Duration, isEndOfDrag: Bool = false) {
        learnBounds(info)
        guard did.verb != .frame || did.end != nil else { return settle() }
        let old = target
        earlier.append(target)
        // This *did* event may belong to an interrupted drag. If so, the *did* event of the present drag comes later
        // and must not be dropped.
        if isEndOfDrag { for index in earlier.indices { earlier[index].drag = .none } }
        // Within 100 ms after the expected *did* event, the old move can receive a second *did* event. If the parameter
        // `did` ends a drag, the old move can also receive a *did* event later.
        let last = lastDids[old.verb.rawValue]
        let isRecent = last.map { $0.end == old.end && time - $0.time <= Move.pairing * 2 } ?? false
        if !old.isAwaited, !isRecent, !isEndOfDrag { earlier[earlier.count - 1].status = .unknown }
        guard let place = place(did, time) else { return }
        (isLocal, isObscured) = (info.isLocal ?? isLocal, info.isObscured ?? isObscured)
        set(place, did, info, time)
        (target.isAnnounced, target.owedDids, target.status) = (false, 0, .done)
        if !animator.isDragged, target.frame == old.frame, target.endsOnScreen == old.endsOnScreen {
            // The animation already ends at the frame of this event, so the animation keeps its curve.
            (target.start, target.seconds, target.curve) = (old.start, old.seconds, old.curve)
        } else {
            target.seconds = 0
        }
        settle()
        isPending = true
        beginAnimation()
    }

    private mutating func settle() {
        contradiction = nil
        guard target.isHeightAwaited else { return }
        target.frame = target.frame.map { monitor.offScreen($0, target.placement) }
        (target.placement, isPending) = (.offScreen, true)
        beginAnimation()
    }

    private mutating func set(_ place: Place, _ event: Announcement, _ info: Info, _ time: Duration) {
        if contradiction != nil { contradiction = nil }
        // Removing moves from the front of an array is slow, so the journal removes many moves at once.
        if earlier.count > 3 * Self.memory { earlier.removeFirst(earlier.count - Self.memory) }
        // Changing single properties is faster than assigning a new `Move`.
        (target.placement, target.frame, target.bounds) = (place.placement, place.frame, monitor.bounds)
        (target.verb, target.begin, target.end) = (event.verb, event.begin, event.end)
        target.start = time
        target.seconds = min(info.animationDuration ?? KeyboardEvent.usualDuration, Move.mostSeconds)
        target.curve = info.animationCurve
        if let frame = place.frame, target.endsOnScreen { monitor.learn(place.placement, frame) }
    }

    // If the method were not mutating, Swift would copy `self`. If `origin` were stored in a constant, Swift would copy
    // a move.
    private mutating func place(_ event: Announcement, _ time: Duration) -> Place? {
        guard let end = event.end else {
            switch event.verb {
            case .frame: return nil
            case .hide: return (.offScreen, frameOfHide)
            case .show: return placeOfOrigin ?? monitor.lastPlace ?? (.docked, nil)
            }
        }
        if event.verb == .show, end.isEmpty {
            if origin.endsOnScreen, time - origin.start >= Move.patience { return (.offScreen, frameOfHide) }
            // The method does not use `monitor.lastPlace` here, because its frame can be outdated.
            return placeOfOrigin ?? (.docked, nil)
        }
        if event.verb == .hide, !origin.endsOnScreen, origin.frame == end { return (.offScreen, end) }
        let change = FrameChange(verb: event.verb, frame: end, begin: event.begin, previous: origin.placement)
        if let bounds = monitor.bounds { return (change.placement(in: bounds), end) }
        // A keyboard without a frame can be on another screen, for which the estimate is wrong.
        let isUnknown = origin.endsOnScreen && origin.frame == nil
        return (change.placement(in: isUnknown ? ScreenEstimate() : monitor.estimate), end)
    }

    private var placeOfOrigin: Place? {
        guard origin.endsOnScreen, monitor.bounds?.matches(origin.bounds) ?? true else { return nil }
        return (origin.placement, origin.frame)
    }

    private var frameOfHide: CGRect? {
        (origin.frame ?? animator.report?.frame).map { monitor.offScreen($0, origin.placement) }
    }

    // MARK: Bounds

    private mutating func learnBounds(_ info: Notification.KeyboardInfo) {
        guard let bounds = info.screenBounds, !bounds.matches(monitor.reportedBounds), !bounds.isEmpty else { return }
        beginAnimation()
        monitor.setBounds(bounds, areReported: true)
    }

    private mutating func placeAgain(in bounds: CGRect, at time: Duration) {
        let wasEstimated = target.bounds == nil
        target.bounds = bounds
        beginAnimation()
        guard target.status != .unknown, let frame = target.endsOnScreen ? target.frame : target.end else { return }
        var change = FrameChange(verb: target.verb, frame: frame, previous: target.placement)
        if !target.endsOnScreen { (change.begin, change.previous) = (target.begin, origin.placement) }
        let placement = change.placement(in: bounds)
        let staysHidden = !target.endsOnScreen && target.hides(in: bounds, wasOnScreen: origin.endsOnScreen)
        if staysHidden, !wasEstimated, placement != .accessoryBarOnly { return }
        (target.placement, target.frame) = (placement, frame)
        let (start, seconds) = (target.start, target.seconds)
        if !target.isAwaited { (target.start, target.seconds) = (time, 0) }
        isPending = true
        beginAnimation()
        // The method restores the announced times, because they determine whether a later event belongs to this move.
        (target.start, target.seconds) = (start, seconds)
    }

    mutating func beginAnimation() {
        guard isPending else { return }
        isPending = false
        animator.move(to: &target, on: &monitor)
    }

    /// Uses a reported frame as the end frame of the latest move.
    private mutating func stay(at frame: CGRect) {
        guard target.endsOnScreen else { return }
        target.frame = frame
        let change = FrameChange(verb: .frame, frame: frame, begin: nil, previous: target.placement)
        // A drag below the edge does not hide the keyboard. Only an event can hide the keyboard.
        if let bounds = monitor.bounds, case let placement = change.placement(in: bounds), placement != .offScreen {
            target.placement = placement
        }
        animator.setEndPlacement(target.placement)
    }
}

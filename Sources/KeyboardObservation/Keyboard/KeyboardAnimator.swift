import Foundation

/// Animates one keyboard to the end frame of its latest ``Move``.
struct KeyboardAnimator {
    private enum Course {
        case curve
        case reported(CGRect, time: Duration)
        case stopped(CGRect)
    }

    /// The serial number of the latest transition; 0 if there is no transition.
    private(set) var number = 0
    /// The latest transition, which may already have ended.
    private(set) var transition: KeyboardTransition?
    private var course = Course.curve
    /// The value of ``Monitor/coordinates`` when the transition began.
    private(set) var coordinates = 0
    /// See ``KeyboardSnapshot/beginParts``.
    private(set) var beginParts: [KeyboardTransition.Part] = []
    private let numbers: TransitionNumbers

    init(_ numbers: TransitionNumbers) {
        self.numbers = numbers
    }

    // MARK: The movement at a given time

    var report: (frame: CGRect, time: Duration)? {
        if case .reported(let frame, let time) = course { (frame, time) } else { nil }
    }

    var isDragged: Bool { report != nil && transition?.isInteractive == true }

    func movingFrame(at time: Duration) -> CGRect? {
        switch course {
        case .curve: transition?.movingFrame(at: time)
        case .reported(let frame, _): frame
        case .stopped: nil
        }
    }

    var lastFrame: CGRect? {
        if case .stopped(let frame) = course { frame } else { transition?.end }
    }

    // MARK: Moves

    /// If the latest transition already has the same end frame as the move, the method amends this transition and does
    /// not replace it.
    // If the parameters were not `inout`, Swift would copy `target` and `monitor` for each event.
    mutating func move(to target: inout Move, on monitor: inout Monitor) {
        guard let end = target.frame else {
            // A move without an end frame ends every animation, except the drag of a visible keyboard.
            if !(target.endsOnScreen && isDragged) { self = KeyboardAnimator(numbers) }
            return
        }
        let isSameScreen = coordinates == monitor.coordinates
        var begin = movingFrame(at: target.start)
        var beginPlacement = KeyboardState.Placement.offScreen
        if let last = transition, isSameScreen || begin == nil, !last.isInteractive, end.matches(last.end),
            (last.endPlacement != .offScreen) == target.endsOnScreen
        {
            return amend(last, target, isMoving: begin != nil)
        }
        if let last = transition, isSameScreen {
            keepParts(of: last, at: begin)
            if begin == nil, last.endPlacement != .offScreen { begin = lastFrame }
            if begin != nil {
                beginPlacement = last.endPlacement == .offScreen ? last.beginPlacement : last.endPlacement
            }
        } else {
            (begin, beginPlacement) = beginOnNewScreen(target, monitor)
            beginParts = []
        }
        if begin == nil { begin = firstFrame(end, target, monitor) }
        var new = KeyboardTransition(from: begin ?? end, to: end, beginPlacement: beginPlacement)
        new.endPlacement = target.placement
        (new.startTime, new.seconds) = (target.start, target.seconds)
        new.curve = KeyboardAnimationCurve(reported: target.curve)
        start(new, on: monitor)
    }

    private mutating func start(_ new: KeyboardTransition, on monitor: Monitor) {
        numbers.last += 1
        (number, transition, course, coordinates) = (numbers.last, new, .curve, monitor.coordinates)
    }

    private func beginOnNewScreen(_ target: Move, _ monitor: Monitor) -> (CGRect?, KeyboardState.Placement) {
        // A hidden keyboard that stays hidden must not visibly move.
        guard let begin = target.begin, !begin.isEmpty, target.endsOnScreen || transition?.endPlacement != .offScreen
        else { return (nil, .offScreen) }
        if transition == nil, monitor.bounds == nil, target.endsOnScreen, let end = target.frame {
            return (begin, begin.isBeyond(end, at: target.placement.edge) ? .offScreen : target.placement)
        }
        let change = FrameChange(frame: begin, previous: .offScreen)
        let placement = monitor.bounds.map(change.placement) ?? change.placement(in: monitor.estimate)
        return placement == .offScreen && transition != nil ? (nil, .offScreen) : (begin, placement)
    }

    /// Returns the begin frame for a keyboard that was off screen.
    private func firstFrame(_ end: CGRect, _ target: Move, _ monitor: Monitor) -> CGRect {
        let outside = monitor.offScreen(end, target.placement)
        guard target.endsOnScreen, let begin = target.begin else { return outside }
        if outside == end {
            // A floating keyboard appears at its end frame, or moves in from a begin frame outside of the known bounds.
            guard let bounds = monitor.bounds, !begin.intersectsVisibly(bounds) else { return end }
            return begin
        }
        let isOutside = target.placement == .dockedAtTop ? begin.minY <= outside.minY : begin.minY >= outside.minY
        return isOutside ? begin : outside
    }

    /// If the transition has already ended, `frame` is `nil`.
    private mutating func keepParts(of last: KeyboardTransition, at frame: CGRect?) {
        guard last.isBlended(beginningWith: beginParts) else { return }
        beginParts = frame.map { last.parts(at: $0, beginningWith: beginParts) } ?? []
    }

    private mutating func resume(_ last: KeyboardTransition, from frame: CGRect, at time: Duration) {
        keepParts(of: last, at: frame)
        transition?.begin = frame
        transition?.startTime = time
    }

    private mutating func amend(_ last: KeyboardTransition, _ target: Move, isMoving: Bool) {
        let curve = KeyboardAnimationCurve(reported: target.curve)
        transition?.endPlacement = target.placement
        guard isMoving, last.seconds != target.seconds || last.curve != curve else { return }
        resume(last, from: last.frame(at: target.start), at: target.start)
        transition?.seconds = target.seconds
        transition?.curve = curve
    }

    mutating func setEndPlacement(_ placement: KeyboardState.Placement) {
        transition?.endPlacement = placement
    }

    // MARK: Reported frames

    /// - Returns: Whether the keyboard follows the reported frame.
    mutating func follow(_ frame: CGRect, at time: Duration, _ target: Move, _ monitor: Monitor) -> Bool {
        let movingFrame = movingFrame(at: time)
        // Before the *did* event, a reported frame belongs to the announced move. After the *did* event, a finger can
        // catch a keyboard that still moves along its curve.
        let isAnnounced = transition != nil && target.isAwaited
        var isCaught = false
        if !isAnnounced, report == nil, target.endsOnScreen { isCaught = !frame.matches(target.frame) }
        if movingFrame == nil || isCaught {
            let visible = movingFrame ?? lastFrame ?? frame
            guard transition == nil || visible != frame else { return false }
            beginParts = []
            var new = KeyboardTransition(
                from: visible,
                to: (isAnnounced ? target.frame : nil) ?? frame,
                beginPlacement: target.placement,
                endPlacement: target.placement,
                startTime: time,
                seconds: 0,
                isInteractive: !isAnnounced
            )
            if isAnnounced { (new.seconds, new.curve) = (target.seconds, .init(reported: target.curve)) }
            start(new, on: monitor)
        }
        course = .reported(frame, time: time)
        return true
    }

    /// - Returns: The frame at which the keyboard has stopped. If the keyboard was not following reported frames, the
    ///   result is `nil`.
    mutating func stop(at end: CGRect?) -> CGRect? {
        guard let report else { return nil }
        course = .stopped(end ?? report.frame)
        return end ?? report.frame
    }

    /// Stops following reported frames, so an announced movement continues along its curve, and a drag ends.
    ///
    /// - Returns: The frame at which a drag has ended.
    mutating func endReports(at time: Duration) -> CGRect? {
        guard let report, let transition else { return nil }
        if transition.isInteractive { return stop(at: report.frame) }
        course = .curve
        resume(transition, from: report.frame, at: time)
        return nil
    }
}

/// A counter for the serial numbers of the transitions of all keyboards in a pool.
final class TransitionNumbers {
    var last = 1
}

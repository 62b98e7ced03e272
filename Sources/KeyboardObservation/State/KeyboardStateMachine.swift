import Foundation

/// Keeps what the keyboard is from what its events tell.
///
/// A *will* is believed: it says what the keyboard is about to do and, where its frame makes sense, where it goes. A
/// *did* ends the move that it belongs to; one that comes late, or twice, belongs to none. Where none comes at all, the
/// move counts as ended when its time is long over.
struct KeyboardStateMachine {
    /// What a *will* announces, and a *did* confirms.
    private enum Announcement {
        case show, hide, frame
    }

    /// No keyboard moves for longer, whatever duration is told, in seconds.
    private static let longestMove = 10.0

    /// How long after its time the end of a move may be told.
    private static let patience = Duration.milliseconds(500)

    private(set) var state = KeyboardState.unknown
    /// When the move under way was told last, and how many seconds it takes: its end is taken for granted in the end.
    private var healing: (start: Duration, duration: Double)?
    private var announced: Announcement?
    /// Whether the move under way has not said where it goes: a drag says so when it is there.
    private var isDestinationOpen = false
    /// Whether the move under way was told by a *frame* event only.
    private var isProposed = false
    /// Where the source has told the keyboard to be seen since the move began, if it tells that.
    private(set) var realFrame: CGRect?
    private var screen = ScreenGuess()
    /// What the keyboard was before the move under way.
    private var origin = KeyboardState.unknown
    /// When the move under way was told by a *frame* event: a *show* or a *hide* right after it tells of the same move.
    private var frameTime: Duration?

    /// The halves of a pair are 2 to 4 ms apart in UIKit's logs.
    private static let pairTime = Duration.milliseconds(50)

    /// What an event has made of the keyboard's moves.
    enum Change {
        case none
        /// A move has begun, of which the next event may tell more: whether it shows or hides.
        case proposed(KeyboardTransition)
        case began(KeyboardTransition)
    }

    /// Takes an event in.
    mutating func apply(_ event: KeyboardEvent, at time: Duration) -> Change {
        _ = heal(at: time)
        return switch event.kind {
        case .willChangeFrame: begin(.frame, event, time)
        case .willShow: begin(.show, event, time)
        case .willHide: begin(.hide, event, time)
        case .didChangeFrame: end(.frame, event, time)
        case .didShow: end(.show, event, time)
        case .didHide: end(.hide, event, time)
        }
    }

    /// When the end of the move under way is taken for granted. Made of its parts when it is asked for: each event
    /// would pay for it, and most are followed by another before anybody asks.
    var healingTime: Duration? {
        healing.map { $0.start + Self.patience + .delay(seconds: $0.duration) }
    }

    /// Notes where the keyboard is to be seen: the next move begins there.
    mutating func frameDidArrive(_ frame: CGRect) {
        realFrame = frame
    }

    /// The real frames have led to the end of their move, or nobody hears them any more.
    mutating func forgetFrames() {
        realFrame = nil
    }

    /// Takes a move for ended whose end was not told in time.
    ///
    /// - Returns: whether there was such a move.
    mutating func heal(at time: Duration) -> Bool {
        // Most events come before the first of these, and the second costs ten times as much.
        guard let healing, healing.start + Self.patience <= time, let healingTime, healingTime <= time else {
            return false
        }
        // Where a keyboard went that did not say so may still be told.
        if !isDestinationOpen { announced = nil }
        self.healing = nil
        rest()
        state.isHealed = true
        return true
    }

    private mutating func begin(
        _ announcement: Announcement,
        _ event: KeyboardEvent,
        _ time: Duration
    ) -> Change {
        let info = event.info
        let duration = min(info.animationDuration ?? KeyboardEvent.usualDuration, Self.longestMove)
        state.isLocal = info.isLocal ?? true
        state.sender = event.sender
        announced = announcement
        isDestinationOpen = false
        state.isHealed = false
        healing = (time, duration)
        let isSecondHalf = announcement != .frame && frameTime.map { time - $0 <= Self.pairTime } ?? false
        let old = isSecondHalf ? origin : state
        frameTime = announcement == .frame ? time : nil
        origin = old
        screen.learn(from: old, begin: info.frameBegin?.told, end: info.frameEnd?.told)
        let destination = destination(announcement, info, from: old)
        // A hide whose end is not told is taken to go off screen, until its did says otherwise.
        isDestinationOpen = destination?.frame == nil
        guard let destination else {
            // A drag changes nothing before it is over, however long that takes.
            healing = nil
            return .none
        }
        return go(to: destination, from: old, info, duration, time, isProposal: announcement == .frame)
    }

    private mutating func end(
        _ announcement: Announcement,
        _ event: KeyboardEvent,
        _ time: Duration
    ) -> Change {
        guard isBelievable(announcement, event.sender) else { return .none }
        let info = event.info
        if let isLocal = info.isLocal { state.isLocal = isLocal }
        if let sender = event.sender { state.sender = sender }
        frameTime = nil
        defer { settle() }
        if state.phase == .unknown || isDestinationOpen {
            let old = state
            if state.phase == .unknown {
                screen.learn(from: old, begin: info.frameBegin?.told, end: info.frameEnd?.told)
            }
            guard let destination = destination(announcement, info, from: old) else { return .none }
            return go(to: destination, from: old, info, 0, time)
        }
        // A did with another frame than its will's is the less believable one: it is often that of the move before.
        guard announcement == .frame, !origin.isOnScreen, info.frameEnd == state.frame else { return .none }
        // Some tell only when it is over where a move began, and that says where the screen ends.
        screen.learn(from: origin, begin: info.frameBegin?.told, end: info.frameEnd?.told)
        if let destination = destination(.frame, info, from: origin) { state.placement = destination.placement }
        return .none
    }

    /// A did is believed that ends the move under way. To begin with, a show or a hide that has happened is.
    private func isBelievable(_ announcement: Announcement, _ sender: ObjectIdentifier?) -> Bool {
        guard state.phase != .unknown else { return announcement != .frame }
        guard let known = state.sender, let sender, known != sender else { return announced == announcement }
        return false
    }

    private mutating func settle() {
        announced = nil
        healing = nil
        isDestinationOpen = false
        realFrame = nil
        rest()
    }

    private mutating func rest() {
        guard state.phase != .unknown else { return }
        state.phase = state.isOnScreen ? .shown : .hidden
    }

    private mutating func go(
        to destination: ScreenGuess.Destination,
        from old: KeyboardState,
        _ info: Notification.KeyboardInfo,
        _ duration: Double,
        _ time: Duration,
        isProposal: Bool = false
    ) -> Change {
        let told = state.transition
        state.placement = destination.placement
        // A show that does not say where is a show where the keyboard was, if it was docked.
        let known = destination.placement == .docked && old.placement == .docked ? old.frame : nil
        state.frame = destination.placement == .offScreen ? nil : destination.frame ?? known
        state.phase = destination.placement == .offScreen ? .disappearing : .appearing
        let start = realFrame ?? told?.visibleFrame(at: time) ?? old.frame ?? info.frameBegin?.told
        guard let end = destination.frame ?? start else { return .none }
        let placement = destination.placement == .offScreen ? old.placement : destination.placement
        // The second half of a pair, and a will that is told twice, tell of the same move once more.
        let same = told.flatMap { told in
            time - told.startTime <= Self.pairTime && told.end == end && told.duration == duration ? told : nil
        }
        if let same, same.placement == placement, isProposal || !isProposed { return .none }
        let transition = KeyboardTransition(
            from: same?.begin ?? start ?? end,
            to: end,
            placement: placement,
            beginPlacement: old.placement,
            startTime: same?.startTime ?? time,
            duration: duration,
            curve: KeyboardAnimationCurve(told: info.animationCurve)
        )
        realFrame = nil
        state.transition = transition
        isProposed = isProposal
        return isProposal ? .proposed(transition) : .began(transition)
    }

    /// Where an event says that the keyboard goes; `nil` where it does not say.
    private func destination(
        _ announcement: Announcement,
        _ info: Notification.KeyboardInfo,
        from old: KeyboardState
    ) -> ScreenGuess.Destination? {
        let (begin, end) = (info.frameBegin?.told, info.frameEnd?.told)
        switch announcement {
        case .show:
            return ScreenGuess.Destination(placement: .docked, frame: end?.isEmpty == false ? end : nil)
        case .hide:
            guard let end, !end.isEmpty else { return ScreenGuess.Destination(placement: .offScreen, frame: end) }
            let placement =
                isDestinationOpen
                ? screen.placementAfterDrag(to: end)
                : screen.placementAfterHide(to: end, from: begin)
            return ScreenGuess.Destination(placement: placement, frame: end)
        case .frame:
            guard let end else { return nil }
            let placement =
                isDestinationOpen
                ? screen.placementAfterDrag(to: end)
                : screen.placementAfterMove(to: end, from: old, begin: begin)
            return ScreenGuess.Destination(placement: placement, frame: end)
        }
    }
}

extension CGRect {
    /// The frame, unless it says nothing.
    fileprivate var told: CGRect? {
        // Most are not, and the width says so at less than the price of the comparison.
        size.width == 0 && self == .zero ? nil : self
    }
}

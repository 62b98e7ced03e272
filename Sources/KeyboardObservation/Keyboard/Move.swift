import Foundation

/// A change that a source reports with a *will* event, or with a pair of *will* events.
///
/// A *did* event can also report a change that no *will* event has announced.
struct Move {
    enum Status: Equatable {
        /// The placeholder before the first event, or a superseded move to which no further *did* event can belong.
        case unknown
        case awaited
        /// The *did* event is overdue, so the keyboard is assumed to be at rest.
        case inferred
        /// Only repetitions of the *did* event can follow.
        case done
        /// The last expected *did* event of this superseded move arrived at the given time.
        case closed(at: Duration)
    }

    enum Drag {
        case none
        /// A finger drags the keyboard. When the finger is lifted, a *did change frame* event reports the end frame.
        case held
        /// Another move has interrupted the drag. Until the given time, the journal drops the *did change frame* event
        /// of the drag.
        case interrupted(until: Duration)
    }

    var verb = KeyboardVerb.hide
    /// The reported frames.
    var begin: CGRect?
    var end: CGRect?
    var placement = KeyboardState.Placement.offScreen
    /// The frame at which the animation ends.
    var frame: CGRect?
    /// The bounds that determined the placement; `nil` if the placement was estimated.
    var bounds: CGRect?
    var start = Duration.zero
    var seconds = 0.0
    var curve: UInt?
    var status = Status.unknown
    var drag = Drag.none
    var isAnnounced = false
    /// A source that posts a *will* event twice also posts the *did* event twice.
    var owedDids: Int32 = 0

    var endsOnScreen: Bool { placement != .offScreen }

    var isAwaited: Bool { status == .awaited }
    var isHeld: Bool { if case .held = drag { true } else { false } }

    /// Whether a *show* event has reported a height of 0 instead of the real height.
    var isHeightAwaited: Bool {
        guard verb == .show, let end, end.isEmpty else { return false }
        return endsOnScreen
    }

    var phase: KeyboardState.Phase {
        switch status {
        case .unknown: .unknown
        case .awaited: endsOnScreen ? .appearing : .disappearing
        case .inferred, .done, .closed: endsOnScreen ? .shown : .hidden
        }
    }

    /// In UIKit's logs, the two events of a pair are 2 to 4 ms apart.
    static let pairing = Duration.milliseconds(50)
    static let mostSeconds = 10.0
    /// The time to wait for an overdue *did* event, or for the next reported frame.
    static let patience = Duration.milliseconds(500)

    private var announcedEnd: Duration { start + .seconds(seconds) }

    /// The end of the phase if the *did* event is missing.
    var deadline: Duration? {
        isAwaited ? announcedEnd + Self.patience : nil
    }

    /// Returns whether a *will* event belongs to this move, as the second event of a pair or as a repeated event.
    func isContinued(by will: Announcement, at time: Duration) -> Bool {
        guard let end = will.end, time - start <= Self.pairing, isAnnounced else { return false }
        if will.verb != .frame, verb != .frame, verb != will.verb { return false }
        return end.matches(self.end)
    }

    /// Returns whether a *frame* event changes only the flags `isLocal` and `isObscured`.
    func isKept(by event: Announcement, _ info: Notification.KeyboardInfo) -> Bool {
        guard event.verb == .frame, info.isObscured != nil, endsOnScreen, let end = event.end,
            end.matches(event.begin)
        else { return false }
        // If this move is running and begins at the frame of the event, the event can belong to this move.
        return (end.matches(self.end) || end.matches(frame)) && !(isAwaited && end.matches(begin))
    }

    func hides(in bounds: CGRect, wasOnScreen: Bool) -> Bool {
        guard verb != .show else { return false }
        guard let begin, let end else { return verb == .hide || wasOnScreen }
        return begin.intersectsVisibly(bounds) && (verb == .hide || begin != end && wasOnScreen)
    }

    // MARK: Dids

    /// Returns whether a *did* event reports a new change instead of the end of this move.
    ///
    /// A keyboard at rest can be away from the move's end frame, for example because a finger holds the keyboard.
    func isChanged(by did: Announcement, isDragged: Bool) -> Bool {
        guard status != .unknown, did.verb == verb || did.verb == .frame else { return true }
        return did.end != nil && (isDragged || did.end != end && did.end != frame)
    }

    func isConfirmed(by did: Announcement) -> Bool {
        if did.verb == verb, verb != .frame { return true }
        // A *did change frame* event can belong to a lost *will* event. So if the *hide* of this move
        // has no end frame, a *did change frame* event with an end frame does not confirm the *hide*.
        if did.verb == .frame { return did.end == nil || did.end == end || end == nil && verb != .hide }
        return verb == .frame && (did.end == end || endsOnScreen == (did.verb == .show))
    }

    /// Returns whether a *did* event belongs to this move, although the move `next` has superseded this move.
    ///
    /// `running` is the verb of the running move, or `nil` if the keyboard is at rest.
    func owes(_ did: Announcement, at time: Duration, before next: Move, running: KeyboardVerb?) -> Bool {
        guard mayOwe(did.verb, at: time) else { return false }
        let isOfRunningVerb = did.verb != .frame && did.verb == verb && did.verb == running
        // After several *will* events in quick succession, UIKit posts the *did* event only once. The *did* event can
        // have the end frame of any of these *will* events.
        if isOfRunningVerb, owedDids > 0, next.start - start <= Self.pairing { return false }
        if let didEnd = did.end, let end {
            return didEnd == end && (did.verb == verb || did.verb == .frame || verb == .frame)
        }
        if isOfRunningVerb, !isElsewhere(than: next) { return false }
        guard did.verb == verb || did.verb == .frame && did.end == nil else { return false }
        // All expected *did* events of a closed move have arrived, so this *did* event is a repetition.
        if case .closed = status { return true }
        return owedDids > 0
    }

    func owesDrag(_ did: Announcement, at time: Duration) -> Bool {
        guard case .interrupted(let limit) = drag else { return false }
        return did.verb == .frame && time <= limit
    }

    func owesEnd(of did: Announcement, at time: Duration, before next: Move) -> Bool {
        did.end == end && isElsewhere(than: next) && mayOwe(did.verb, at: time)
    }

    private func mayOwe(_ verb: KeyboardVerb, at time: Duration) -> Bool {
        switch status {
        case .unknown: false
        // A *did show* or *did hide* event more than 100 ms after the end of the move reports a new change. For
        // example, the keyboard's process may have ended.
        case .closed(let did) where verb != .frame: time <= max(announcedEnd, did) + Self.pairing * 2
        case .awaited, .inferred, .done, .closed: time <= announcedEnd + Self.patience * 2
        }
    }

    /// Returns whether the move can still receive an expected *did* event or the second event of a pair.
    ///
    /// If a finger drags the keyboard meanwhile, these events do not end the drag.
    func isUnconfirmed(at time: Duration) -> Bool {
        if case .closed(let did) = status { return verb != .frame && time - did <= Self.pairing }
        return isAwaited || status == .inferred
    }

    private func isElsewhere(than next: Move) -> Bool {
        endsOnScreen != next.endsOnScreen || end != next.end
    }

    /// In a pair of *did* events, only the *show* or *hide* event ends the move, because the *frame* event arrives
    /// first.
    mutating func end(with did: Announcement, at time: Duration) {
        guard did.verb == verb, did.end == end else { return }
        owedDids -= 1
        if owedDids <= 0 { status = .closed(at: time) }
    }
}

struct Announcement {
    var verb: KeyboardVerb
    var begin: CGRect?
    let end: CGRect?

    init(_ verb: KeyboardVerb, _ info: Notification.KeyboardInfo) {
        self.verb = verb
        (begin, end) = (info.frameBegin?.usable, info.frameEnd?.usable)
    }
}

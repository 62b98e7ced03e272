import Foundation

/// The verb, the end frame and the payload of a *did* event.
struct KeyboardDid {
    var verb: KeyboardVerb
    /// The end frame; `nil` if the event reports no usable frame.
    var end: CGRect?
    var info: Notification.KeyboardInfo

    init(_ verb: KeyboardVerb, _ info: Notification.KeyboardInfo) {
        (self.verb, self.info) = (verb, info)
        end = info.frameEnd?.usable
    }
}

/// A *will* event or a pair of *will* events.
///
/// The structure stores the values of the event. The structure also stores whether the state machine expects a *did*
/// event.
struct KeyboardWill {
    var verb: KeyboardVerb
    /// The end frame; `nil` if the event reports no usable frame.
    var end: CGRect?
    var startTime: Duration
    /// The duration that the *will* event reports, in seconds; for a pair, the longest duration.
    var duration: Double
    /// The number of times that the *will* event was posted.
    ///
    /// A source that posts a *will* event twice can also post the *did* event twice.
    var count: Int32
    /// Whether the state machine still expects a *did* event for the *will* event.
    var isAwaited: Bool
}

/// The superseded *will* events, and the latest *did* event of each verb.
///
/// The state machine ignores the *did* events of superseded *will* events, and repetitions of *did* events. As long as
/// the state machine expects a *did* event for a *will* event, the *will* event *owes* the *did* event. The following
/// rules identify the *did* events that the state machine ignores:
///
/// - If a source has posted a superseded *will* event n times, the *will* event owes n *did* events.
/// - A *did* event belongs to the *will* event that has the same end frame. As an exception, a *did show* event never
///   belongs to a *will hide* event, and a *did hide* event never belongs to a *will show* event.
/// - If the *did* event or the *will* event has no usable end frame, both events must have the same verb. For example,
///   a *did show* event can belong to a *will show* event. As an exception, a *did change frame* event without an end
///   frame can belong to any *will* event.
/// - If a later event has interrupted a drag, the drag owes a *did change frame* event. This *did change frame* event
///   can have any end frame.
/// - If two consecutive *did* events with the same verb have the same end frame and are at most 50 ms apart, the second
///   event is a repetition.
/// - After all owed *did* events of a *will* event have arrived, a source can still post repetitions. A source can also
///   post the other *did* event of a pair. The state machine ignores these *did* events for 100 ms. The 100 ms begin
///   when the last owed *did* event arrives, but not before the announced end of the transition.
/// - An owed *did* event expires 1 s after the announced end of the transition.
struct SupersededDids {
    private struct OwedDids {
        var will: KeyboardWill
        /// Whether the superseding event changes the end frame, shows a hidden keyboard or hides a shown keyboard.
        var isOfOtherPlace: Bool
        /// Whether the superseding event was posted at most 50 ms after `will`.
        ///
        /// For a burst of *will* events with the same verb, UIKit posts only one pair of *did* events. The *did* events
        /// can report the end frame of any *will* event in the burst.
        ///
        /// If the state machine no longer expects a *did* event for `will`, `isOfBurst` is `false`.
        var isOfBurst: Bool
        /// The last time at which the state machine ignores repetitions; `nil` while a *did* event is still owed.
        var endOfRepetitions: Duration?

        /// The last time at which the state machine ignores owed *did* events and their repetitions.
        ///
        /// `lastTime` is computed only when a *did* event arrives, because most superseded *will* events receive no
        /// *did* event.
        var lastTime: Duration {
            endOfRepetitions ?? KeyboardTiming.lastDid(will.startTime, will.duration)
        }

        func owes(_ did: KeyboardDid, at time: Duration, running: KeyboardVerb?, isDragging: Bool) -> Bool {
            guard time <= lastTime else { return false }
            let isOfRunningVerb = did.verb != .frame && did.verb == will.verb && did.verb == running
            if isOfRunningVerb, isOfBurst { return false }
            guard let end = did.end, let willEnd = will.end else {
                // If the superseded *will* event and the last *will* event move the keyboard to the same frame, the
                // *did* event belongs to the last *will* event.
                if isOfRunningVerb, !isOfOtherPlace { return false }
                // If the *did change frame* event has an end frame but the *will* event has no end frame, only a drag
                // can owe this *did* event.
                if did.verb == .frame, did.end != nil { return will.verb == .frame && !isDragging }
                return will.isAwaited && (did.verb == will.verb || did.verb == .frame)
            }
            return end == willEnd && (did.verb == will.verb || did.verb == .frame || will.verb == .frame)
        }
    }

    /// The largest number of superseded *will* events that the structure stores.
    private static let mostOwed = 8

    /// A ring buffer of the superseded *will* events.
    private var owed: [OwedDids] = []
    private var lastOwed = 0
    /// For each verb, the end frame and the time of the latest *did* event.
    private var arrived: (show: Arrival?, hide: Arrival?, frame: Arrival?)

    private struct Arrival {
        var end: CGRect?
        var time: Duration
    }

    /// Stores a superseded *will* event.
    ///
    /// - Parameters:
    ///   - will: The superseded *will* event.
    ///   - time: The time of the superseding event.
    ///   - isOfOtherPlace: Whether the superseding event changes the end frame, shows a hidden keyboard or hides a
    ///     shown keyboard.
    ///   - isReplacement: Whether the superseding event is the second event of a pair. When the first event of the pair
    ///     arrives, the method stores an entry for `will`. When the second event arrives, the method replaces this
    ///     entry.
    mutating func supersede(_ will: KeyboardWill, at time: Duration, isOfOtherPlace: Bool, isReplacement: Bool) {
        let dids = OwedDids(
            will: will,
            isOfOtherPlace: isOfOtherPlace,
            isOfBurst: will.isAwaited && time - will.startTime <= KeyboardTiming.pair
        )
        if isReplacement, !owed.isEmpty {
            owed[lastOwed] = dids
        } else if owed.count < Self.mostOwed {
            lastOwed = owed.count
            owed.append(dids)
        } else {
            lastOwed = (lastOwed + 1) % Self.mostOwed
            owed[lastOwed] = dids
        }
    }

    /// Stores a drag that a later event has interrupted.
    ///
    /// The *did* event of the drag expires 1 s after `time`, because no event has announced the end of the drag.
    mutating func supersedeDrag(at time: Duration) {
        let drag = KeyboardWill(verb: .frame, end: nil, startTime: time, duration: 0, count: 1, isAwaited: true)
        supersede(drag, at: time, isOfOtherPlace: true, isReplacement: false)
    }

    /// Stores the end frame and the time of a *did* event.
    ///
    /// The *did* event belongs to the running transition or to a superseded *will* event.
    mutating func record(_ did: KeyboardDid, at time: Duration) {
        let arrival = Arrival(end: did.end, time: time)
        switch did.verb {
        case .show: arrived.show = arrival
        case .hide: arrived.hide = arrival
        case .frame: arrived.frame = arrival
        }
    }

    /// Returns whether the state machine must ignore a *did* event.
    ///
    /// The result is `true` for a repetition of a *did* event, and for the *did* event of a superseded *will* event.
    ///
    /// After the last owed *did* event, the state machine ignores repetitions for 100 ms. For a *did* event after the
    /// 100 ms, the result is `false`. This late event reports a change, even if its values are equal to the values of
    /// an earlier *did* event. For example, a source can post a late event after the keyboard's process has ended.
    ///
    /// - Parameters:
    ///   - did: The event.
    ///   - time: The time of the event.
    ///   - running: The verb of the last *will* event; `nil` if the state machine does not expect a *did* event.
    ///   - isDragging: Whether a finger drags the keyboard. During a drag, a *did change frame* event can report any
    ///     end frame.
    /// - Returns: Whether the state machine must ignore the event.
    mutating func claim(
        _ did: KeyboardDid,
        at time: Duration,
        running: KeyboardVerb?,
        isDragging: Bool
    ) -> Bool {
        if isRepeated(did, time) { return true }
        let owes = { (dids: OwedDids) in dids.owes(did, at: time, running: running, isDragging: isDragging) }
        // The *did* event of a drag can have any end frame. Therefore the search begins with the *will* events that
        // have an end frame.
        guard let index = owed.firstIndex(where: { $0.will.end != nil && owes($0) }) ?? owed.firstIndex(where: owes)
        else { return false }
        // `isRepeated` detects only repetitions of recorded events. Without the call of `record`, a repetition of this
        // *did* event would count as a second owed *did* event.
        record(did, at: time)
        let will = owed[index].will
        // A drag has only a *did change frame* event. In a pair of *did* events, the *show* or *hide* event arrives
        // last.
        let isLast = did.verb == .frame ? will.end == nil : did.end == will.end
        if did.verb == will.verb, isLast {
            owed[index].will.count -= 1
            if owed[index].will.count <= 0 {
                // The two *will* events of a pair can have different durations. `will.duration` is the longer duration.
                let end = max(time, will.startTime + .delay(seconds: will.duration))
                owed[index].endOfRepetitions = end + KeyboardTiming.pair * 2
            }
        }
        return true
    }

    /// Returns whether a *did* event with this verb and end frame arrived in the last 100 ms.
    ///
    /// The two *did* events of a pair can arrive up to 100 ms apart.
    func hasArrived(_ verb: KeyboardVerb, _ end: CGRect?, _ time: Duration) -> Bool {
        arrival(verb).map { $0.end == end && time - $0.time <= KeyboardTiming.pair * 2 } ?? false
    }

    /// Returns whether a superseded *will* event with this end frame still lacks its *did* event.
    func owesEnd(_ end: CGRect, at time: Duration) -> Bool {
        owed.contains { $0.isOfOtherPlace && $0.will.end == end && time <= $0.lastTime }
    }

    private func arrival(_ verb: KeyboardVerb) -> Arrival? {
        switch verb {
        case .show: arrived.show
        case .hide: arrived.hide
        case .frame: arrived.frame
        }
    }

    private func isRepeated(_ did: KeyboardDid, _ time: Duration) -> Bool {
        guard let last = arrival(did.verb), time - last.time <= KeyboardTiming.pair else { return false }
        return last.end == did.end
    }
}

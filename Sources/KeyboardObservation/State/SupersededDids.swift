import Foundation

/// The values of a *did* event, for comparison with *will* events.
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
/// The structure also stores whether a *did* event is still expected.
struct KeyboardWill {
    var verb: KeyboardVerb
    /// The end frame; `nil` if the event reports no usable frame.
    var end: CGRect?
    var startTime: Duration
    /// The longest reported duration, in seconds.
    var duration: Double
    /// The number of times that the *will* event was posted.
    ///
    /// A source that posts a *will* event twice can also post the *did* event twice.
    var count: Int32
    /// Whether a *did* event for the *will* event is still expected.
    var isAwaited: Bool
}

/// The superseded *will* events, and the last *did* events that have arrived.
///
/// The state machine ignores a *did* event that belongs to a superseded *will* event or repeats an earlier *did* event.
/// A *will* event *owes* a *did* event as long as the *did* event is expected. These rules determine which *did* events
/// are ignored:
///
/// - A superseded *will* event owes one *did* event for each time that the *will* event was posted.
/// - A *did* event belongs to a *will* event with the same end frame.
/// - If a *did* event has no usable end frame, it belongs to a *will* event with the same verb. The same rule applies
///   if the *will* event has no usable end frame. For example, a *did show* event can belong to a *will show* event. A
///   *did change frame* event without an end frame can belong to any *will* event.
/// - If another event has ended a drag, the drag owes a *did change frame* event. The *did change frame* event can have
///   any end frame.
/// - A repetition has the verb and the end frame of an earlier *did* event, and arrives within 50 ms of that event.
/// - For 100 ms after an owed *did* event, the state machine ignores repetitions of the event and the other event of
///   its pair. If the owed event arrives before the announced end of the transition, the 100 ms begin at the announced
///   end.
/// - An owed *did* event expires 1 s after the announced end of the transition.
struct SupersededDids {
    private struct OwedDids {
        var will: KeyboardWill
        /// Whether the next *will* event moves the keyboard to another frame, onto the screen or off the screen.
        var isOfOtherPlace: Bool
        /// Whether the next *will* event was posted within 50 ms after `will`.
        ///
        /// UIKit posts only one pair of *did* events for a burst of *will* events with the same verb. The *did* events
        /// can report the end frame of any *will* event of the burst.
        var isOfBurst: Bool
        /// The time until which repetitions are ignored; `nil` until all owed *did* events have arrived.
        var endOfRepetitions: Duration?

        /// The time until which owed *did* events and their repetitions are ignored.
        ///
        /// The time is computed only if a *did* event arrives, because most superseded *will* events get no *did*
        /// event.
        var lastTime: Duration {
            endOfRepetitions ?? KeyboardTiming.lastDid(will.startTime, will.duration)
        }

        func owes(_ did: KeyboardDid, at time: Duration, running: KeyboardVerb?, isDragging: Bool) -> Bool {
            guard time <= lastTime else { return false }
            let isOfRunningVerb = did.verb != .frame && did.verb == will.verb && did.verb == running
            if isOfRunningVerb, isOfBurst { return false }
            guard let end = did.end, let willEnd = will.end else {
                // The *did* event belongs to the last *will* event, because both *will* events move the keyboard to the
                // same frame.
                if isOfRunningVerb, !isOfOtherPlace { return false }
                // If no *will* event has reported the end frame, only a drag can owe the *did* event.
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
    /// The end frame and the time of the last *did* event of each verb.
    private var arrived: (show: Arrival?, hide: Arrival?, frame: Arrival?)

    private struct Arrival {
        var end: CGRect?
        var time: Duration
    }

    /// Stores a superseded *will* event.
    ///
    /// - Parameters:
    ///   - will: The superseded event.
    ///   - time: The time of the next *will* event.
    ///   - isOfOtherPlace: Whether the next *will* event moves the keyboard to another frame, onto the screen or off
    ///     the screen.
    ///   - isReplacement: Whether the next *will* event is the second event of a pair. The first event of the pair has
    ///     already stored an entry, and the method replaces this entry.
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

    /// Stores a drag that another event has ended.
    ///
    /// The *did* event of the drag expires 1 s after `time`, because no event has announced the end of the drag.
    mutating func supersedeDrag(at time: Duration) {
        let drag = KeyboardWill(verb: .frame, end: nil, startTime: time, duration: 0, count: 1, isAwaited: true)
        supersede(drag, at: time, isOfOtherPlace: true, isReplacement: false)
    }

    /// Records a *did* event that was accepted, or that belongs to a superseded *will* event.
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
    /// The state machine must ignore a *did* event that repeats an earlier *did* event or belongs to a superseded
    /// *will* event.
    ///
    /// After all owed *did* events have arrived and the 100 ms for repetitions have passed, a further *did* event with
    /// the same values reports a change. The state machine does not ignore such a *did* event. For example, a source
    /// can post this event after the keyboard's process has ended.
    ///
    /// - Parameters:
    ///   - did: The event.
    ///   - time: The time of the event.
    ///   - running: The verb of the last *will* event; `nil` if its *did* event is not expected.
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
        // A *will* event with the same end frame takes precedence over a drag, which can have any end frame.
        guard let index = owed.firstIndex(where: { $0.will.end != nil && owes($0) }) ?? owed.firstIndex(where: owes)
        else { return false }
        // The call of `record` ensures that a repetition of the event does not claim another owed event.
        record(did, at: time)
        let will = owed[index].will
        // The only *did* event of a drag is a *frame* event. In a pair, the last event is the *show* or *hide* event.
        let isLast = did.verb == .frame ? will.end == nil : did.end == will.end
        if did.verb == will.verb, isLast {
            owed[index].will.count -= 1
            if owed[index].will.count <= 0 {
                // The two events of a pair can have different durations. `will.duration` is the longer duration.
                let end = max(time, will.startTime + .delay(seconds: will.duration))
                owed[index].endOfRepetitions = end + KeyboardTiming.pair * 2
            }
        }
        return true
    }

    /// Returns whether the *did* event with this verb and end frame arrived in the last 100 ms.
    ///
    /// Within 100 ms, the other event of the pair can follow.
    func hasArrived(_ verb: KeyboardVerb, _ end: CGRect?, _ time: Duration) -> Bool {
        arrival(verb).map { $0.end == end && time - $0.time <= KeyboardTiming.pair * 2 } ?? false
    }

    /// Returns whether a superseded *will* event owes a *did* event with this end frame.
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

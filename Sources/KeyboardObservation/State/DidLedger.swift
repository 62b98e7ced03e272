import Foundation

/// The values of a *did* event that are compared with *will* events.
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

/// A *will* event or a pair of *will* events, and whether its *did* events have arrived.
struct KeyboardWill {
    var verb: KeyboardVerb
    /// The reported end frame; `nil` if no usable frame is reported.
    var end: CGRect?
    var startTime: Duration
    /// The longest reported duration, in seconds.
    var duration: Double
    /// The number of times that the event was posted.
    ///
    /// Each post can have a *did* event.
    var count: Int32
    /// Whether fewer *did* events than *will* events have arrived.
    var isAwaited: Bool
}

/// The superseded *will* events with their missing *did* events, and the last *did* events that have arrived.
///
/// A *did* event reports no change if it belongs to a superseded *will* event, or if it repeats a *did* event that has
/// arrived. The ledger recognises these events:
///
/// - Each superseded *will* event owes one *did* event for each time that it was posted. A *did* event with a frame
///   belongs to a *will* event with this end frame. A *show* or *hide* event also belongs to a *will* event of its verb
///   if one of the two has no usable frame. A *frame* event without a usable frame belongs to any *will* event.
/// - A drag that ends with another event owes a *frame* event with any end frame.
/// - A *did* event is a repetition if a *did* event with the same verb and the same end frame arrived at most 50 ms
///   before.
/// - The other event of a pair, and repetitions, can follow within twice the time of a pair. This time begins with the
///   first *did* event or at the announced end of the pair, whichever is later.
/// - A *did* event is no longer owed 1 s after its announced end.
struct DidLedger {
    private struct OwedDids {
        var will: KeyboardWill
        /// Whether the next *will* event has another end.
        var isOfOtherPlace: Bool
        /// Whether the next *will* event was posted within the time of a pair.
        ///
        /// A burst of *will* events with the same verb has one pair of *did* events, which report any of the end
        /// frames.
        var isOfBurst: Bool
        /// The time after which no *did* event is owed; `nil` until all have arrived.
        var endOfRepetitions: Duration?

        /// The time after which no *did* event is owed.
        ///
        /// The time is computed only when a *did* event arrives, because most *will* events are superseded without one.
        var lastTime: Duration {
            endOfRepetitions ?? KeyboardTiming.lastDid(will.startTime, will.duration)
        }

        func owes(_ did: KeyboardDid, at time: Duration, running: KeyboardVerb?, isDragging: Bool) -> Bool {
            guard time <= lastTime else { return false }
            let isOfRunningVerb = did.verb != .frame && did.verb == will.verb && did.verb == running
            if isOfRunningVerb, isOfBurst { return false }
            guard let end = did.end, let willEnd = will.end else {
                // The event also confirms the running *will* event, which has the same end.
                if isOfRunningVerb, !isOfOtherPlace { return false }
                // Only a drag reports its end frame first in its *did* event.
                if did.verb == .frame, did.end != nil { return will.verb == .frame && !isDragging }
                return will.isAwaited && (did.verb == will.verb || did.verb == .frame)
            }
            return end == willEnd && (did.verb == will.verb || did.verb == .frame || will.verb == .frame)
        }
    }

    /// The largest number of superseded *will* events that are kept.
    private static let mostOwed = 8

    /// The superseded *will* events, as a ring buffer.
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
    ///   - isOfOtherPlace: Whether the next *will* event has another end.
    ///   - isReplacement: Whether the next *will* event is the second event of a pair. The first event of the pair has
    ///     stored the same *will* event, before the end of the pair was known.
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

    /// Stores a drag that has ended with another event.
    ///
    /// The *did* event of the drag is owed for 1 s, because a drag announces no end.
    mutating func supersedeDrag(at time: Duration) {
        let drag = KeyboardWill(verb: .frame, end: nil, startTime: time, duration: 0, count: 1, isAwaited: true)
        supersede(drag, at: time, isOfOtherPlace: true, isReplacement: false)
    }

    /// Records a *did* event that was accepted or claimed.
    mutating func record(_ did: KeyboardDid, at time: Duration) {
        let arrival = Arrival(end: did.end, time: time)
        switch did.verb {
        case .show: arrived.show = arrival
        case .hide: arrived.hide = arrival
        case .frame: arrived.frame = arrival
        }
    }

    /// Records a *did* event that reports a change without a *will* event.
    ///
    /// After a *show* or a *hide*, a *did* event of another verb is not a repetition.
    mutating func recordChange(_ did: KeyboardDid, at time: Duration) {
        if did.verb != .frame { arrived = (nil, nil, nil) }
        record(did, at: time)
    }

    /// Returns whether the *did* event repeats an earlier *did* event, or belongs to a superseded *will* event.
    ///
    /// An owed *did* event is claimed once, together with the other event of its pair and its repetitions. A later
    /// *did* event reports a change, for example after the keyboard's process has ended.
    ///
    /// - Parameters:
    ///   - did: The event.
    ///   - time: The time of the event.
    ///   - running: The verb of the running *will* event; `nil` if its *did* event has arrived.
    ///   - isDragging: Whether a finger drags the keyboard. A *frame* event may then report any end.
    /// - Returns: Whether the event reports no change.
    mutating func claim(
        _ did: KeyboardDid,
        at time: Duration,
        running: KeyboardVerb?,
        isDragging: Bool
    ) -> Bool {
        if isRepeated(did, time) { return true }
        let owes = { (dids: OwedDids) in dids.owes(did, at: time, running: running, isDragging: isDragging) }
        // A *will* event with the same end frame is a better match than a drag, which can have any end frame.
        guard let index = owed.firstIndex(where: { $0.will.end != nil && owes($0) }) ?? owed.firstIndex(where: owes)
        else { return false }
        // A repetition of this event is not another owed event.
        record(did, at: time)
        let will = owed[index].will
        // A drag has one *did* event. In a pair, another *did* event follows the *frame* event.
        let isLast = did.verb == .frame ? will.end == nil : did.end == will.end
        if did.verb == will.verb, isLast {
            owed[index].will.count -= 1
            if owed[index].will.count <= 0 {
                // The events of a pair can belong to operations with different durations.
                let end = max(time, will.startTime + .delay(seconds: will.duration))
                owed[index].endOfRepetitions = end + KeyboardTiming.pair * 2
            }
        }
        return true
    }

    /// Returns whether this *did* event has arrived, and the other event of its pair can follow.
    func hasArrived(_ verb: KeyboardVerb, _ end: CGRect?, _ time: Duration) -> Bool {
        arrival(verb).map { $0.end == end && time - $0.time <= KeyboardTiming.pair * 2 } ?? false
    }

    /// Returns whether a *did* event with this end frame may belong to a superseded *will* event.
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

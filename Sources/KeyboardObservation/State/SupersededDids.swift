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
/// The record also contains whether the *did* events have arrived.
struct KeyboardWill {
    var verb: KeyboardVerb
    /// The reported end frame; `nil` if no usable frame is reported.
    var end: CGRect?
    var startTime: Duration
    /// The longest reported duration, in seconds.
    var duration: Double
    /// The number of times that the event was posted.
    ///
    /// Each post can have a *did* event of its own.
    var count: Int32
    /// Whether fewer *did* events than *will* events have arrived.
    var isAwaited: Bool
}

/// The superseded *will* events, and the last *did* events that have arrived.
///
/// If a *did* event belongs to a superseded *will*
/// event, the *did* event reports no change. A repetition of an earlier *did* event also reports no change. These rules
/// recognise such *did* events:
///
/// - A superseded *will* event owes one *did* event for each time that the *will* event was posted. If a *did* event
///   reports a usable end frame, its *will* event reports the same frame. If one of two events has no usable end frame,
///   the verbs of the events are compared. In such a comparison, a *did show* event can belong to a *will show* event.
///   In the same way, a *did hide* event can belong to a *will hide* event. A *did change frame* event without a usable
///   end frame can belong to any *will* event.
/// - If another event has ended a drag, the drag owes a *did change frame* event. The *did change frame* event of a
///   drag can have any end frame.
/// - A repetition has the verb and the end frame of an earlier *did* event. A repetition arrives within 50 ms of the
///   repeated *did* event.
/// - Repetitions can follow an owed *did* event within 100 ms. The other event of the pair can also follow an owed
///   *did* event within 100 ms. The 100 ms begin when the owed *did* event arrives. If the announced end is later, the
///   100 ms begin at the announced end.
/// - An owed *did* event expires 1 s after the announced end.
struct SupersededDids {
    private struct OwedDids {
        var will: KeyboardWill
        /// Whether the next *will* event moves the keyboard to another place.
        var isOfOtherPlace: Bool
        /// Whether the next *will* event was posted within 50 ms.
        ///
        /// UIKit posts one pair of *did* events for a burst of *will* events with the same verb. This pair of *did*
        /// events can report the end frame of any *will* event of the burst.
        var isOfBurst: Bool
        /// The time after which repetitions are no longer expected; `nil` until all owed *did* events have arrived.
        var endOfRepetitions: Duration?

        /// The time after which no *did* event is owed.
        ///
        /// The time is computed only when a *did* event arrives. Most superseded *will* events get no *did* event.
        var lastTime: Duration {
            endOfRepetitions ?? KeyboardTiming.lastDid(will.startTime, will.duration)
        }

        func owes(_ did: KeyboardDid, at time: Duration, running: KeyboardVerb?, isDragging: Bool) -> Bool {
            guard time <= lastTime else { return false }
            let isOfRunningVerb = did.verb != .frame && did.verb == will.verb && did.verb == running
            if isOfRunningVerb, isOfBurst { return false }
            guard let end = did.end, let willEnd = will.end else {
                // The *did* event confirms the running *will* event, which moves the keyboard to the same place.
                if isOfRunningVerb, !isOfOtherPlace { return false }
                // Only a drag ends at a frame that no *will* event has reported.
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
    ///   - isOfOtherPlace: Whether the next *will* event moves the keyboard to another place.
    ///   - isReplacement: Whether the next *will* event is the second event of a pair. In this case, `will` was already
    ///     stored when the first event of the pair arrived. The new entry replaces the stored entry, because the end of
    ///     the pair is known only now.
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
    /// A drag announces no end. Therefore its *did* event expires 1 s after `time`.
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

    /// Returns whether the *did* event repeats an earlier *did* event, or belongs to a superseded *will* event.
    ///
    /// An owed *did* event and the other event of its pair are claimed only once. The repetitions of both events are
    /// also claimed only once. A later *did* event with the same values reports a change. For example, such a *did*
    /// event can arrive after the keyboard's process has ended.
    ///
    /// - Parameters:
    ///   - did: The event.
    ///   - time: The time of the event.
    ///   - running: The verb of the running *will* event; `nil` if no *did* event is awaited.
    ///   - isDragging: Whether a finger drags the keyboard. During a drag, a *did change frame* event can report any
    ///     end frame.
    /// - Returns: Whether the event reports no change.
    mutating func claim(
        _ did: KeyboardDid,
        at time: Duration,
        running: KeyboardVerb?,
        isDragging: Bool
    ) -> Bool {
        if isRepeated(did, time) { return true }
        let owes = { (dids: OwedDids) in dids.owes(did, at: time, running: running, isDragging: isDragging) }
        // A *will* event with the same end frame is a better match than a drag. A drag can have any end frame.
        guard let index = owed.firstIndex(where: { $0.will.end != nil && owes($0) }) ?? owed.firstIndex(where: owes)
        else { return false }
        // The event is recorded, so that its repetition does not claim another owed event.
        record(did, at: time)
        let will = owed[index].will
        // A drag has a single *did* event. In a pair, a *show* or *hide* event follows the *frame* event.
        let isLast = did.verb == .frame ? will.end == nil : did.end == will.end
        if did.verb == will.verb, isLast {
            owed[index].will.count -= 1
            if owed[index].will.count <= 0 {
                // The two events of a pair can have different durations.
                let end = max(time, will.startTime + .delay(seconds: will.duration))
                owed[index].endOfRepetitions = end + KeyboardTiming.pair * 2
            }
        }
        return true
    }

    /// Returns whether this *did* event arrived so recently that the other event of its pair can follow.
    func hasArrived(_ verb: KeyboardVerb, _ end: CGRect?, _ time: Duration) -> Bool {
        arrival(verb).map { $0.end == end && time - $0.time <= KeyboardTiming.pair * 2 } ?? false
    }

    /// Returns whether a *did* event with this end frame can belong to a superseded *will* event.
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

/// The events, frames and subscriptions that were posted off the main actor and wait for the main actor.
///
/// The queue does not grow without bound, even if the main actor never takes the arrivals. When the queue is compacted,
/// it keeps the newest 8,192 events, and the newest reported frame of each sender. A subscription that was cancelled
/// while it waited is removed.
struct ArrivalQueue {
    /// The largest number of events that are kept when the queue is compacted.
    static let eventLimit = 8_192

    /// The number of arrivals other than events at which the queue is compacted first.
    private static let otherLimit = 1_024

    private var arrivals: [KeyboardIntake.Arrival] = []
    private var eventCount = 0
    private var otherCountToCompact = otherLimit
    private var droppedEventCount = 0

    var count: Int {
        arrivals.count
    }

    /// Appends an arrival.
    ///
    /// This method costs O(1), amortised.
    ///
    /// - Returns: The arrivals that were removed. The caller releases them after its access, because a closure that is
    ///   freed may post.
    mutating func append(_ arrival: KeyboardIntake.Arrival) -> [KeyboardIntake.Arrival] {
        if case .event = arrival { eventCount += 1 }
        if case .frame(_, let sender) = arrival, case .frame(_, sender) = arrivals.last { arrivals.removeLast() }
        arrivals.append(arrival)
        guard eventCount >= 2 * Self.eventLimit || arrivals.count - eventCount >= otherCountToCompact else { return [] }
        let removed = compact()
        otherCountToCompact = max(Self.otherLimit, 2 * (arrivals.count - eventCount))
        return removed
    }

    /// Removes and returns all arrivals, and the number of events that were dropped since the last call.
    mutating func takeAll() -> (arrivals: [KeyboardIntake.Arrival], droppedEventCount: Int) {
        defer { self = ArrivalQueue() }
        return (arrivals, droppedEventCount)
    }

    private mutating func compact() -> [KeyboardIntake.Arrival] {
        let cancelled = cancelledSubscriptions()
        var kept: [KeyboardIntake.Arrival] = []
        var removed: [KeyboardIntake.Arrival] = []
        eventCount = 0
        var sendersOfFrames: Set<ObjectIdentifier?> = []
        for arrival in arrivals.reversed() {
            let isKept: Bool
            switch arrival {
            case .event:
                isKept = eventCount < Self.eventLimit
                if isKept { eventCount += 1 } else { droppedEventCount += 1 }
            case .frame(_, let sender):
                isKept = sendersOfFrames.insert(sender).inserted
            case .subscription(let observer):
                isKept = !cancelled.contains(ObjectIdentifier(observer))
            case .withdrawal(let observer):
                isKept = !cancelled.contains(observer)
            case .stateSubscription(let observer):
                isKept = !observer.isCancelled
            }
            if isKept { kept.append(arrival) } else { removed.append(arrival) }
        }
        arrivals = kept.reversed()
        return removed
    }

    private func cancelledSubscriptions() -> Set<ObjectIdentifier> {
        var cancelled: Set<ObjectIdentifier> = []
        for case .subscription(let observer) in arrivals where observer.hasBeenCancelled {
            cancelled.insert(ObjectIdentifier(observer))
        }
        return cancelled
    }
}

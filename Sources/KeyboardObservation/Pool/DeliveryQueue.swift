import Foundation

/// The deliveries that wait in a pool, in order.
@MainActor
final class DeliveryQueue {
    /// The number of events that callbacks may post during one outermost post before an issue is reported.
    static let nestedEventLimit = 1_000

    private var waiting = FIFO<QueuedDelivery>()
    private var nestedCount = 0
    private var arrivalCount = 0
    private var droppedEventCount = 0
    /// Whether the pool is calling observers.
    private(set) var isDelivering = false

    /// Stored, because each event reads it and an access to the elements is checked.
    private(set) var isEmpty = true

    /// Appends a delivery.
    ///
    /// The queue may drop events that were posted off the main actor, and reported frames. When 16,384 of them wait,
    /// the queue keeps the newest 8,192.
    func append(_ delivery: QueuedDelivery) {
        isEmpty = false
        waiting.append(delivery)
        guard delivery.isDroppable else { return }
        arrivalCount += 1
        if arrivalCount >= 2 * ArrivalQueue.eventLimit { dropOldestArrivals() }
    }

    /// Removes and returns the next delivery.
    ///
    /// If events were dropped, the method first returns an issue with their number.
    func popFirst() -> QueuedDelivery? {
        if droppedEventCount > 0 {
            defer { droppedEventCount = 0 }
            return .issue(.droppedEvents(count: droppedEventCount, limit: ArrivalQueue.eventLimit))
        }
        defer { isEmpty = waiting.isEmpty }
        let next = waiting.popFirst()
        if let next, next.isDroppable { arrivalCount -= 1 }
        return next
    }

    /// Counts events that were dropped before they reached the queue.
    func countDropped(_ count: Int) {
        guard count > 0 else { return }
        droppedEventCount += count
        isEmpty = false
    }

    private func dropOldestArrivals() {
        var kept = FIFO<QueuedDelivery>()
        while let delivery = waiting.popFirst() {
            if delivery.isDroppable, arrivalCount > ArrivalQueue.eventLimit {
                arrivalCount -= 1
                if case .arrival = delivery { droppedEventCount += 1 }
            } else {
                kept.append(delivery)
            }
        }
        waiting = kept
    }

    func begin() {
        isDelivering = true
        nestedCount = 0
    }

    func end() {
        isDelivering = false
    }

    /// Counts a post from inside a callback.
    ///
    /// - Returns: Whether this post is the first post beyond the limit.
    func countNested() -> Bool {
        guard isDelivering else { return false }
        nestedCount += 1
        return nestedCount == Self.nestedEventLimit + 1
    }
}

/// One element of the queue.
enum QueuedDelivery {
    case event(DecodedEvent, Notification)
    /// An event that was posted off the main actor.
    ///
    /// Its notification is created when it is delivered, because many events may wait.
    case arrival(DecodedEvent)
    /// A frame that a source has reported during a movement.
    case frame(CGRect, sender: ObjectIdentifier?)
    case issue(KeyboardIssue)
    /// The screens that have subscribed since the last event catch up with it.
    case catchUp

    /// Whether the queue may drop the delivery: an event that was posted off the main actor, or a reported frame.
    fileprivate var isDroppable: Bool {
        switch self {
        case .arrival, .frame: true
        case .event, .issue, .catchUp: false
        }
    }
}

/// An event and the issues that its payload caused.
struct DecodedEvent {
    // Internal, because a decoded event is a record without behavior.
    var event: KeyboardEvent
    var issues: [KeyboardIssue]

    /// Decodes a notification.
    ///
    /// The method is not an initialiser, which would copy the notification.
    static func decode(_ notification: Notification, as kind: KeyboardEvent.Kind) -> DecodedEvent {
        var event = KeyboardEvent(kind, info: Notification.KeyboardInfo(), sender: notification.senderIdentity)
        var issues: [KeyboardIssue] = []
        KeyboardPayload.read(notification.userInfo, into: &event.info) { key, expected, found in
            issues.append(.unreadableValue(kind, key: key, expected: expected, found: found))
        }
        return DecodedEvent(event: event, issues: issues)
    }
}

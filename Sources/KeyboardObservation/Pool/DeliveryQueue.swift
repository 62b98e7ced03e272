import Foundation

/// The queue of a pool's deliveries and subscription changes, which wait for the main actor.
///
/// If a callback posts an event, the event is appended to the queue, and the post returns. The pool first delivers the
/// current event to all observers. The pool delivers the new event afterwards, before the outermost post returns.
///
/// The size of the queue is bounded. The bound holds even if the main actor takes nothing from the queue. The queue
/// counts the events that were posted off the main actor. At a count of 16,384, the queue drops the oldest of these
/// events. The queue keeps the newest 8,192 events, and the newest reported frame of each sender. If a waiting
/// subscription is cancelled, the queue removes it.
struct DeliveryQueue {
    /// The number of events that the queue keeps when it drops the oldest events.
    static let eventLimit = 8_192

    /// When this number of frames waits in the queue, the queue removes superseded frames.
    ///
    /// The same limit applies to subscription changes.
    private static let otherLimit = 1_024

    private var deliveries = FIFO<Delivery>()
    /// The number of due deliveries, which are at the front of the queue.
    ///
    /// The main actor performs the due deliveries before it continues with other work.
    private var dueCount = 0
    private var changes: [SubscriptionChange] = []
    /// The number of waiting events that the queue can drop.
    ///
    /// The queue can drop only events that were posted off the main actor.
    private var eventCount = 0
    private var frameCount = 0
    private var frameCountToDrop = otherLimit
    private var changeCountToPurge = otherLimit
    private var droppedEventCount = 0

    var count: Int {
        deliveries.count + changes.count
    }

    var isEmpty: Bool {
        deliveries.isEmpty && changes.isEmpty && droppedEventCount == 0
    }

    /// Appends a delivery.
    ///
    /// A new frame replaces the last delivery if both conditions are met:
    ///
    /// - The last delivery is a frame of the same sender.
    /// - The last delivery is not due.
    ///
    /// The cost is O(1), amortised.
    mutating func append(_ delivery: Delivery) {
        if dueCount < deliveries.count, case .frame(_, let sender) = delivery, case .frame(_, sender)? = deliveries.last
        {
            deliveries.last = delivery
            return
        }
        deliveries.append(delivery)
        count(delivery, 1)
        if eventCount >= 2 * Self.eventLimit || frameCount >= frameCountToDrop { dropOldest() }
    }

    /// Appends a change of the subscriptions.
    ///
    /// The cost is O(1), amortised.
    ///
    /// - Returns: Changes that the caller must release, but only after the access to the queue has ended. The
    ///   deallocation of a closure can post an event, which accesses the queue again.
    mutating func append(_ change: SubscriptionChange) -> [SubscriptionChange] {
        changes.append(change)
        guard changes.count >= changeCountToPurge else { return [] }
        let all = changes
        let cancelled = cancelledSubscriptions()
        changes = all.filter { !$0.isCancelled(cancelled) }
        changeCountToPurge = max(Self.otherLimit, 2 * changes.count)
        return all
    }

    /// Makes all deliveries due, and removes and returns the waiting changes.
    mutating func admit() -> [SubscriptionChange] {
        dueCount = deliveries.count
        defer { (changes, changeCountToPurge) = ([], Self.otherLimit) }
        return changes
    }

    /// Removes and returns the next delivery that is due.
    ///
    /// If events were dropped, the method first returns an issue with the number of dropped events.
    mutating func popFirst() -> Delivery? {
        if droppedEventCount > 0 {
            defer { droppedEventCount = 0 }
            return .issue(.droppedEvents(count: droppedEventCount, limit: Self.eventLimit))
        }
        guard dueCount > 0, let next = deliveries.popFirst() else { return nil }
        dueCount -= 1
        count(next, -1)
        return next
    }

    private mutating func count(_ delivery: Delivery, _ change: Int) {
        switch delivery {
        case .event(_, nil): eventCount += change
        case .frame: frameCount += change
        case .event, .issue, .catchUp: break
        }
    }

    /// Drops old events and frames.
    ///
    /// The queue keeps the newest events, and the newest frame of each sender.
    private mutating func dropOldest() {
        let (all, oldDueCount) = (deliveries.removeAll(), dueCount)
        (eventCount, frameCount, dueCount) = (0, 0, 0)
        var kept: [Delivery] = []
        var sendersOfFrames: Set<ObjectIdentifier?> = []
        for (index, delivery) in all.enumerated().reversed() {
            switch delivery {
            case .event(_, nil) where eventCount == Self.eventLimit:
                droppedEventCount += 1
                continue
            case .frame(_, let sender) where !sendersOfFrames.insert(sender).inserted:
                continue
            case .event, .frame, .issue, .catchUp:
                kept.append(delivery)
                count(delivery, 1)
                if index < oldDueCount { dueCount += 1 }
            }
        }
        for delivery in kept.reversed() { deliveries.append(delivery) }
        frameCountToDrop = max(Self.otherLimit, 2 * frameCount)
    }

    private func cancelledSubscriptions() -> Set<ObjectIdentifier> {
        var cancelled: Set<ObjectIdentifier> = []
        for case .subscription(let observer) in changes where observer.hasBeenCancelled {
            cancelled.insert(ObjectIdentifier(observer))
        }
        return cancelled
    }
}

/// One element of the queue.
enum Delivery: Sendable {
    /// An event, and its notification if the event was posted on the main actor.
    ///
    /// The queue can hold many events that were posted off the main actor. To save memory, the notification of such an
    /// event is created only when the event is delivered.
    case event(DecodedEvent, PostedNotification?)
    /// A frame that a source has reported during a movement.
    case frame(CGRect, sender: ObjectIdentifier?)
    case issue(KeyboardIssue)
    /// A request to repeat the latest events for the screens that have subscribed after these events.
    case catchUp
}

/// A notification that was posted on the main actor.
///
/// Only the main actor reads the notification.
@MainActor
final class PostedNotification {
    let notification: Notification

    init(_ notification: Notification) {
        self.notification = notification
    }
}

/// A subscription or a cancellation from any thread.
enum SubscriptionChange: Sendable {
    case subscription(ClosureObserver)
    /// The closure with this identity has been cancelled.
    case withdrawal(ObjectIdentifier)
    case stateSubscription(KeyboardStateObserver)

    /// Returns whether the change has become unnecessary.
    ///
    /// The parameter contains the closures that were cancelled before they were subscribed.
    fileprivate func isCancelled(_ cancelled: Set<ObjectIdentifier>) -> Bool {
        switch self {
        case .subscription(let observer): cancelled.contains(ObjectIdentifier(observer))
        case .withdrawal(let observer): cancelled.contains(observer)
        case .stateSubscription(let observer): observer.isCancelled
        }
    }
}

/// An event and the issues that its payload caused.
struct DecodedEvent {
    // The properties are not private, because a decoded event is a record without behavior.
    var event: KeyboardEvent
    var issues: [KeyboardIssue]

    /// Decodes a notification.
    ///
    /// The method is not an initialiser, because an initialiser would copy the notification.
    static func decode(_ notification: Notification, as kind: KeyboardEvent.Kind) -> DecodedEvent {
        var event = KeyboardEvent(kind, info: Notification.KeyboardInfo(), sender: notification.senderIdentity)
        var issues: [KeyboardIssue] = []
        KeyboardPayload.read(notification.userInfo, into: &event.info) { key, expected, found in
            issues.append(.unreadableValue(kind, key: key, expected: expected, found: found))
        }
        return DecodedEvent(event: event, issues: issues)
    }
}

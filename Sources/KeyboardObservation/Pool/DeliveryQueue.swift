import Foundation

/// The deliveries of a pool that wait, in order, and the changes of its subscriptions that wait for the main actor.
///
/// A post from inside a callback appends its event and returns. The pool delivers the event after the current one has
/// been delivered to all observers, and before the outermost post returns.
///
/// The size of the queue is bounded, even if the main actor never takes anything from it. When 16,384 events that were
/// posted off the main actor wait, the queue keeps the newest 8,192. It then also keeps only the newest reported frame
/// of each sender. A subscription that was cancelled while it waited is removed.
struct DeliveryQueue {
    /// The largest number of events that are kept when the oldest ones are dropped.
    static let eventLimit = 8_192

    /// The number of reported frames, and of changes, from which the queue looks for superseded ones.
    private static let otherLimit = 1_024

    private var deliveries = FIFO<Delivery>()
    /// The number of deliveries at the front that the main actor delivers before it returns to its own work.
    private var dueCount = 0
    private var changes: [SubscriptionChange] = []
    /// The number of events that may be dropped.
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

    /// Appends a delivery in O(1), amortised.
    ///
    /// A reported frame replaces a frame of the same sender before it, unless that frame is due.
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

    /// Appends a change of the subscriptions in O(1), amortised.
    ///
    /// - Returns: The changes that were removed. The caller releases them after its access, because a closure that is
    ///   freed may post.
    mutating func append(_ change: SubscriptionChange) -> [SubscriptionChange] {
        changes.append(change)
        guard changes.count >= changeCountToPurge else { return [] }
        let all = changes
        let cancelled = cancelledSubscriptions()
        changes = all.filter { !$0.isCancelled(cancelled) }
        changeCountToPurge = max(Self.otherLimit, 2 * changes.count)
        return all
    }

    /// Makes all deliveries due, and removes and returns the changes.
    mutating func admit() -> [SubscriptionChange] {
        dueCount = deliveries.count
        defer { (changes, changeCountToPurge) = ([], Self.otherLimit) }
        return changes
    }

    /// Removes and returns the next delivery that is due.
    ///
    /// If events were dropped, the method first returns an issue with their number.
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

    /// Keeps only the newest events, and the newest frame of each sender.
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
    /// An event, and its notification if it was posted on the main actor.
    ///
    /// The notification of an event from off the main actor is created when the event is delivered, because many events
    /// may wait.
    case event(DecodedEvent, PostedNotification?)
    /// A frame that a source has reported during a movement.
    case frame(CGRect, sender: ObjectIdentifier?)
    case issue(KeyboardIssue)
    /// The screens that have subscribed since the last event catch up with it.
    case catchUp
}

/// A notification that was posted on the main actor, and that only the main actor reads.
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

    /// Returns whether the change has no effect any more, given the closures that were cancelled before their
    /// subscription.
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

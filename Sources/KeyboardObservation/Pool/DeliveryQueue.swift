import Foundation

/// A queue of deliveries and subscription changes that wait for the main actor.
///
/// An observer can post a new event while the pool delivers an earlier event. The new event waits in the queue until
/// the pool has delivered the earlier event to all observers. The outermost `post` returns after the pool has delivered
/// the new event.
///
/// The size of the queue is bounded, even if the main actor never empties the queue:
///
/// - Events: the queue counts only the events that were posted off the main actor. When 16,384 events wait, the queue
///   keeps only the newest 8,192 events.
/// - Reported frames: when many frames wait, the queue keeps only the newest frame of each sender.
/// - Subscriptions and cancellations: when many changes wait, the queue removes the cancelled subscriptions.
struct DeliveryQueue {
    /// The number of events that remain in the queue after the queue has dropped the oldest events.
    static let eventLimit = 8_192

    /// The number of waiting frames at which the queue first removes outdated frames.
    ///
    /// A frame is outdated if the queue contains a newer frame of the same sender. The queue uses the same number for
    /// subscription changes: when 1,024 subscriptions and cancellations wait, the queue removes the cancelled
    /// subscriptions.
    private static let otherLimit = 1_024

    private var waiting: [Delivery] = []
    /// The deliveries that `popFirst()` returns; the next one is the last element.
    ///
    /// A delivery that another thread appends is not due until the next call of `admit()`, so it does not prolong the
    /// pool's loop over `popFirst()`.
    private var due: [Delivery] = []
    private var changes: [SubscriptionChange] = []
    /// The number of waiting events that were posted off the main actor.
    ///
    /// The queue can drop an event that was posted off the main actor. The queue never drops an event that was posted
    /// on the main actor.
    private var eventCount = 0
    private var frameCount = 0
    private var frameCountToDrop = otherLimit
    private var changeCountToPurge = otherLimit
    private var droppedEventCount = 0

    var count: Int {
        due.count + waiting.count + changes.count
    }

    var isEmpty: Bool {
        due.isEmpty && waiting.isEmpty && changes.isEmpty && droppedEventCount == 0
    }

    /// Appends a delivery.
    ///
    /// If the newest waiting delivery is a frame, a new frame of the same sender replaces the old frame. A new frame
    /// does not replace a due frame.
    ///
    /// - Complexity: O(1), amortised.
    mutating func append(_ delivery: Delivery) {
        if case .frame(_, let sender) = delivery, case .frame(_, sender)? = waiting.last {
            waiting[waiting.count - 1] = delivery
            return
        }
        waiting.append(delivery)
        count(delivery, 1)
        if eventCount >= 2 * Self.eventLimit || frameCount >= frameCountToDrop { dropOldest() }
    }

    /// Appends a subscription or a cancellation.
    ///
    /// - Complexity: O(1), amortised.
    ///
    /// - Returns: If the queue has searched for cancelled subscriptions, the result contains all changes that were in
    ///   the queue before the search. Otherwise the result is an empty array. The caller must release the returned
    ///   changes after its access to the queue has ended. The release of a change can deallocate a closure, and this
    ///   deallocation can post an event to the same queue.
    mutating func append(_ change: SubscriptionChange) -> [SubscriptionChange] {
        changes.append(change)
        guard changes.count >= changeCountToPurge else { return [] }
        let all = changes
        let cancelled = cancelledSubscriptions()
        changes = all.filter { !$0.isCancelled(cancelled) }
        changeCountToPurge = max(Self.otherLimit, 2 * changes.count)
        return all
    }

    /// Marks all waiting deliveries as due, and removes the waiting subscriptions and cancellations.
    ///
    /// - Returns: The removed subscriptions and cancellations.
    mutating func admit() -> [SubscriptionChange] {
        if due.isEmpty {
            swap(&due, &waiting)
            due.reverse()
        } else if !waiting.isEmpty {
            (due, waiting) = (waiting.reversed() + due, [])
        }
        defer { (changes, changeCountToPurge) = ([], Self.otherLimit) }
        return changes
    }

    /// Removes the next due delivery from the queue and returns the delivery.
    ///
    /// If the queue has dropped events, the method instead returns an issue with the number of dropped events. The due
    /// deliveries stay in the queue until the next call.
    mutating func popFirst() -> Delivery? {
        if droppedEventCount > 0 {
            defer { droppedEventCount = 0 }
            return .issue(.droppedEvents(count: droppedEventCount, limit: Self.eventLimit))
        }
        guard let next = due.popLast() else { return nil }
        // A flood needs much memory once.
        if due.isEmpty, due.capacity > 64 { due = [] }
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

    /// Drops the oldest events and all outdated frames.
    ///
    /// The queue keeps the newest frame of each sender.
    private mutating func dropOldest() {
        (eventCount, frameCount) = (0, 0)
        var sendersOfFrames: Set<ObjectIdentifier?> = []
        waiting = Array(keep(waiting.reversed(), &sendersOfFrames).reversed())
        due = keep(due, &sendersOfFrames)
        frameCountToDrop = max(Self.otherLimit, 2 * frameCount)
    }

    /// Returns the deliveries that stay in the queue, from deliveries that begin with the newest.
    private mutating func keep(_ all: [Delivery], _ sendersOfFrames: inout Set<ObjectIdentifier?>) -> [Delivery] {
        all.filter { delivery in
            switch delivery {
            case .event(_, nil) where eventCount == Self.eventLimit:
                droppedEventCount += 1
                return false
            case .frame(_, let sender) where !sendersOfFrames.insert(sender).inserted: return false
            case .event, .frame, .issue, .catchUp:
                count(delivery, 1)
                return true
            }
        }
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
    /// An event and its notification; the notification is `nil` if the event was posted off the main actor.
    ///
    /// To save memory, the queue does not store the notification of an event that was posted off the main actor. The
    /// pool creates a new notification when it delivers the event.
    case event(DecodedEvent, PostedNotification?)
    /// A frame that a source has reported during a movement.
    case frame(CGRect, sender: ObjectIdentifier?)
    case issue(KeyboardIssue)
    /// A request to repeat the latest events for the screens that subscribed after these events.
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
    /// A cancellation of the `ClosureObserver` with this identity.
    case withdrawal(ObjectIdentifier)
    case stateSubscription(KeyboardStateObserver)

    /// Returns whether the change belongs to a cancelled subscription.
    ///
    /// The queue can remove the changes of a cancelled subscription. The parameter `cancelled` contains the identities
    /// of the closure observers that were cancelled while their subscriptions waited in the queue.
    fileprivate func isCancelled(_ cancelled: Set<ObjectIdentifier>) -> Bool {
        switch self {
        case .subscription(let observer): cancelled.contains(ObjectIdentifier(observer))
        case .withdrawal(let observer): cancelled.contains(observer)
        case .stateSubscription(let observer): observer.isCancelled
        }
    }
}

/// An event, and the issues that the pool found in the payload of the event.
struct DecodedEvent {
    var event: KeyboardEvent
    var issues: [KeyboardIssue]
}

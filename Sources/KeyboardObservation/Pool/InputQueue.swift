import Foundation

/// The inputs that wait for the main actor, or for the end of the running delivery.
///
/// The size of the queue is bounded, even if the main actor never empties the queue. When the size has doubled since
/// the last drop, or when 16,384 events from other threads are waiting, the queue drops these outdated inputs:
///
/// - all frames of a sender except the newest frame
/// - cancelled subscriptions
/// - all events that were posted off the main actor, except the newest 8,192 of them
struct InputQueue {
    static let eventLimit = 8_192

    /// With fewer inputs than this number, the queue drops no inputs.
    private static let leastToDrop = 1_024

    private var arrived: [PoolInput] = []
    /// The inputs are in reverse order: ``popFirst()`` takes the next input from the end of the array.
    ///
    /// An input from another thread first waits in `arrived`, so that other threads cannot prolong the loop that
    /// empties `due`.
    private var due: [PoolInput] = []
    /// The number of waiting events that were posted off the main actor.
    private var eventCount = 0
    private var countToDrop = leastToDrop
    private var droppedEventCount = 0

    var count: Int { due.count + arrived.count }

    var isEmpty: Bool { count == 0 && droppedEventCount == 0 }

    /// - Returns: Inputs that the caller must retain until its access to the queue has ended. When they are released, a
    ///   closure can be released too, and a `deinit` that posts an event can run.
    @discardableResult
    mutating func append(_ input: PoolInput) -> [PoolInput] {
        if case .frameInMotion(_, let sender) = input, case .frameInMotion(_, sender)? = arrived.last {
            arrived.removeLast()
        }
        arrived.append(input)
        if case .event(_, nil) = input { eventCount += 1 }
        return eventCount >= 2 * Self.eventLimit || count >= countToDrop ? dropOutdated() : []
    }

    /// Moves the arrived inputs to `due`, except the subscription changes.
    ///
    /// Returns these changes, which the pool performs before it handles events.
    mutating func admit() -> [SubscriptionChange] {
        var changes: [SubscriptionChange] = []
        let new = arrived.reversed().filter {
            guard case .change(let change) = $0 else { return true }
            changes.append(change)
            return false
        }
        due = due.isEmpty ? new : new + due
        arrived = []
        return changes.reversed()
    }

    mutating func popFirst() -> PoolInput? {
        if droppedEventCount > 0 {
            defer { droppedEventCount = 0 }
            return .issue(.droppedEvents(count: droppedEventCount, limit: Self.eventLimit))
        }
        guard let next = due.popLast() else { return nil }
        // An emptied array with a large capacity is replaced, to release its memory.
        if due.isEmpty, due.capacity > 64 { due = [] }
        if case .event(_, nil) = next { eventCount -= 1 }
        return next
    }

    private mutating func dropOutdated() -> [PoolInput] {
        let before = arrived
        var cancelled: Set<ObjectIdentifier> = []
        for case .change(.subscription(let observer)) in arrived where observer.hasBeenCancelled {
            cancelled.insert(ObjectIdentifier(observer))
        }
        var senders: Set<ObjectIdentifier?> = []
        var events = 0
        // The inputs must be passed from newest to oldest, because the function keeps only the first frame of each
        // sender and the first 8,192 events that were posted off the main actor.
        func isCurrent(_ input: PoolInput) -> Bool {
            switch input {
            case .event(_, nil):
                events += 1
                return events <= Self.eventLimit
            case .frameInMotion(_, let sender): return senders.insert(sender).inserted
            case .change(.subscription(let observer)): return !cancelled.contains(ObjectIdentifier(observer))
            case .change(.cancellation(let observer)): return !cancelled.contains(observer)
            case .change(.stateSubscription(let observer)): return !observer.isCancelled
            case .event, .tick, .timeout, .catchUp, .issue: return true
            }
        }
        arrived = arrived.reversed().filter(isCurrent).reversed()
        due = due.filter(isCurrent)
        droppedEventCount += max(events - Self.eventLimit, 0)
        (eventCount, countToDrop) = (min(events, Self.eventLimit), max(Self.leastToDrop, 2 * count))
        return before
    }
}

enum PoolInput: Sendable {
    /// To save memory, an event that was posted off the main actor has no notification.
    indirect case event(DecodedEvent, PostedNotification?)
    case frameInMotion(CGRect, sender: ObjectIdentifier?)
    /// A display frame.
    case tick
    /// A *did* event or a reported frame is overdue.
    case timeout
    /// The pool must repeat the latest events for the screens that subscribed after these events.
    case catchUp
    case issue(KeyboardIssue)
    case change(SubscriptionChange)
}

enum SubscriptionChange: Sendable {
    case subscription(ClosureObserver)
    case cancellation(ObjectIdentifier)
    case stateSubscription(KeyboardStateObserver)
}

@MainActor
final class PostedNotification {
    let notification: Notification

    init(_ notification: Notification) {
        self.notification = notification
    }
}

struct DecodedEvent {
    var event: KeyboardEvent
    var issues: [KeyboardIssue]
}

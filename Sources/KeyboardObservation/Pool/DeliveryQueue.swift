import Foundation

/// The deliveries that wait in a pool, in order.
@MainActor
final class DeliveryQueue {
    /// The number of events that callbacks may post during one outermost post before an issue is reported.
    static let nestedEventLimit = 1_000

    private var waiting = FIFO<QueuedDelivery>()
    private var nestedCount = 0
    /// Whether the pool is calling observers.
    private(set) var isDelivering = false

    /// Whether no delivery waits.
    ///
    /// The value is stored, because each event reads it, and each access to `waiting` is checked.
    private(set) var isEmpty = true

    var count: Int {
        waiting.count
    }

    func append(_ delivery: QueuedDelivery) {
        waiting.append(delivery)
        isEmpty = false
    }

    func popFirst() -> QueuedDelivery? {
        defer { isEmpty = waiting.isEmpty }
        return waiting.popFirst()
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
    case event(Delivery)
    /// An event that was posted off the main actor.
    ///
    /// Its notification is created when it is delivered, because many events may wait.
    case arrival(KeyboardEvent, [KeyboardIssue])
    /// A frame that a source has reported during a movement.
    case frame(CGRect, sender: ObjectIdentifier?)
    case issue(KeyboardIssue)
}

/// An event and the notification that it was decoded from.
struct Delivery {
    var event: KeyboardEvent
    var issues: [KeyboardIssue]
    var notification: Notification
}

extension Delivery {
    /// Decodes a notification.
    init(_ notification: Notification, _ kind: KeyboardEvent.Kind) {
        event = KeyboardEvent(kind, info: Notification.KeyboardInfo(), sender: notification.senderIdentity)
        issues = []
        self.notification = notification
        KeyboardPayload.read(notification.userInfo, into: &event.info) { key, expected, found in
            issues.append(.unreadableValue(kind, key: key, expected: expected, found: found))
        }
    }
}

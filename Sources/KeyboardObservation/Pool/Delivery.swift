import Foundation

/// What waits for its turn.
enum QueuedDelivery {
    case event(Delivery)
    /// An event that was posted elsewhere. Its notification is made when its turn comes: there may be many.
    case arrival(KeyboardEvent, [KeyboardIssue])
    /// Where a source tells the keyboard to be seen, and on which screen.
    case frame(CGRect, sender: ObjectIdentifier?)
}

/// An event that waits for its turn.
struct Delivery {
    var event: KeyboardEvent
    var issues: [KeyboardIssue]
    var notification: Notification
}

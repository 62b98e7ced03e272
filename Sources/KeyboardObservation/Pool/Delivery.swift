import Foundation

/// An event that waits for its turn.
struct Delivery {
    var event: KeyboardEvent
    var issues: [KeyboardIssue]
    /// `nil` where it was posted elsewhere.
    var notification: Notification?
}

/// Something that is wrong with what a pool was told, or with how it is used. Nothing is lost by it, and nothing is
/// printed: see ``KeyboardObserverPool/onIssue``.
public enum KeyboardIssue: Sendable, Hashable, CustomStringConvertible {
    /// A payload's key held something that reads as `nil`.
    ///
    /// `found` describes the value, or names its type where that is the wrong one.
    case unreadableValue(KeyboardEvent.Kind, key: String, expected: String, found: String)

    /// More events than `limit` were posted from inside callbacks before the outermost post could return. They are
    /// delivered; but if they breed each other, that post never returns.
    case nestedEvents(limit: Int)

    /// The oldest `count` events that were posted off the main actor were dropped, because more than `limit` waited for
    /// the main actor. See ``MainQueueLoop`` for an app whose loop does not drain the main queue.
    case droppedEvents(count: Int, limit: Int)

    /// A layout guide has called its `onChange` `limit` times in a row, and each call has changed the guide again. The
    /// guide stops until the next change.
    case unsettledLayout(limit: Int)

    /// The issue as a sentence, for a log.
    public var description: String {
        switch self {
        case .unreadableValue(let kind, let key, let expected, let found):
            "\(key) of a \(kind) event: expected \(expected), found \(found)"
        case .nestedEvents(let limit):
            "more than \(limit) keyboard events were posted from inside callbacks of one post"
        case .droppedEvents(let count, let limit):
            "\(count) keyboard events posted off the main actor were dropped, as more than \(limit) waited for it"
        case .unsettledLayout(let limit):
            "a layout guide's onChange has changed the guide \(limit) times in a row"
        }
    }
}

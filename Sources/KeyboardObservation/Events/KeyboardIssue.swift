/// A defect of a payload, a misuse of a pool or a layout guide, or a number of dropped events.
///
/// A pool reports issues to ``KeyboardObserverPool/onIssue``, and prints nothing.
public enum KeyboardIssue: Sendable, Hashable, CustomStringConvertible {
    /// The value of a key in a payload cannot be read, and is `nil`.
    ///
    /// `found` describes the value, or contains the name of its type if the type is not the expected type.
    case unreadableValue(KeyboardEvent.Kind, key: String, expected: String, found: String)

    /// Callbacks have posted more events than `limit` before the outermost post returned.
    ///
    /// The pool delivers all of these events. If each event causes another event, the outermost post never returns.
    case nestedEvents(limit: Int)

    /// The oldest `count` events that were posted off the main actor were dropped, because more than `limit` waited for
    /// the main actor.
    ///
    /// If the app's event loop does not drain the main queue, see ``MainQueueLoop``.
    case droppedEvents(count: Int, limit: Int)

    /// A layout guide has called its `onChange`, or an avoider has set its pane, `limit` times in a row, and each call
    /// has caused another one.
    ///
    /// The guide or the avoider does not make the call again until the next change.
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
            "the onChange of a layout guide, or the pane of an avoider, has changed the layout \(limit) times in a row"
        }
    }
}

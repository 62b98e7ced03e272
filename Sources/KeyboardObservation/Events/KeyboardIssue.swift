/// A problem that a pool reports.
///
/// A pool passes each issue to ``KeyboardObserverPool/onIssue``. The pool does not print issues.
public enum KeyboardIssue: Sendable, Hashable, CustomStringConvertible {
    /// A value of a payload cannot be read, so the corresponding property of the event is `nil`.
    ///
    /// If the value has an unexpected type, `found` is the name of the type. If the value has the expected type,
    /// `found` describes the value.
    case unreadableValue(KeyboardEvent.Kind, key: String, expected: String, found: String)

    /// During one call of `post`, observers have posted more than `limit` events.
    ///
    /// The pool also delivers the events beyond `limit`. If each event causes another event, this call of `post` never
    /// returns.
    case nestedEvents(limit: Int)

    /// The pool has dropped the oldest `count` events that were posted off the main actor.
    ///
    /// More than `limit` events were waiting for the main actor.
    ///
    /// Events are dropped, for example, if the app's event loop does not drain the main queue. See ``MainQueueLoop``.
    case droppedEvents(count: Int, limit: Int)

    /// A layout guide or an avoider has changed the layout `limit` times in a row.
    ///
    /// A guide changes the layout when the guide calls its `onChange` closure. An avoider changes the layout when the
    /// avoider calls a method of its pane. Each of the `limit` changes has caused the next change. The issue is also
    /// reported if callbacks have set ``KeyboardObserverPool/fallbackScreenBounds`` `limit` times in a row.
    ///
    /// After `limit` changes, the guide or the avoider waits until the keyboard or the layout changes again.
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
            "callbacks, such as the onChange of a guide or the pane of an avoider, changed the layout \(limit) times in a row"
        }
    }
}

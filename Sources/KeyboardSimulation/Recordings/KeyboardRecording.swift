public import Foundation
public import KeyboardObservation

/// The events of a real or simulated keyboard, with their times.
///
/// On disk, a recording is JSON.
///
/// ```json
/// { "title": "Show", "source": "https://…", "events": [
///     { "time": 0, "kind": "willShow", "frameEnd": [0, 409, 375, 258], "animationDuration": 0.25 }
/// ] }
/// ```
///
/// Frames are `[x, y, width, height]` in points. Times are seconds from the beginning, in ascending order. Every field
/// of an event except `time` and `kind` may be absent, because a key of a notification may be absent.
public struct KeyboardRecording: Sendable, Hashable, Codable {
    /// A short description of the recording.
    public var title: String

    /// The origin of the recording, such as a link or a method.
    public var source: String

    /// The device; `nil` if it is unknown.
    public var device: String?

    /// The operating system; `nil` if it is unknown.
    public var system: String?

    /// Further information for readers.
    public var notes: String?

    /// The size of the screen in the orientation of the device, in points; `nil` if it is unknown.
    public var screenSize: CGSize?

    /// The events, in order of time.
    public var events: [Event]

    /// One event of a recording.
    public struct Event: Sendable, Hashable {
        /// The time of the event, in seconds from the beginning of the recording.
        public var time: Double

        /// The kind of the event.
        public var kind: KeyboardEvent.Kind

        /// The payload of the event.
        public var info: Notification.KeyboardInfo

        /// Creates an event.
        public init(time: Double, _ kind: KeyboardEvent.Kind, info: Notification.KeyboardInfo) {
            self.time = time
            self.kind = kind
            self.info = info
        }
    }

    /// Creates a recording.
    public init(
        title: String,
        source: String,
        device: String? = nil,
        system: String? = nil,
        notes: String? = nil,
        screenSize: CGSize? = nil,
        events: [Event]
    ) {
        self.title = title
        self.source = source
        self.device = device
        self.system = system
        self.notes = notes
        self.screenSize = screenSize
        self.events = events
    }
}

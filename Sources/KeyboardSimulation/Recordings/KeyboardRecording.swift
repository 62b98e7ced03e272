public import Foundation
public import KeyboardObservation

/// What a keyboard told, with its times: events of a real keyboard, or of a simulated one, on disk as JSON.
///
/// ```json
/// { "title": "Show", "source": "where it comes from", "events": [
///     { "time": 0, "kind": "willShow", "frameEnd": [0, 409, 375, 258], "animationDuration": 0.25 }
/// ] }
/// ```
///
/// Frames are `[x, y, width, height]` in points; times are seconds from the beginning and never go back. Every field
/// of an event but `time` and `kind` may be left out, as a key of the notification may be absent.
public struct KeyboardRecording: Sendable, Hashable, Codable {
    /// What happens in it, in a few words.
    public var title: String

    /// Where it comes from: a link, or how it was made.
    public var source: String

    /// The device that it was recorded on, where that is known.
    public var device: String?

    /// The system that it was recorded on, where that is known.
    public var system: String?

    /// What else a reader should know.
    public var notes: String?

    /// The screen's size as the device was held, in points, where that is known.
    public var screenSize: CGSize?

    /// What was told, in the order of its times.
    public var events: [Event]

    /// One event of a recording.
    public struct Event: Sendable, Hashable {
        /// When it was told, in seconds from the beginning of the recording.
        public var time: Double

        /// What the keyboard did.
        public var kind: KeyboardEvent.Kind

        /// Frames, duration and curve, as far as they were told.
        public var info: Notification.KeyboardInfo

        /// Makes an event.
        public init(time: Double, _ kind: KeyboardEvent.Kind, info: Notification.KeyboardInfo) {
            self.time = time
            self.kind = kind
            self.info = info
        }
    }

    /// Makes a recording.
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

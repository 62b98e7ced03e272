public import Foundation
public import KeyboardObservation

/// The events of a real or simulated keyboard, with their times.
///
/// A recording file contains JSON:
///
/// ```json
/// { "title": "Show", "source": "https://…", "events": [
///     { "time": 0, "kind": "willShow", "frameEnd": [0, 409, 375, 258], "animationDuration": 0.25, "sender": 0 }
/// ], "framesInMotion": [
///     { "time": 0.02, "frame": [0, 640, 375, 258], "sender": 0, "precedingEvents": 1 }
/// ] }
/// ```
///
/// Frames are `[x, y, width, height]` in points. Times are seconds, in ascending order. An event must have `time` and
/// `kind`. All other values of an event are optional. `framesInMotion`, `device`, `system`, `notes` and `screenSize`
/// are also optional.
public struct KeyboardRecording: Sendable, Hashable {
    /// A short description of the recording.
    public var title: String

    /// The origin of the recording, for example a link or the recording method.
    public var source: String

    package var device: String?

    package var system: String?

    package var notes: String?

    /// The size of the screen in the orientation of the device, in points.
    ///
    /// If the size is unknown, the property is `nil`.
    public var screenSize: CGSize?

    /// The events, in order of time.
    public var events: [Event]

    /// The frames are in order of time.
    package var framesInMotion: [FrameInMotion]

    /// One event of a recording.
    public struct Event: Sendable, Hashable {
        /// The time of the event, in seconds from the beginning of the recording.
        public var time: Double

        /// The kind of the event.
        public var kind: KeyboardEvent.Kind

        /// The payload of the event.
        public var info: Notification.KeyboardInfo

        /// A number that identifies the event's sender; `nil` if the notification has no `object`.
        ///
        /// A recorder numbers the senders from 0.
        public var sender: Int?

        package init(time: Double, _ kind: KeyboardEvent.Kind, info: Notification.KeyboardInfo, sender: Int? = nil) {
            self.time = time
            self.kind = kind
            self.info = info
            self.sender = sender
        }
    }

    package struct FrameInMotion: Sendable, Hashable {
        /// The time is in seconds from the beginning of the recording.
        package var time: Double

        /// The frame is `nil` if the notification contains no readable frame.
        package var frame: CGRect?

        /// Events and frames of the same sender have the same number.
        package var sender: Int?

        /// The number of recorded events that precede the frame.
        ///
        /// It determines the order of a frame and an event that have the same time.
        package var precedingEvents: Int

        package init(time: Double, frame: CGRect?, sender: Int? = nil, precedingEvents: Int) {
            self.time = time
            self.frame = frame
            self.sender = sender
            self.precedingEvents = precedingEvents
        }
    }

    package init(
        title: String,
        source: String,
        device: String? = nil,
        system: String? = nil,
        notes: String? = nil,
        screenSize: CGSize? = nil,
        events: [Event],
        framesInMotion: [FrameInMotion] = []
    ) {
        self.title = title
        self.source = source
        self.device = device
        self.system = system
        self.notes = notes
        self.screenSize = screenSize
        self.events = events
        self.framesInMotion = framesInMotion
    }

    /// The time at which the recording ends, in seconds; 0 if the recording is empty.
    public var duration: Double {
        max(events.last?.time ?? 0, framesInMotion.last?.time ?? 0)
    }

    /// A copy of the recording without the pause at its beginning.
    ///
    /// In the copy, the first event or frame has the time 0. A recording of a ``KeyboardRecorder`` has no pause at its
    /// beginning.
    public var trimmed: KeyboardRecording {
        var trimmed = self
        let first = [events.first?.time, framesInMotion.first?.time].compactMap(\.self).min() ?? 0
        for index in events.indices { trimmed.events[index].time = microseconds(events[index].time - first) }
        for index in framesInMotion.indices {
            trimmed.framesInMotion[index].time = microseconds(framesInMotion[index].time - first)
        }
        return trimmed
    }

    private func microseconds(_ time: Double) -> Double {
        (time * 1e6).rounded() / 1e6
    }
}

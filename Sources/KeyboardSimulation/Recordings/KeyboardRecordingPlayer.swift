public import Foundation
public import KeyboardObservation

/// A source that posts the events of a recording at their times.
///
/// ```swift
/// let player = KeyboardRecordingPlayer(try KeyboardRecording(contentsOf: file), scheduler: scheduler)
/// player.start(postingTo: center)
/// scheduler.runToEnd()
/// ```
@MainActor
public final class KeyboardRecordingPlayer: KeyboardSource {
    /// The recording to play.
    public let recording: KeyboardRecording

    private let scheduler: any KeyboardScheduler
    private var waiting: KeyboardScheduledAction?

    /// Creates a player.
    ///
    /// The player does not post before ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - recording: The recording to play.
    ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
    ///     ``KeyboardObservation/MainQueueScheduler/shared`` is used.
    public init(_ recording: KeyboardRecording, scheduler: (any KeyboardScheduler)? = nil) {
        self.recording = recording
        self.scheduler = scheduler ?? MainQueueScheduler.shared
    }

    deinit {
        waiting?.cancel()
    }

    /// Whether the player has events left to post.
    public var isPlaying: Bool {
        waiting != nil
    }

    /// The abilities of the player, which are frames and *did* events if the recording contains them.
    ///
    /// A player does not support requests.
    public var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = []
        for event in recording.events {
            if event.info.frameEnd != nil { capabilities.insert(.frames) }
            if [.didShow, .didHide, .didChangeFrame].contains(event.kind) { capabilities.insert(.didEvents) }
        }
        return capabilities
    }

    /// Plays from the beginning.
    ///
    /// The player retains the center while it plays.
    public func start(postingTo center: NotificationCenter) {
        stop()
        play(from: 0, startedAt: scheduler.now, to: center)
    }

    /// Stops playing.
    ///
    /// After the next start, the player plays from the beginning.
    public func stop() {
        waiting?.cancel()
        waiting = nil
    }

    private func play(from index: Int, startedAt start: Duration, to center: NotificationCenter) {
        guard index < recording.events.count else { return }
        let event = recording.events[index]
        let time = start + .delay(seconds: event.time)
        waiting = scheduler.schedule(after: time - scheduler.now) { [weak self] in
            guard let self else { return }
            waiting = nil
            // The next event is scheduled before this event is posted, because an observer may stop the player.
            play(from: index + 1, startedAt: start, to: center)
            center.post(KeyboardEvent(event.kind, info: event.info).notification)
        }
    }
}

public import Foundation
public import KeyboardObservation

/// Plays a recording: posts its events at their times, whatever they are. A recording of a real keyboard thereby
/// becomes a source like any other.
///
/// ```swift
/// let player = KeyboardRecordingPlayer(try KeyboardRecording(contentsOf: file), scheduler: scheduler)
/// player.start(postingTo: center)
/// scheduler.runToEnd()
/// ```
@MainActor
public final class KeyboardRecordingPlayer: KeyboardSource {
    /// What is played.
    public let recording: KeyboardRecording

    private let scheduler: any KeyboardScheduler
    private var waiting: KeyboardScheduledAction?

    /// Makes a player. It posts nothing before ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - recording: what is played.
    ///   - scheduler: where time comes from; ``KeyboardObservation/MainQueueScheduler/shared`` where `nil`.
    public init(_ recording: KeyboardRecording, scheduler: (any KeyboardScheduler)? = nil) {
        self.recording = recording
        self.scheduler = scheduler ?? MainQueueScheduler.shared
    }

    deinit {
        waiting?.cancel()
    }

    /// Whether events are still to come.
    public var isPlaying: Bool {
        waiting != nil
    }

    /// What the recording has of frames and *did* events. It takes no requests.
    public var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = []
        for event in recording.events {
            if event.info.frameEnd != nil { capabilities.insert(.frames) }
            if [.didShow, .didHide, .didChangeFrame].contains(event.kind) { capabilities.insert(.didEvents) }
        }
        return capabilities
    }

    /// Plays from the beginning. The player holds the center while it plays.
    public func start(postingTo center: NotificationCenter) {
        stop()
        play(from: 0, startedAt: scheduler.now, to: center)
    }

    /// Plays no more. The next start begins anew.
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
            // The next one waits before this one is posted: a callback may stop the player.
            play(from: index + 1, startedAt: start, to: center)
            center.post(KeyboardEvent(event.kind, info: event.info).notification)
        }
    }
}

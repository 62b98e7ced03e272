public import Foundation
public import KeyboardObservation

/// Makes a recording of what a center posts.
///
/// ```swift
/// let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
/// scenario.run(postingTo: center, scheduler: scheduler)
/// try recorder.recording(title: "come and go", source: "simulated").write(to: file)
/// ```
///
/// It records from its making until it is stopped or dropped; times count from its making, in whole microseconds.
/// Played and recorded again, a recording is the same. What a payload held that cannot be read is recorded as absent.
@MainActor
public final class KeyboardRecorder {
    /// How many events are kept; those that come after are only counted.
    public static let capacity = 100_000

    /// How many events came after `capacity` was reached.
    public private(set) var droppedCount = 0

    private var events: [KeyboardRecording.Event] = []
    private let pool: KeyboardObserverPool
    private let scheduler: any KeyboardScheduler
    private let start: Duration
    private var token: KeyboardObservationToken?

    /// Makes a recorder, and begins to record. It holds the center.
    ///
    /// - Parameters:
    ///   - center: who is recorded.
    ///   - scheduler: where time comes from; ``KeyboardObservation/MainQueueScheduler/shared`` where `nil`.
    public init(center: NotificationCenter, scheduler: (any KeyboardScheduler)? = nil) {
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        start = self.scheduler.now
        pool = KeyboardObserverPool(center: center)
        token = pool.observe(for: self) { $0.record($1) }
    }

    /// Records no more. What was recorded stays.
    public func stop() {
        token = nil
    }

    /// What has been recorded so far.
    ///
    /// - Parameters:
    ///   - title: what happens in it, in a few words.
    ///   - source: where it comes from: how it was made.
    ///   - screenSize: the screen's size as the device was held, in points.
    public func recording(title: String, source: String, screenSize: CGSize? = nil) -> KeyboardRecording {
        KeyboardRecording(title: title, source: source, screenSize: screenSize, events: events)
    }

    private func record(_ event: KeyboardEvent) {
        guard events.count < Self.capacity else {
            droppedCount += 1
            return
        }
        // Whole microseconds survive the way through a file and a scheduler.
        let microseconds = ((scheduler.now - start) / .microseconds(1)).rounded()
        events.append(KeyboardRecording.Event(time: microseconds / 1e6, event.kind, info: event.info))
    }
}

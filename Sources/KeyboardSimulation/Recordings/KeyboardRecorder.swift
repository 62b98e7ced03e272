public import Foundation
public import KeyboardObservation

/// Records the keyboard notifications of a center.
///
/// ```swift
/// let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
/// scenario.run(postingTo: center, scheduler: scheduler)
/// try recorder.recording(title: "show and hide", source: "simulated").write(to: file)
/// ```
///
/// A recorder records from its creation until it is stopped or deallocated. Times are relative to the recorder's
/// creation, in whole microseconds. If a recording is played and recorded again, the two recordings are equal. An
/// unreadable value of a payload is recorded as absent.
@MainActor
public final class KeyboardRecorder {
    /// The maximum number of recorded events.
    ///
    /// Events beyond the capacity are only counted.
    public static let capacity = 100_000

    /// The number of events that were not recorded because ``capacity`` was reached.
    public private(set) var droppedCount = 0

    private var events: [KeyboardRecording.Event] = []
    private let pool: KeyboardObserverPool
    private let scheduler: any KeyboardScheduler
    private let start: Duration
    private var token: KeyboardObservationToken?

    /// Creates a recorder and begins to record.
    ///
    /// The recorder retains the center.
    ///
    /// - Parameters:
    ///   - center: The center to record.
    ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
    ///     ``KeyboardObservation/MainQueueScheduler/shared`` is used.
    public init(center: NotificationCenter, scheduler: (any KeyboardScheduler)? = nil) {
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        start = self.scheduler.now
        pool = KeyboardObserverPool(center: center)
        token = pool.observe(for: self) { $0.record($1) }
    }

    /// Stops recording.
    ///
    /// The recorded events are kept.
    public func stop() {
        token = nil
    }

    /// Returns the events that were recorded so far.
    ///
    /// - Parameters:
    ///   - title: A short description of the recording.
    ///   - source: The origin of the recording.
    ///   - screenSize: The size of the screen in the orientation of the device, in points.
    /// - Returns: The recording.
    public func recording(title: String, source: String, screenSize: CGSize? = nil) -> KeyboardRecording {
        KeyboardRecording(title: title, source: source, screenSize: screenSize, events: events)
    }

    private func record(_ event: KeyboardEvent) {
        guard events.count < Self.capacity else {
            droppedCount += 1
            return
        }
        // Files and schedulers preserve whole microseconds.
        let microseconds = ((scheduler.now - start) / .microseconds(1)).rounded()
        events.append(KeyboardRecording.Event(time: microseconds / 1e6, event.kind, info: event.info))
    }
}

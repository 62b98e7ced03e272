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
/// unreadable value of a payload is recorded as absent. Senders are recorded as numbers, in the order of their first
/// notifications.
@MainActor
public final class KeyboardRecorder {
    /// The maximum number of recorded events and frames in motion.
    ///
    /// Events and frames beyond the capacity are only counted.
    public static let capacity = 100_000

    /// The number of events and frames that were not recorded because ``capacity`` was reached.
    public private(set) var droppedCount = 0

    private var events: [KeyboardRecording.Event] = []
    private var framesInMotion: [KeyboardRecording.FrameInMotion] = []
    private var senders: [ObjectIdentifier: Int] = [:]
    private let center: NotificationCenter
    private var registration: (any NSObjectProtocol)?
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
    ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
    public init(center: NotificationCenter, scheduler: (any KeyboardScheduler)? = nil) {
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        start = self.scheduler.now
        self.center = center
        pool = KeyboardObserverPool(center: center)
        token = pool.observe(for: self) { $0.record($1) }
        registration = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) { [weak self] in
            let frame = $0.keyboardInfo.frameEnd
            let sender = $0.object.map { ObjectIdentifier($0 as AnyObject) }
            if MainActorCheck.isOnMainActor {
                MainActor.assumeIsolated { self?.record(frame, from: sender) }
            } else {
                Task { @MainActor in self?.record(frame, from: sender) }
            }
        }
    }

    isolated deinit {
        stop()
    }

    /// Stops recording.
    ///
    /// The recorded events are kept.
    public func stop() {
        token = nil
        if let registration { center.removeObserver(registration) }
        registration = nil
    }

    /// Returns the events and frames in motion that were recorded so far.
    ///
    /// - Parameters:
    ///   - title: A short description of the recording.
    ///   - source: The origin of the recording.
    ///   - screenSize: The size of the screen in the orientation of the device, in points.
    /// - Returns: The recording.
    public func recording(title: String, source: String, screenSize: CGSize? = nil) -> KeyboardRecording {
        KeyboardRecording(
            title: title,
            source: source,
            screenSize: screenSize,
            events: events,
            framesInMotion: framesInMotion
        )
    }

    private func record(_ event: KeyboardEvent) {
        guard hasSpace() else { return }
        events.append(
            KeyboardRecording.Event(time: time, event.kind, info: event.info, sender: number(of: event.sender))
        )
    }

    private func record(_ frame: CGRect?, from sender: ObjectIdentifier?) {
        guard hasSpace() else { return }
        framesInMotion.append(
            KeyboardRecording.FrameInMotion(
                time: time,
                frame: frame,
                sender: number(of: sender),
                precedingEvents: events.count
            )
        )
    }

    private func hasSpace() -> Bool {
        guard events.count + framesInMotion.count < Self.capacity else {
            droppedCount += 1
            return false
        }
        return true
    }

    /// The time since the beginning, in seconds.
    ///
    /// Files and schedulers preserve whole microseconds.
    private var time: Double {
        ((scheduler.now - start) / .microseconds(1)).rounded() / 1e6
    }

    private func number(of sender: ObjectIdentifier?) -> Int? {
        guard let sender else { return nil }
        if let number = senders[sender] { return number }
        senders[sender] = senders.count
        return senders.count - 1
    }
}

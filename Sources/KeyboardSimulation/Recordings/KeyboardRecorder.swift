public import Foundation
public import KeyboardObservation
import Synchronization

/// Records the keyboard notifications of a center.
///
/// ```swift
/// let recorder = KeyboardRecorder(center: center, scheduler: scheduler)
/// scenario.run(postingTo: center, scheduler: scheduler)
/// try recorder.recording(title: "show and hide", source: "simulated").write(to: file)
/// ```
///
/// Use a recorder to create a test from the events of a real keyboard, or to attach the events to a bug report. The
/// recorder records from its creation until you stop or release it. The recorder records at most 100,000 notifications:
/// events, and frames of the moving keyboard. The times are rounded to whole microseconds, and the first time is 0. If
/// a value of a payload cannot be read, the recording omits the value. The recorder retains the senders. Senders are
/// numbered from 0, in the order of their first notification.
@MainActor
public final class KeyboardRecorder {
    fileprivate nonisolated static let capacity = 100_000

    /// The number of notifications that arrived after the recording was full.
    ///
    /// A recording is full after 100,000 events and frames.
    public private(set) var droppedCount = 0

    private var events: [KeyboardRecording.Event] = []
    private var framesInMotion: [KeyboardRecording.FrameInMotion] = []
    private var senders: [ObjectIdentifier: Int] = [:]
    private let retainedSenders = SenderList()
    private let center: NotificationCenter
    private var blocks: [BlockObservers] = []
    private let pool: KeyboardObserverPool
    private let scheduler: any KeyboardScheduler
    private var start: Duration?
    private var token: KeyboardObservationToken?

    /// Creates a recorder and begins to record.
    ///
    /// The recorder retains the center.
    ///
    /// - Parameters:
    ///   - center: The notification center to observe.
    ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    public init(center: NotificationCenter, scheduler: (any KeyboardScheduler)? = nil) {
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        self.center = center
        let names = KeyboardEvent.Kind.allCases.map(\.notificationName) + [.keyboardFrameInMotion]
        blocks = [BlockObservers(center, names) { [retainedSenders] in retainedSenders.retain($0.object) }]
        pool = KeyboardObserverPool(center: center)
        token = pool.observe(for: self) { $0.record($1) }
        let frames = BlockObservers(center, [.keyboardFrameInMotion]) { [weak self] in
            let frame = $0.keyboardInfo.frameEnd
            let sender = SenderList.identity(of: $0.object)
            if MainActorCheck.isOnMainActor {
                MainActor.assumeIsolated { self?.record(frame, from: sender) }
            } else {
                Task { @MainActor in self?.record(frame, from: sender) }
            }
        }
        blocks.append(frames)
    }

    /// Stops recording.
    ///
    /// The recorder keeps the recorded events.
    public func stop() {
        token = nil
        blocks = []
    }

    /// Returns a recording of the notifications that have arrived so far.
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
            KeyboardRecording.Event(time: time(), event.kind, info: event.info, sender: number(of: event.sender))
        )
    }

    private func record(_ frame: CGRect?, from sender: ObjectIdentifier?) {
        guard hasSpace() else { return }
        framesInMotion.append(
            KeyboardRecording.FrameInMotion(
                time: time(),
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

    /// A rounded time stays the same when a recording is written, read, played and recorded again.
    private func time() -> Double {
        let first = start ?? scheduler.now
        start = first
        return ((scheduler.now - first) / .microseconds(1)).rounded() / 1e6
    }

    private func number(of sender: ObjectIdentifier?) -> Int? {
        guard let sender else { return nil }
        if let number = senders[sender] { return number }
        senders[sender] = senders.count
        return senders.count - 1
    }
}

/// The list retains the senders, so that two senders never have the same `ObjectIdentifier`.
private final class SenderList: Sendable {
    /// `@unchecked` is safe, because any thread can retain and release an object.
    private struct Retained: @unchecked Sendable {
        let object: AnyObject
    }

    private let senders = Mutex<[ObjectIdentifier: Retained]>([:])

    func retain(_ object: Any?) {
        guard let sender = Self.sender(object) else { return }
        let retained = Retained(object: sender)
        senders.withLock { senders in
            guard senders.count < KeyboardRecorder.capacity else { return }
            senders[ObjectIdentifier(retained.object)] = retained
        }
    }

    static func identity(of object: Any?) -> ObjectIdentifier? {
        sender(object).map { ObjectIdentifier($0) }
    }

    /// A cast to `AnyObject` creates a new object for each value that is not a class instance.
    private static func sender(_ object: Any?) -> AnyObject? {
        guard let object, type(of: object) is AnyObject.Type else { return nil }
        return object as AnyObject
    }
}

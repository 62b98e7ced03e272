import TerminalToolkit
import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation

/// Starts a source, reports the events of the source, and records them.
@MainActor
final class Monitor {
    let source: any KeyboardSource
    let pool: KeyboardObserverPool
    let scheduler: any KeyboardScheduler
    /// Called with each event and each frame in motion.
    var onEvent: (@MainActor (MonitoredEvent) -> Void)?
    /// Called after a change of the source's status.
    var onStatus: (@MainActor (KeyboardSourceStatus) -> Void)?

    private let title: String
    private let recordingFile: URL?
    private let center = NotificationCenter()
    private let recorder: KeyboardRecorder?
    private let start: Duration
    private var status = KeyboardSourceStatus.available
    private var token: KeyboardObservationToken?
    private var registration: (any NSObjectProtocol)?

    /// Creates a monitor of the source in the arguments, and exits if a recording cannot be read or written.
    convenience init(_ arguments: MonitorArguments, scheduler: any KeyboardScheduler) {
        do {
            let source = try MonitorSource.make(arguments.source, scheduler: scheduler)
            let file = arguments.recordingFile.map { URL(filePath: $0) }
            self.init(source, title: arguments.source.title, recordingFile: file, scheduler: scheduler)
        } catch {
            fail(error.description, status: 1)
        }
    }

    /// Creates a monitor, and exits if the recording cannot be written.
    init(
        _ source: any KeyboardSource,
        title: String,
        recordingFile: URL? = nil,
        scheduler: any KeyboardScheduler
    ) {
        self.source = source
        self.title = title
        self.recordingFile = recordingFile
        self.scheduler = scheduler
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        recorder = recordingFile == nil ? nil : KeyboardRecorder(center: center, scheduler: scheduler)
        start = scheduler.now
        token = pool.observe(for: self) { $0.report($1.kind, $1.info) }
        registration = center.addObserver(forName: .keyboardFrameInMotion, object: nil, queue: nil) { [weak self] in
            let info = $0.keyboardInfo
            // A source posts on the main actor.
            MainActor.assumeIsolated { self?.report(nil, info) }
        }
        // The recording is written at the start too, so that a person learns at once if the file cannot be written.
        writeRecording()
    }

    /// Starts the source, and exits if the keyboard cannot be reached.
    func run() {
        do {
            try source.start(postingTo: center)
        } catch {
            fail(error.advice, status: 1)
        }
        reportStatus()
    }

    /// Reports the status of the source if the status has changed, and observes the next change.
    private func reportStatus() {
        let status = withObservationTracking {
            source.status
        } onChange: { [weak self] in
            // The observed property changes after this closure has returned.
            Task { @MainActor in self?.reportStatus() }
        }
        guard status != self.status else { return }
        self.status = status
        onStatus?(status)
    }

    private func report(_ kind: KeyboardEvent.Kind?, _ info: Notification.KeyboardInfo) {
        let time = scheduler.now - start
        onEvent?(MonitoredEvent(kind: kind, time: time, info: info, placement: pool.keyboard.placement))
    }

    /// Stops the source, writes the recording, and reports the contents of the recording.
    ///
    /// If the recording is empty and `bySignal` is `false`, the method exits the program with the status 1.
    func stop(bySignal: Bool = false) {
        let keyboard = source.foundKeyboard
        source.stop()
        if let recording = writeRecording(of: keyboard), let file = recordingFile?.lastPathComponent {
            guard recording.duration > 0 || !recording.events.isEmpty else {
                warn("\(file) is an empty recording, because the keyboard has posted nothing")
                if bySignal { return }
                exit(1)
            }
            let (events, frames) = (recording.events.count, recording.framesInMotion.count)
            let seconds = String(format: "%.1f", recording.duration)
            warn("\(file) has \(events) events and \(frames) frames in motion of \(recording.title), in \(seconds) s")
        }
        guard let count = recorder?.droppedCount, count > 0 else { return }
        warn("the recording is full: \(count) events and frames in motion are missing")
    }

    @discardableResult
    private func writeRecording(of keyboard: String? = nil) -> KeyboardRecording? {
        guard let recorder, let recordingFile else { return nil }
        let recording = recorder.recording(
            title: keyboard ?? title,
            source: "recorded by keyboard-monitor",
            screenSize: pool.keyboard.screenBounds?.size
        )
        do {
            try recording.write(to: recordingFile)
        } catch {
            fail(error.description, status: 1)
        }
        return recording
    }
}

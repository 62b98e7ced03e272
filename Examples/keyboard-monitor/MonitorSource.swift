import Foundation
import KeyboardObservation
import KeyboardSimulation

#if SystemKeyboards
    import LinuxKeyboards
#endif

/// The keyboards that the program can monitor.
@MainActor
enum MonitorSource {
    /// Whether the program was built with the trait `SystemKeyboards`.
    nonisolated static var hasSystemKeyboards: Bool {
        #if SystemKeyboards
            true
        #else
            false
        #endif
    }

    static func make(
        _ source: MonitorArguments.Source,
        scheduler: any KeyboardScheduler
    ) throws(KeyboardRecordingError) -> any KeyboardSource {
        switch source {
        #if SystemKeyboards
            case .onboard: return OnboardKeyboard(reconnects: true, scheduler: scheduler)
        #else
            // The arguments refuse the real keyboard.
            case .onboard: return try make(.simulated, scheduler: scheduler)
        #endif
        case .simulated:
            let screen = SimulatedScreen(.linuxDesktop800x1280, orientation: .landscape)
            let behavior = SimulatedKeyboard.Behavior { $0.reportsFrames = true }
            return SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
        case .recording(let file, let isFast):
            let recording = try KeyboardRecording(contentsOf: URL(filePath: file))
            return KeyboardRecordingPlayer(isFast ? recording.withShortPauses : recording, scheduler: scheduler)
        }
    }
}

extension MonitorArguments.Source {
    /// The source in one line, for a person.
    var title: String {
        switch self {
        case .onboard: "Onboard"
        case .simulated: "a simulated keyboard"
        case .recording(let file, _): URL(filePath: file).lastPathComponent.escapingControlCharacters()
        }
    }
}

extension KeyboardSourceStatus {
    /// The status in one line; `nil` if the keyboard is available.
    var notice: String? {
        switch self {
        case .available: nil
        case .unavailable(let reason): reason.advice
        case .stopped, .connecting: description
        }
    }
}

extension KeyboardUnavailability {
    /// The reason in one line, with what a person can do about it.
    var advice: String {
        switch self {
        case .notRunning(let keyboard):
            "\(self): start it, or install the package \(keyboard.lowercased())".escapingControlCharacters(limit: 200)
        case .notConnected: description
        }
    }
}

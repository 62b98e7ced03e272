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

    /// Returns lines with possible reasons why no keyboard appears.
    ///
    /// A build without the trait `SystemKeyboards` refuses the argument `--why`, and does not call this function.
    static func diagnosis() async -> [String] {
        #if SystemKeyboards
            await SystemKeyboard.diagnosis().components(separatedBy: "\n")
        #else
            []
        #endif
    }

    static func make(
        _ source: MonitorArguments.Source,
        scheduler: any KeyboardScheduler
    ) throws(KeyboardRecordingError) -> any KeyboardSource {
        switch source {
        #if SystemKeyboards
            case .system: return SystemKeyboard(reconnects: true, scheduler: scheduler)
            case .onboard: return SystemKeyboard(kinds: [.onboard], reconnects: true, scheduler: scheduler)
            case .osk0: return SystemKeyboard(kinds: [.osk0], reconnects: true, scheduler: scheduler)
            case .wvkbd: return SystemKeyboard(kinds: [.wvkbd], reconnects: true, scheduler: scheduler)
            case .kwin: return SystemKeyboard(kinds: [.kwin], reconnects: true, scheduler: scheduler)
            case .gnomeShell: return SystemKeyboard(kinds: [.gnomeShell], reconnects: true, scheduler: scheduler)
            case .x11(let name):
                return SystemKeyboard(kinds: [.x11], windowNames: [name], reconnects: true, scheduler: scheduler)
        #else
            // Without the trait `SystemKeyboards`, the arguments cannot name a real keyboard.
            case .system, .onboard, .osk0, .wvkbd, .kwin, .gnomeShell, .x11:
                return try make(.simulated, scheduler: scheduler)
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

extension KeyboardSource {
    /// The keyboard that a `SystemKeyboard` has found; `nil` if the source has not found a keyboard.
    ///
    /// The property is also `nil` if the source has only one candidate, or is not a `SystemKeyboard`.
    var foundKeyboard: String? {
        #if SystemKeyboards
            guard let source = self as? SystemKeyboard, source.candidates.count > 1 else { return nil }
            return source.kind?.description
        #else
            return nil
        #endif
    }
}

extension MonitorArguments.Source {
    /// Whether the source is a keyboard of the desktop.
    var isReal: Bool {
        switch self {
        case .system, .onboard, .osk0, .wvkbd, .kwin, .gnomeShell, .x11: true
        case .simulated, .recording: false
        }
    }

    /// A description of the source in one line.
    var title: String {
        switch self {
        case .system: "the keyboard of the desktop"
        case .onboard: "Onboard"
        case .osk0: "squeekboard or stevia"
        case .wvkbd: "wvkbd"
        case .kwin: "the virtual keyboard of KWin"
        case .gnomeShell: "the keyboard of GNOME Shell"
        case .x11(let name): name.escapingControlCharacters()
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
        case .unavailable(let error): error.advice
        case .stopped, .connecting: description
        }
    }
}

extension KeyboardSourceError {
    /// The reason in one line, with advice for a person.
    var advice: String {
        switch self {
        case .notRunning("Onboard"): "\(self): start it, or install the package onboard"
        case .notRunning("squeekboard or stevia"):
            "\(self): start it, or install the package squeekboard or phosh-osk-stevia"
        case .notRunning: "\(self): start it"
        case .notConnected, .unsupported, .notStarted: description
        }
    }
}

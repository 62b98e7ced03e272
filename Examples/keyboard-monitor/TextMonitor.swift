import Dispatch
import Foundation
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// Prints a line for each event.
@MainActor
final class TextMonitor {
    private let monitor: Monitor
    private let write: @MainActor (MonitoredEvent) -> Void
    private var ending: CheckedContinuation<Void, Never>?
    private var signals: [any DispatchSourceProtocol] = []

    init(_ arguments: MonitorArguments, _ environment: TerminalEnvironment) {
        // A simulated keyboard runs in simulated time, so the program does not wait.
        let isSimulated = arguments.source == .simulated
        monitor = Monitor(arguments, scheduler: isSimulated ? ManualScheduler() : MainQueueScheduler.shared)
        write = { event in
            if arguments.usesJSON { return StandardOutput.write(event.json) }
            // A frame in motion is not an event.
            guard event.kind != nil else { return }
            StandardOutput.write(environment.usesUTF8 ? event.line : String(event.line.map(\.inASCII)))
        }
        guard arguments.recordingFile != nil else { return }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let signal = ProcessSignal.observe(number) { [monitor] in
                monitor.stop(bySignal: true)
                ProcessSignal.end(by: number)
            }
            signals.append(signal)
        }
    }

    /// Prints the events until the recording or the simulated story ends, or until the reader closes the output.
    func run() async {
        monitor.onEvent = { [weak self] in self?.print($0) }
        monitor.onStatus = { [monitor] status in
            // The status *connecting* is not reported.
            if case .unavailable = status, let notice = status.notice { warn(notice) }
            if status == .available, let keyboard = monitor.source.foundKeyboard { warn("the keyboard is \(keyboard)") }
        }
        monitor.run()
        if let keyboard = monitor.source as? SimulatedKeyboard, let scheduler = monitor.scheduler as? ManualScheduler {
            play(keyboard, scheduler)
        } else if !isOver {
            StandardOutput.observeClosing { [weak self] in self?.end() }
            await withCheckedContinuation { ending = $0 }
        }
        monitor.stop()
    }

    private func print(_ event: MonitoredEvent) {
        write(event)
        if isOver { end() }
    }

    private func end() {
        ending?.resume()
        ending = nil
    }

    /// Whether the source replays a recording, and the replay has ended.
    private var isOver: Bool {
        (monitor.source as? KeyboardRecordingPlayer)?.isPlaying == false
    }

    private func play(_ keyboard: SimulatedKeyboard, _ scheduler: ManualScheduler) {
        let steps: [@MainActor () -> Void] = [
            { keyboard.show() }, { keyboard.toggleFloating() }, { keyboard.toggleFloating() }, { keyboard.rotate() },
            { keyboard.hide() },
        ]
        for step in steps {
            step()
            scheduler.advance(by: .seconds(1))
        }
    }
}

extension SimulatedKeyboard {
    func rotate() {
        rotate(to: screen.orientation == .portrait ? .landscape : .portrait)
    }

    func toggleFloating() {
        guard docking == .docked else { return perform(.dock) }
        let size = screen.size
        let (width, height) = (size.width / 2, size.height / 4)
        perform(.float(in: CGRect(x: width / 2, y: size.height / 3, width: width, height: height)))
    }
}

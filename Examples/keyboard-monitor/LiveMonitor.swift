import Foundation
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// Draws the screen and its keyboard on a terminal.
@MainActor
final class LiveMonitor: KeyboardObservable, KeyboardTransitionPresentable {
    private let monitor: Monitor
    private let terminal: Terminal
    private let screen: TerminalScreen
    private let title: String
    private var events: [MonitoredEvent] = []
    /// The part of the screen that the keyboard covers now.
    private var covered = CGRect.zero
    /// The bounds of the screen, as estimated from all previous frames of the keyboard.
    private var seenScreen: CGRect?
    /// The reason why the last request had no effect.
    private var refusal: String?
    private var showsHelp = false

    init(_ arguments: MonitorArguments, _ terminal: Terminal) {
        monitor = Monitor(arguments, scheduler: MainQueueScheduler.shared)
        self.terminal = terminal
        screen = TerminalScreen(terminal)
        title = arguments.source.title
        // Over a network, a terminal is often too slow for more than 30 frames per second.
        monitor.pool.frameSource = KeyboardFrameTimer(scheduler: MainQueueScheduler.shared, framesPerSecond: 30)
        subscribeOnKeyboardNotifications()
    }

    /// Runs until a person leaves the program.
    func run() async {
        screen.draw = { [weak self] in self?.drawing.grid(columns: $0, rows: $1) }
        terminal.onInput = { [weak self] in self?.receive($0) }
        terminal.onTermination = { [monitor] in monitor.stop(bySignal: true) }
        monitor.onEvent = { [weak self] in self?.add($0) }
        monitor.onStatus = { [screen] _ in screen.setNeedsDisplay() }
        monitor.run()
        await screen.run()
        monitor.stop()
    }

    private func add(_ event: MonitoredEvent) {
        guard event.kind != nil else { return }
        events = events.suffix(99) + [event]
        if let frame = monitor.pool.keyboard.frame { seenScreen = frame.union(seenScreen ?? .zero) }
        screen.setNeedsDisplay()
    }

    // MARK: Following the keyboard

    var keyboardObserverPool: KeyboardObserverPool { monitor.pool }
    var keyboardAvoidingFrame: CGRect { bounds ?? .zero }
    var keyboardGeometry: KeyboardGeometry { KeyboardGeometry(undocked: .avoid) }

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        cover(overlap)
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        cover(overlap)
    }

    private func cover(_ overlap: CGRect) {
        guard overlap != covered else { return }
        covered = overlap
        screen.setNeedsDisplay()
    }

    // MARK: Drawing

    /// The bounds of the screen.
    ///
    /// The events of an older recording do not contain the bounds. In this case, the property uses the screen size of
    /// the recording, or estimates the bounds.
    private var bounds: CGRect? {
        if let bounds = monitor.pool.keyboard.screenBounds { return bounds }
        if let keyboard = monitor.source as? SimulatedKeyboard { return keyboard.screen.bounds }
        let recordedSize = (monitor.source as? KeyboardRecordingPlayer)?.recording.screenSize
        return recordedSize.map { CGRect(origin: .zero, size: $0) } ?? seenScreen
    }

    private var drawing: MonitorDrawing {
        MonitorDrawing(
            title: monitor.source.foundKeyboard ?? title,
            screen: bounds,
            covered: covered,
            keyboard: monitor.pool.keyboard,
            events: events,
            help: showsHelp ? help : [],
            notice: refusal ?? monitor.source.status.notice,
            opening: "Waiting for events. " + opening,
            keys: commands.map { "\($0.key) \($0.words)" }.joined(separator: "  ")
        )
    }

    /// A sentence about what happens next, or about what a person can do.
    private var opening: String {
        if monitor.source is KeyboardRecordingPlayer { return "The replay begins." }
        return monitor.source.capabilities.contains(.visibilityRequests)
            ? "Press v to show the keyboard." : "Tap a text field of another app."
    }

    private var help: [String] {
        commands.map { "\($0.key)  \($0.help)" } + [
            "",
            "An event has its time in seconds,",
            "its name, and its end frame in points:",
            "x,y width×height.",
            "The box ░ is the covered part.",
        ]
    }

    // MARK: Keys

    private typealias Command = (key: String, words: String, help: String, action: @MainActor () -> Void)

    private var commands: [Command] {
        var commands: [Command] = []
        if monitor.source.capabilities.contains(.visibilityRequests) {
            commands.append(("v", "show/hide", "shows or hides the keyboard", { self.toggleVisibility() }))
        }
        if let keyboard = monitor.source as? SimulatedKeyboard {
            commands.append(("r", "rotate", "turns the screen", { keyboard.rotate() }))
            commands.append(("f", "float", "floats or docks the keyboard", { keyboard.toggleFloating() }))
        }
        if monitor.source is KeyboardRecordingPlayer {
            commands.append(("a", "again", "plays the recording again", { self.monitor.run() }))
        }
        commands.append(("?", "help", "shows or hides the help", { self.showsHelp.toggle() }))
        commands.append(("q", "leave", "leaves the program", { self.screen.end() }))
        return commands
    }

    private func receive(_ input: TerminalInput) {
        refusal = nil
        screen.setNeedsDisplay()
        switch input {
        case .key(.control("c")): screen.end()
        case .key(.control("z")): terminal.suspend()
        case .key(.character(let character)): commands.first { $0.key == String(character) }?.action()
        case .key, .paste, .pointer: break
        }
    }

    private func toggleVisibility() {
        do {
            if monitor.pool.keyboard.isOnScreen {
                try monitor.source.requestHide()
            } else {
                try monitor.source.requestShow()
            }
        } catch {
            refusal = error.description
        }
    }
}

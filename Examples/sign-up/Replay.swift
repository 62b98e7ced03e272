import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// The screens of the app, with a keyboard that plays a recording.
@MainActor
final class ReplayedPhone {
    let window: Window
    let keyboardView: KeyboardView
    let log: EventLog
    let pool: KeyboardObserverPool
    private(set) var account: AccountScreen?
    private(set) var code: CodeScreen?

    /// Creates the phone.
    ///
    /// The screens of the phone subscribe to the current pool.
    init(_ recording: KeyboardRecording, scheduler: any KeyboardScheduler) {
        let size = recording.screenSize ?? CGSize(width: 393, height: 852)
        window = Window(size: size, cell: CellSize(width: size.width / 36, height: size.height / 16))
        pool = .current
        keyboardView = KeyboardView(in: window, scheduler: scheduler)
        log = EventLog(pool, scheduler)
        showAccount()
    }

    /// Shows the first screen, and focuses its last field.
    private func showAccount() {
        account = AccountScreen(in: window) {}
        account?.notes.becomeFirstResponder()
    }

    /// Shows the second screen, and releases the first screen.
    func showCode() {
        code = CodeScreen(in: window) {}
        account = nil
        code?.code.becomeFirstResponder()
    }

    var drawing: PhoneDrawing {
        PhoneDrawing(window: window, keyboardView: keyboardView, pool: pool, log: log)
    }
}

extension KeyboardRecording {
    /// The title and the known facts about the recording's origin, without control characters.
    var heading: [String] {
        let texts = [device, system, source, notes].compactMap(\.self)
        return [title.escapingControlCharacters()] + texts.map { "  \($0.escapingControlCharacters())" }
    }
}

/// Prints a replay as text, and draws the phone whenever the keyboard is at rest.
@MainActor
struct ReplayedStory {
    private let recording: KeyboardRecording
    private let scheduler = ManualScheduler()
    private let center = NotificationCenter()
    private let pool: KeyboardObserverPool
    private let narrator: Narrator

    init(_ recording: KeyboardRecording, _ environment: TerminalEnvironment) {
        self.recording = recording
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        narrator = Narrator(pool, scheduler, environment)
    }

    func run() {
        for line in recording.heading { narrator.write(line) }
        narrator.printEvents()
        KeyboardObserverPool.$current.withValue(pool) {
            play(ReplayedPhone(recording, scheduler: scheduler))
        }
        narrator.ignoreEvents()
        narrator.print("The phone is released.")
        narrator.printCounts()
        pool.sweep()
        narrator.printCounts()
    }

    private func play(_ phone: ReplayedPhone) {
        let player = KeyboardRecordingPlayer(recording, scheduler: scheduler)
        player.start(postingTo: center)
        let restingTimes = restingTimes
        for (index, time) in restingTimes.enumerated() {
            narrator.write()
            scheduler.advance(by: time - scheduler.now)
            narrator.draw(phone.drawing)
            guard index == (restingTimes.count - 1) / 2 else { continue }
            narrator.print("The second screen is shown. The first one is released without unsubscribing.")
            narrator.printCounts()
            phone.showCode()
            narrator.printCounts()
            narrator.draw(phone.drawing)
        }
    }

    /// The times at which the keyboard is at rest.
    ///
    /// The keyboard is at rest 0.6 seconds after an event, if no other event follows during this time.
    ///
    /// A transition usually takes 0.25 seconds. A spring moves the keyboard by more than 99.9 % of the distance in 0.6
    /// seconds.
    private var restingTimes: [Duration] {
        let times = recording.events.map { Duration.seconds($0.time) }
        return times.enumerated().compactMap { index, time in
            let rest = time + .milliseconds(600)
            return index + 1 < times.count && times[index + 1] <= rest ? nil : rest
        }
    }
}

/// A replay in a terminal, with the timing of the recording.
@MainActor
final class LiveReplay {
    private let recording: KeyboardRecording
    private let phone: ReplayedPhone
    private let player: KeyboardRecordingPlayer
    private let terminal: Terminal
    private let screen: TerminalScreen
    private var showsPool = false

    init(_ recording: KeyboardRecording, _ terminal: Terminal) {
        self.recording = recording
        self.terminal = terminal
        phone = ReplayedPhone(recording, scheduler: MainQueueScheduler.shared)
        player = KeyboardRecordingPlayer(recording)
        screen = TerminalScreen(terminal)
    }

    /// Plays until a person leaves the program.
    func run() async {
        screen.draw = { [weak self] columns, rows in self?.grid(columns, rows) }
        let setNeedsDisplay: @MainActor () -> Void = { [weak screen] in screen?.setNeedsDisplay() }
        phone.window.onNeedsDisplay = setNeedsDisplay
        phone.log.onEvent = setNeedsDisplay
        terminal.onInput = { [weak self] in self?.receive($0) }
        player.start(postingTo: .default)
        await screen.run()
    }

    private func grid(_ columns: Int, _ rows: Int) -> Grid {
        var drawing = phone.drawing
        drawing.commands = [("r", "again"), ("p", "pool"), ("q", "leave")]
        drawing.showsPool = showsPool
        drawing.status = "r again  q leave  " + recording.title.escapingControlCharacters()
        return drawing.grid(columns: columns, rows: rows)
    }

    private func receive(_ input: TerminalInput) {
        switch input {
        case .key(.control("c")), .key(.character("q")), .key(.function(10)): screen.end()
        case .key(.control("z")): terminal.suspend()
        case .key(.character("r")): player.start(postingTo: .default)
        case .key(.character("p")):
            showsPool.toggle()
            screen.setNeedsDisplay()
        case .key, .paste, .pointer: break
        }
    }
}

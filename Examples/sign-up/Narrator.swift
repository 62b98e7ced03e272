import Foundation
import KeyboardObservation
import KeyboardSimulation
import TerminalToolkit

/// Prints a story that consists of sentences, keyboard events and drawings of the phone.
@MainActor
final class Narrator {
    private let pool: KeyboardObserverPool
    private let scheduler: ManualScheduler
    private let environment: TerminalEnvironment
    private var token: KeyboardObservationToken?

    init(_ pool: KeyboardObserverPool, _ scheduler: ManualScheduler, _ environment: TerminalEnvironment) {
        self.pool = pool
        self.scheduler = scheduler
        self.environment = environment
    }

    /// Prints each event from now on.
    func printEvents() {
        token = pool.observe(for: self) { $0.print($1) }
    }

    /// Ends the observation, so that the pool no longer counts the narrator.
    func ignoreEvents() {
        token = nil
    }

    func write(_ line: String = "") {
        StandardOutput.write(environment.usesUTF8 ? line : String(line.map(\.inASCII)))
    }

    func print(_ sentence: String) {
        write("\n— \(sentence)")
    }

    func draw(_ drawing: PhoneDrawing) {
        for line in drawing.lines() { write("  \(line)") }
    }

    func printCounts() {
        write("  pool: count \(pool.count), orphanCount \(pool.orphanCount)")
    }

    private func print(_ event: KeyboardEvent) {
        var line = String(format: "  %6.3f s  ", scheduler.now / .seconds(1))
        line += "\(event.kind)".padding(toLength: 15, withPad: " ", startingAt: 0)
        line += "  \(text(event.info.frameBegin)) → \(text(event.info.frameEnd))"
        if let duration = event.info.animationDuration { line += "  \(duration) s" }
        write(line)
    }

    private func text(_ frame: CGRect?) -> String {
        guard let frame else { return "no frame" }
        return String(format: "(%g, %g) %g×%g", frame.minX, frame.minY, frame.width, frame.height)
    }
}

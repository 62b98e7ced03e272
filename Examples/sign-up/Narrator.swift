import CommandLineOutput
import Foundation
import KeyboardObservation
import KeyboardSimulation

/// Prints the events of the keyboard and draws the screens.
@MainActor
final class Narrator {
    private let pool: KeyboardObserverPool
    private let scheduler: ManualScheduler
    private let size: CGSize
    private var keyboard: CGRect?
    private var token: KeyboardObservationToken?

    init(_ pool: KeyboardObserverPool, _ scheduler: ManualScheduler, size: CGSize) {
        self.pool = pool
        self.scheduler = scheduler
        self.size = size
        token = pool.observe(for: self) { $0.print($1) }
    }

    func print(_ sentence: String) {
        StandardOutput.write("\n— \(sentence)")
    }

    func draw(_ form: Form) {
        StandardOutput.write()
        for line in ScreenDrawing(form, keyboard: keyboard, size: size).lines { StandardOutput.write(line) }
        StandardOutput.write(
            "  \(time)  content moved up \(form.offset.short) pt, keyboard \(coveredHeight.short) pt"
        )
    }

    func printCounts() {
        StandardOutput.write("  pool: count \(pool.count), orphanCount \(pool.orphanCount)")
    }

    private func print(_ event: KeyboardEvent) {
        if let frame = event.info.frameEnd { keyboard = frame }
        var line = "  \(time)  \("\(event.kind)".padding(toLength: 15, withPad: " ", startingAt: 0))"
        line += "  \(text(event.info.frameBegin)) → \(text(event.info.frameEnd))"
        if let duration = event.info.animationDuration { line += "  \(duration) s" }
        StandardOutput.write(line)
    }

    private var time: String {
        String(format: "%6.3f s", scheduler.now / .seconds(1))
    }

    private var coveredHeight: CGFloat {
        guard let keyboard else { return 0 }
        let covered = keyboard.intersection(CGRect(origin: .zero, size: size))
        return covered.isEmpty ? 0 : covered.height
    }

    private func text(_ frame: CGRect?) -> String {
        guard let frame else { return "no frame" }
        return "(\(frame.minX.short), \(frame.minY.short)) \(frame.width.short)×\(frame.height.short)"
    }
}

extension CGFloat {
    /// The number without trailing zeros.
    fileprivate var short: String {
        String(format: "%g", Double(self))
    }
}

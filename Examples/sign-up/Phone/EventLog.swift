import Foundation
import KeyboardObservation

/// The last events of the keyboard, with their times.
@MainActor
final class EventLog {
    struct Entry {
        let time: Duration
        let event: KeyboardEvent

        /// Returns the event as one line for a panel of at least 24 columns.
        func line(columns: Int) -> String {
            var line = String(format: "%7.3f", time / .seconds(1)) + " \(event.kind)"
            guard columns >= 40 else { return line }
            line = line.padding(toLength: 24, withPad: " ", startingAt: 0)
            guard let end = event.info.frameEnd else { return line }
            guard columns >= 64, let begin = event.info.frameBegin else { return line + text(end) }
            line += "\(text(begin)) → \(text(end))"
            if let duration = event.info.animationDuration { line += String(format: "  %g s", duration) }
            return line
        }

        private func text(_ frame: CGRect) -> String {
            String(format: "%g,%g %g×%g", frame.minX, frame.minY, frame.width, frame.height)
        }
    }

    /// Called after an event.
    var onEvent: (@MainActor () -> Void)?
    private(set) var entries: [Entry] = []
    private var token: KeyboardObservationToken?
    private let scheduler: any KeyboardScheduler
    private let start: Duration

    init(_ pool: KeyboardObserverPool, _ scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
        start = scheduler.now
        token = pool.observe(for: self) { $0.add($1) }
    }

    private func add(_ event: KeyboardEvent) {
        entries.append(Entry(time: scheduler.now - start, event: event))
        if entries.count > 100 { entries.removeFirst() }
        onEvent?()
    }
}

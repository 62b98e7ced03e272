import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A pool whose screens were all released without unsubscribing.
@MainActor
struct Sweep {
    private let source = OurSource(NotificationCenter())

    init(orphans: Int) {
        let counter = CallCounter()
        let screens = (0..<orphans).map { _ in OurScreen(source, counter) }
        for screen in screens { screen.subscribe() }
    }

    /// The work to run one step.
    var job: Job {
        Job(run: step)
    }

    /// Returns the time of the longest step, in nanoseconds.
    func longestStep() -> Double {
        precondition(source.pool.orphanCount > 0, "orphans were removed before the measurement")
        var (longest, cached) = (0.0, [UInt8](repeating: 1, count: 64 << 20))
        while source.pool.orphanCount > 0 {
            // In an app, other work uses the caches between two steps. A cache line has 64 bytes.
            for index in stride(from: 0, to: cached.count, by: 64) { cached[index] &+= 1 }
            longest = max(longest, Timing.time(step))
        }
        blackHole(cached)
        return longest
    }

    /// Runs the next step of the sweep, 30 seconds after the previous step.
    private func step() {
        source.scheduler.advance(by: .seconds(30))
    }
}

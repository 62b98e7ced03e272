import KeyboardObservation
import KeyboardSimulation

/// The longest pause of a sweep after many screens are released at once.
@MainActor
struct SweepRows {
    let comparison: Comparison

    private static let few = 1_000
    private static let many = 100_000

    func rows() -> [Row] {
        comparison.progress.show("sweep_pause")
        var (few, many, surf): ([Statistics], [Statistics], [Double]) = ([], [], [])
        // The first round warms up.
        for round in 0...comparison.rounds {
            let pauses = (steps(Self.few), steps(Self.many), surfPause(Self.few))
            guard round > 0 else { continue }
            few.append(pauses.0)
            many.append(pauses.1)
            surf.append(pauses.2)
        }
        let worst = (few: Statistics(few.map(\.max)), many: Statistics(many.map(\.max)))
        let usual = (few: Statistics(few.map(\.median)), many: Statistics(many.map(\.median)))
        return [
            Row(name: "sweep_pause", screens: Self.few, statistics: [.ours: worst.few, .surf: Statistics(surf)]),
            Row(name: "sweep_pause", screens: Self.many, statistics: [.ours: worst.many]),
            Row(name: "sweep_step", screens: Self.few, isForTargetsOnly: true, statistics: [.ours: usual.few]),
            Row(name: "sweep_step", screens: Self.many, isForTargetsOnly: true, statistics: [.ours: usual.many]),
        ]
    }

    /// Measures the steps that remove the orphans.
    private func steps(_ orphans: Int) -> Statistics {
        let group = OurScreens(screens: orphans)
        group.subscribeAll()
        group.releaseAll()
        precondition(group.pool.orphanCount == orphans, "orphans were removed before the measurement")
        var steps: [Double] = []
        while group.pool.orphanCount > 0 {
            // In an app, other work uses the caches between two steps.
            ProcessorCaches.evict()
            steps.append(Comparison.time(group.sweepStep))
        }
        // The last step can remove fewer orphans than the other steps, so the statistics omit the last step.
        return Statistics(steps.count > 1 ? steps.dropLast() : steps)
    }

    private func surfPause(_ orphans: Int) -> Double {
        let group = SurfScreens(screens: orphans)
        group.subscribeAll()
        group.releaseAll()
        ProcessorCaches.evict()
        return Comparison.time(group.sweep)
    }
}

import KeyboardObservation
import KeyboardSimulation

/// The longest time that a sweep keeps the app from everything else, after many screens have died at once.
@MainActor
struct SweepRows {
    let race: Race

    func rows() -> [Row] {
        let few = (ours: pauses(1_000), surf: surfPauses(1_000))
        let many = pauses(100_000)
        return [
            Row(name: "sweep_pause", screens: 1_000, figures: [.ours: few.ours.worst, .surf: few.surf]),
            Row(name: "sweep_pause", screens: 100_000, figures: [.ours: many.worst]),
            Row(name: "sweep_step", screens: 1_000, isForTargetsOnly: true, figures: [.ours: few.ours.usual]),
            Row(name: "sweep_step", screens: 100_000, isForTargetsOnly: true, figures: [.ours: many.usual]),
        ]
    }

    /// The worst step of each round, and the usual one.
    private func pauses(_ orphans: Int) -> (worst: Figure, usual: Figure) {
        race.progress.show("sweep_pause, \(orphans)")
        var (worst, usual): ([Double], [Double]) = ([], [])
        // The first round warms up.
        for round in 0...race.rounds {
            let audience = OurAudience(screens: orphans)
            audience.subscribeAll()
            audience.dropAll()
            precondition(audience.pool.orphanCount == orphans, "somebody has swept before")
            var steps: [Double] = []
            while audience.pool.orphanCount > 0 {
                // Much else has happened since the step before.
                Caches.empty()
                steps.append(Race.time(audience.sweepStep))
            }
            // The last step takes what is left.
            let figure = Figure(steps.count > 1 ? steps.dropLast() : steps)
            guard round > 0 else { continue }
            worst.append(figure.max)
            usual.append(figure.median)
        }
        return (Figure(worst), Figure(usual))
    }

    private func surfPauses(_ orphans: Int) -> Figure {
        let samples = (0...race.rounds).map { _ in
            let audience = SurfAudience(screens: orphans)
            audience.subscribeAll()
            audience.dropAll()
            Caches.empty()
            return Race.time(audience.sweep)
        }
        return Figure(Array(samples.dropFirst()))
    }
}

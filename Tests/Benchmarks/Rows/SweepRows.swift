import KeyboardObservation
import KeyboardSimulation

/// The longest time that a sweep keeps the app from everything else, after many screens have died at once.
@MainActor
struct SweepRows {
    let race: Race

    private static let few = 1_000
    private static let many = 100_000

    func rows() -> [Row] {
        race.progress.show("sweep_pause")
        var (few, many, surf): ([Figure], [Figure], [Double]) = ([], [], [])
        // The first round warms up.
        for round in 0...race.rounds {
            let pauses = (steps(Self.few), steps(Self.many), surfPause(Self.few))
            guard round > 0 else { continue }
            few.append(pauses.0)
            many.append(pauses.1)
            surf.append(pauses.2)
        }
        let worst = (few: Figure(few.map(\.max)), many: Figure(many.map(\.max)))
        let usual = (few: Figure(few.map(\.median)), many: Figure(many.map(\.median)))
        return [
            Row(name: "sweep_pause", screens: Self.few, figures: [.ours: worst.few, .surf: Figure(surf)]),
            Row(name: "sweep_pause", screens: Self.many, figures: [.ours: worst.many]),
            Row(name: "sweep_step", screens: Self.few, isForTargetsOnly: true, figures: [.ours: usual.few]),
            Row(name: "sweep_step", screens: Self.many, isForTargetsOnly: true, figures: [.ours: usual.many]),
        ]
    }

    /// The steps that take so many orphans.
    private func steps(_ orphans: Int) -> Figure {
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
        return Figure(steps.count > 1 ? steps.dropLast() : steps)
    }

    private func surfPause(_ orphans: Int) -> Double {
        let audience = SurfAudience(screens: orphans)
        audience.subscribeAll()
        audience.dropAll()
        Caches.empty()
        return Race.time(audience.sweep)
    }
}

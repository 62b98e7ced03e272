import KeyboardObservation

/// A run of the stress test.
@MainActor
struct StressRun {
    struct Outcome {
        var lifetimes = 0
        /// The number of events that were posted to the pool with random observers.
        var events = 0
        /// The growth of the resident memory in bytes after the first tenth of the lifetimes, or `nil` without a check.
        var growth: Int?
    }

    /// The number of lifetimes after which the run waits for the other thread and sweeps orphans.
    private static let lifetimesPerRound = 10_000
    /// In a shorter run, the memory still grows after the first tenth of the lifetimes.
    private static let lifetimesForMemoryCheck = 500_000
    private static let allowedGrowth = 1 << 20

    let options: Options

    func run() -> Outcome {
        let thread = BackgroundThread()
        var outcome = Outcome()
        runPool(thread, &outcome)
        thread.waitUntilIdle()
        // Objects that the thread released can leave work on the main queue.
        for _ in 0..<100 { drainMainQueue() }
        for kind in ObjectKind.allCases {
            let (made, freed) = (ObjectCounts.made(kind), ObjectCounts.freed(kind))
            Findings.expect(made == freed, "\(made) \(kind) made, \(freed) freed")
        }
        return outcome
    }

    /// A separate function, so that every object of the pool is released when it returns.
    private func runPool(_ thread: BackgroundThread, _ outcome: inout Outcome) {
        let stress = StressPool(seed: options.seed, thread)
        var progress = StressProgress(total: options.lifetimes)
        var baseline: Int?
        KeyboardObserverPool.$current.withValue(stress.pool) {
            if let leak = options.leak { stress.plant(leak) }
            var round = 0
            // A leak makes each event slower, so the run ends with the round of the first finding.
            while stress.lifetimes < options.lifetimes, Findings.count == 0 {
                round += 1
                stress.sweepInSteps(byTicks: round.isMultiple(of: 2))
                while stress.lifetimes < min(round * Self.lifetimesPerRound, options.lifetimes) { stress.step() }
                stress.checkCount()
                progress.show(stress.lifetimes)
                if baseline == nil, stress.lifetimes >= options.lifetimes / 10 { baseline = residentMemory() }
            }
            progress.clear()
            if options.lifetimes >= Self.lifetimesForMemoryCheck, let baseline, let end = residentMemory() {
                outcome.growth = end - baseline
                Findings.expect(end - baseline <= Self.allowedGrowth, "memory grew by \(end - baseline) bytes")
            }
            outcome.lifetimes = stress.lifetimes
            outcome.events = stress.eventCount
            stress.close()
        }
    }
}

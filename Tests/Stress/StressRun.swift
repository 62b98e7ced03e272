import KeyboardObservation
import KeyboardSimulation
import PoolWalks

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

    /// The number of lifetimes after which the run waits for all threads and checks everything.
    private static let lifetimesPerCheck = 10_000
    /// The smallest number of lifetimes for which a run checks the memory.
    ///
    /// In a shorter run, the memory still grows after the first tenth of the lifetimes.
    private static let lifetimesForMemoryCheck = 500_000
    private static let allowedGrowth = 1 << 20

    let options: Options

    func run() -> Outcome {
        runWalks()
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

    private func runWalks() {
        var callCount = 0
        for number in 0..<UInt64(options.walks) {
            let failure = PoolWalk.failure(seed: options.seed &+ number, callCount: &callCount)
            if let failure { Findings.add(failure) }
        }
    }

    /// Runs the steps on a pool with random observers.
    ///
    /// This is a separate function, so that every object of the pool is released when the function returns.
    private func runPool(_ thread: BackgroundThread, _ outcome: inout Outcome) {
        let stress = PoolStress(seed: options.seed, options.mistake, thread)
        var progress = StressProgress(total: options.lifetimes)
        var baseline: Int?
        KeyboardObserverPool.$current.withValue(stress.pool) {
            if let mistake = options.mistake { stress.plant(mistake) }
            var round = 0
            while stress.lifetimes < options.lifetimes {
                round += 1
                stress.sweepManyOrphans(byTicks: round.isMultiple(of: 2))
                while stress.lifetimes < min(round * Self.lifetimesPerCheck, options.lifetimes) { stress.step() }
                stress.settle()
                progress.show(stress.lifetimes)
                if baseline == nil, stress.lifetimes >= options.lifetimes / 10 { baseline = residentMemory() }
            }
            progress.clear()
            if options.lifetimes >= Self.lifetimesForMemoryCheck, let baseline, let end = residentMemory() {
                outcome.growth = end - baseline
                Findings.expect(end - baseline <= Self.allowedGrowth, "memory grew by \(end - baseline) bytes")
            }
            outcome.lifetimes = stress.lifetimes
            outcome.events = stress.posted.count
            stress.close()
        }
    }
}

extension PoolStress {
    /// Performs one random step.
    func step() {
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<560: addObserver()
        case 560..<650: removeRandomObserver()
        case 650..<700: if let index = randomIndex() { unsubscribeOrSubscribe(observers[index]) }
        case 700..<740: if let index = randomIndex() { repeatLastChange(of: observers[index]) }
        case 740..<800: planAction()
        case 800..<900: post()
        case 900..<940: postOnThread()
        case 940..<960: drainMainQueue()
        case 960..<975: scheduler.advance(by: .milliseconds(50))
        case 975..<980: runEventTask()
        case 980..<982: sweepFewOrphans()
        case 982: sweepAll()
        case 983..<993: runPhone()
        default: break
        }
    }
}

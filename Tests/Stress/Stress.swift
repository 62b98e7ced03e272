import KeyboardObservation
import KeyboardSimulation

/// The whole run.
@MainActor
struct Stress {
    struct Outcome {
        var lifetimes = 0
        /// By how much the resident memory grew after the first tenth, in bytes; `nil` where it was not judged.
        var growth: Int?
    }

    /// After so many lifetimes all threads wait for each other, and everything is checked.
    private static let chapter = 10_000
    /// From so many lifetimes on memory is judged: a tenth of fewer does not warm it up.
    private static let judgedLifetimes = 500_000
    private static let allowedGrowth = 1 << 20

    let options: Options

    func run() -> Outcome {
        let elsewhere = Elsewhere()
        var outcome = Outcome()
        live(elsewhere, &outcome)
        elsewhere.settle()
        // What died elsewhere may have left a last word on the main queue.
        for _ in 0..<100 { drainMainQueue() }
        for kind in Kind.allCases {
            let (made, freed) = (Census.made(kind), Census.freed(kind))
            Findings.expect(made == freed, "\(made) \(kind) made, \(freed) freed")
        }
        return outcome
    }

    /// On its own, so that nothing of the arena is left when it returns.
    private func live(_ elsewhere: Elsewhere, _ outcome: inout Outcome) {
        let arena = Arena(seed: options.seed, elsewhere)
        var progress = Progress(total: options.lifetimes)
        var baseline: Int?
        KeyboardObserverPool.$current.withValue(arena.pool) {
            if let plant = options.plant { arena.plant(plant) }
            var chapter = 0
            while arena.lifetimes < options.lifetimes {
                chapter += 1
                arena.orphanMany(byTicks: chapter.isMultiple(of: 2))
                while arena.lifetimes < min(chapter * Self.chapter, options.lifetimes) { arena.step() }
                arena.settle()
                progress.show(arena.lifetimes)
                if baseline == nil, arena.lifetimes >= options.lifetimes / 10 { baseline = residentMemory() }
            }
            progress.clear()
            if options.lifetimes >= Self.judgedLifetimes, let baseline, let end = residentMemory() {
                outcome.growth = end - baseline
                Findings.expect(end - baseline <= Self.allowedGrowth, "memory grew by \(end - baseline) bytes")
            }
            outcome.lifetimes = arena.lifetimes
            arena.close()
        }
    }
}

extension Arena {
    /// One thing after the other, at random.
    func step() {
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<560: admit()
        case 560..<650: dismissSomebody()
        case 650..<700: if let index = someIndex() { unsubscribeOrSubscribe(crowd[index]) }
        case 700..<740: if let index = someIndex() { repeatLastChange(of: crowd[index]) }
        case 740..<800: plan()
        case 800..<900: post()
        case 900..<940: postElsewhere()
        case 940..<960: drainMainQueue()
        case 960..<975: scheduler.advance(by: .milliseconds(50))
        case 975..<980: consume()
        case 980..<982: orphanFew()
        case 982: sweepAll()
        case 983..<993: playStage()
        default: break
        }
    }
}

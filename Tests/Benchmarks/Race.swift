import Dispatch

/// Measures contestants against each other: round by round, one after the other, so that a machine that slows down for
/// a while slows them all.
@MainActor
struct Race {
    typealias Runner = (contestant: Contestant, run: () -> Void)

    let rounds: Int
    /// How long a runner runs in each round, in nanoseconds, at least.
    let sampleTime: Double
    let progress: Progress

    init(isQuick: Bool, progress: Progress) {
        rounds = isQuick ? 3 : 11
        sampleTime = isQuick ? 500_000 : 4_000_000
        self.progress = progress
    }

    /// The nanoseconds of one run of each.
    func run(_ title: String, _ runners: [Runner]) -> [Contestant: Figure] {
        progress.show(title)
        let counts = runners.map { warmUp($0.run) }
        var samples: [Contestant: [Double]] = [:]
        for _ in 0..<rounds {
            for (runner, count) in zip(runners, counts) {
                // Whoever ran before has emptied the caches.
                runner.run()
                let time = Self.time { for _ in 0..<count { runner.run() } }
                samples[runner.contestant, default: []].append(time / Double(count))
            }
        }
        return samples.mapValues(Figure.init)
    }

    /// Runs it until it has run long enough for a sample.
    ///
    /// - Returns: how many runs that takes.
    private func warmUp(_ run: () -> Void) -> Int {
        run()
        var count = 1
        while true {
            let time = Self.time { for _ in 0..<count { run() } }
            if time >= sampleTime { return count }
            count *= time * 8 < sampleTime ? 8 : 2
        }
    }

    /// How long the work takes, in nanoseconds.
    static func time(_ work: () -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        work()
        return Double(DispatchTime.now().uptimeNanoseconds - start)
    }
}

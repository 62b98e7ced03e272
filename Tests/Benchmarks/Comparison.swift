import Dispatch

/// Measures implementations against each other.
///
/// Each round measures all implementations in turn. A slow phase of the machine therefore slows all implementations.
@MainActor
struct Comparison {
    typealias Candidate = (implementation: Implementation, run: () -> Void)

    let isQuick: Bool
    let rounds: Int
    /// The shortest time of a sample, in nanoseconds.
    let sampleTime: Double
    let progress: Progress

    init(isQuick: Bool, progress: Progress) {
        self.isQuick = isQuick
        rounds = isQuick ? 3 : 11
        sampleTime = isQuick ? 500_000 : 4_000_000
        self.progress = progress
    }

    /// Returns the nanoseconds of one run of each candidate.
    func run(_ title: String, _ candidates: [Candidate]) -> [Implementation: Statistics] {
        progress.show(title)
        let counts = candidates.map { warmUp($0.run) }
        var samples: [Implementation: [Double]] = [:]
        for _ in 0..<rounds {
            for (candidate, count) in zip(candidates, counts) {
                // This run is not measured, because the previous candidate has changed the caches.
                candidate.run()
                let time = Self.time { for _ in 0..<count { candidate.run() } }
                samples[candidate.implementation, default: []].append(time / Double(count))
            }
        }
        return samples.mapValues(Statistics.init)
    }

    /// Increases the number of runs until the runs take the time of a sample.
    ///
    /// - Returns: The number of runs in a sample.
    private func warmUp(_ run: () -> Void) -> Int {
        run()
        var count = 1
        while true {
            let time = Self.time { for _ in 0..<count { run() } }
            if time >= sampleTime { return count }
            count *= time * 8 < sampleTime ? 8 : 2
        }
    }

    /// Returns the time of the work in nanoseconds.
    static func time(_ work: () -> Void) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        work()
        return Double(DispatchTime.now().uptimeNanoseconds - start)
    }
}

import Dispatch

/// Measures the time of implementations against each other.
///
/// Each round measures all implementations in turn. A slow phase of the machine therefore slows all implementations.
@MainActor
struct Timing {
    let rounds: Int
    /// The shortest time of a sample, in nanoseconds.
    private let sampleTime: Double

    init(isQuick: Bool) {
        rounds = isQuick ? 3 : 11
        sampleTime = isQuick ? 500_000 : 4_000_000
    }

    /// Returns the nanoseconds of one run of each job.
    func run(_ jobs: [(implementation: Implementation, job: Job)]) -> [Implementation: Statistics] {
        let counts = jobs.map { warmUp($0.job.run) }
        var samples: [Implementation: [Double]] = [:]
        for _ in 0..<rounds {
            for ((implementation, job), count) in zip(jobs, counts) {
                // This run is not measured, because the previous job has changed the caches.
                job.run()
                let time = Self.time { for _ in 0..<count { job.run() } }
                samples[implementation, default: []].append(time / Double(count))
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

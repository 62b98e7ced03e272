import Foundation

extension StressRun.Outcome {
    /// The output at the end of a run.
    @MainActor
    func sentence(seed: UInt64, _ time: Duration) -> String {
        let growth = growth.map { "memory grew by \($0 / 1_024) KiB" } ?? "memory was not checked"
        let made = ObjectKind.allCases.map(ObjectCounts.made).reduce(0, +)
        let freed = ObjectKind.allCases.map(ObjectCounts.freed).reduce(0, +)
        let seconds = String(format: "%.1f", time / .seconds(1))
        return "\(lifetimes) lifetimes in \(seconds) s, seed \(seed): "
            + "\(events) events, \(freed) of \(made) objects freed, \(growth), \(Findings.count) findings"
    }
}

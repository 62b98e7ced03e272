import Foundation

/// The output at the end of a run.
@MainActor
struct Report {
    private struct Values: Encodable {
        var lifetimes: Int
        var events: Int
        var seed: UInt64
        var seconds: Double
        var residentGrowth: Int?
        var made: [String: Int]
        var freed: [String: Int]
        var findings: [String]
    }

    private let values: Values
    private let isJSON: Bool

    init(_ options: Options, _ outcome: StressRun.Outcome, _ time: Duration) {
        isJSON = options.isJSON
        values = Values(
            lifetimes: outcome.lifetimes,
            events: outcome.events,
            seed: options.seed,
            seconds: time / .seconds(1),
            residentGrowth: outcome.growth,
            made: Self.counts(ObjectCounts.made),
            freed: Self.counts(ObjectCounts.freed),
            findings: Findings.sentences
        )
    }

    private static func counts(_ count: (ObjectKind) -> Int) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: ObjectKind.allCases.map { ("\($0)", count($0)) })
    }

    var text: String {
        isJSON ? json : sentence
    }

    private var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private var sentence: String {
        let growth = values.residentGrowth.map { "memory grew by \($0 / 1_024) KiB" } ?? "memory was not checked"
        let freed = values.freed.values.reduce(0, +), made = values.made.values.reduce(0, +)
        let seconds = String(format: "%.1f", values.seconds)
        return "\(values.lifetimes) lifetimes in \(seconds) s, seed \(values.seed): "
            + "\(values.events) events, \(freed) of \(made) objects freed, \(growth), \(Findings.count) findings"
    }
}

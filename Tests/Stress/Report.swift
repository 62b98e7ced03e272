import Foundation

/// What is printed at the end.
@MainActor
struct Report {
    private struct Figures: Encodable {
        var lifetimes: Int
        var seed: UInt64
        var seconds: Double
        var residentGrowth: Int?
        var made: [String: Int]
        var freed: [String: Int]
        var findings: [String]
    }

    private let figures: Figures
    private let isJSON: Bool

    init(_ options: Options, _ outcome: Stress.Outcome, _ time: Duration) {
        isJSON = options.isJSON
        figures = Figures(
            lifetimes: outcome.lifetimes,
            seed: options.seed,
            seconds: time / .seconds(1),
            residentGrowth: outcome.growth,
            made: Self.counts(Census.made),
            freed: Self.counts(Census.freed),
            findings: Findings.sentences
        )
    }

    private static func counts(_ count: (Kind) -> Int) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: Kind.allCases.map { ("\($0)", count($0)) })
    }

    var text: String {
        isJSON ? json : sentence
    }

    private var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return (try? encoder.encode(figures)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private var sentence: String {
        let growth = figures.residentGrowth.map { "memory grew by \($0 / 1_024) KiB" } ?? "memory was not judged"
        let freed = figures.freed.values.reduce(0, +), made = figures.made.values.reduce(0, +)
        let seconds = String(format: "%.1f", figures.seconds)
        return "\(figures.lifetimes) lifetimes in \(seconds) s, seed \(figures.seed): "
            + "\(freed) of \(made) objects freed, \(growth), \(Findings.count) findings"
    }
}

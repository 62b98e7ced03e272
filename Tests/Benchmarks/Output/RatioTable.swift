import Foundation

/// The rows as text.
///
/// The value of another implementation is a multiple of the value of this framework.
struct RatioTable {
    let rows: [Row]

    var description: String {
        let others = Implementation.allCases.filter { $0 != .ours }
        var table = TextTable(["the others, in times of ours"] + others.map(\.rawValue) + ["ours", "min", "max"])
        for row in rows where !row.isForTargetsOnly {
            guard let ours = row.statistics[.ours] else { continue }
            table.append(
                [row.title]
                    + others.map { row.ratio($0).map(Self.text) ?? "–" }
                    + [ours.median, ours.min, ours.max].map { row.unit.text($0) }
            )
        }
        return table.description + """


            Medians of the rounds. The floor calls weak references in an array, and guarantees nothing.
            surf has at most \(largestScreenCount(of: .surf)) screens, because its subscription is quadratic; stream has
            at most \(largestScreenCount(of: .stream)).
            """
    }

    private func largestScreenCount(of implementation: Implementation) -> Int {
        rows.filter { $0.name == "deliver" && $0.statistics[implementation] != nil }.compactMap(\.screens).max() ?? 0
    }

    static func text(_ ratio: Double) -> String {
        String(format: ratio < 10 ? "%.2f" : ratio < 100 ? "%.1f" : "%.0f", ratio)
    }
}

extension Row.Unit {
    func text(_ value: Double) -> String {
        switch self {
        case .bytes: String(format: "%.0f B", value)
        case .nanoseconds where value < 10_000: String(format: "%.0f ns", value)
        case .nanoseconds where value < 10_000_000: String(format: "%.1f µs", value / 1e3)
        case .nanoseconds: String(format: "%.1f ms", value / 1e6)
        }
    }
}

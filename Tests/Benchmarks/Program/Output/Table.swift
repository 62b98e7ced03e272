import Foundation

/// The rows as text.
///
/// The value of another implementation is a multiple of the value of this library.
struct Table {
    let rows: [Row]

    var description: String {
        let others = Implementation.allCases.filter { $0 != .ours }
        var lines = [["", "ours", "min", "max"] + others.map(\.rawValue) + ["wanted", "met"]]
        for row in rows {
            guard let ours = row.values[.ours] else { continue }
            lines.append(
                [row.size.map { "\(row.name), \($0)" } ?? row.name]
                    + [ours.median, ours.min, ours.max].map(row.unit.text)
                    + others.map { row.ratio($0).map(Self.text) ?? "–" }
                    + [row.limit?.wanted ?? "–", row.limit.map { $0.isMet ? "yes" : "NO" } ?? "–"]
            )
        }
        return Self.align(lines) + """


            The other implementations are in times of ours. Medians of the rounds. A time is shown and not judged.
            The floor calls weak references in an array, and guarantees nothing.
            """
    }

    private static func text(_ ratio: Double) -> String {
        String(format: ratio < 10 ? "%.2f" : ratio < 100 ? "%.1f" : "%.0f", ratio)
    }

    private static func align(_ lines: [[String]]) -> String {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + padding : padding + cell.0
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}

extension Row.Unit {
    fileprivate func text(_ value: Double) -> String {
        switch self {
        case .bytes: String(format: "%.0f B", value)
        case .allocations: String(format: "%.2f", value)
        case .ns where value < 10_000: String(format: "%.0f ns", value)
        case .ns where value < 10_000_000: String(format: "%.1f µs", value / 1e3)
        case .ns: String(format: "%.1f ms", value / 1e6)
        }
    }
}

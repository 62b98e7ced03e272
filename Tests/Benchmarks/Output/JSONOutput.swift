import Foundation

/// The rows as JSON.
///
/// A row contains only the values that apply to the row.
struct JSONOutput {
    let rows: [Row]

    func text() throws -> String {
        let lines = try rows.filter { !$0.isForTargetsOnly }.map { row in
            let pairs = try self.pairs(of: row).map { key, value in "\"\(key)\":\(try Self.text(value))" }
            return "{" + pairs.joined(separator: ",") + "}"
        }
        return "{\"rows\":[\n" + lines.joined(separator: ",\n") + "\n]}"
    }

    private func pairs(of row: Row) -> [(String, any Encodable)] {
        var pairs: [(String, any Encodable)] = [("name", row.name)]
        if let screens = row.screens { pairs.append(("screens", screens)) }
        if let fields = row.fields { pairs.append(("fields", fields)) }
        if let keys = row.foreignKeys { pairs.append(("foreign_keys", keys)) }
        for implementation in Implementation.allCases {
            guard let statistics = row.statistics[implementation] else { continue }
            let (name, unit) = (implementation.rawValue, row.unit == .bytes ? "bytes" : "ns")
            pairs.append(("\(name)_\(unit)", statistics.median.rounded(toPlaces: 1)))
            guard row.unit == .nanoseconds else { continue }
            pairs.append(("\(name)_min_ns", statistics.min.rounded(toPlaces: 1)))
            pairs.append(("\(name)_max_ns", statistics.max.rounded(toPlaces: 1)))
        }
        return pairs
    }

    private static func text(_ value: any Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (self * factor).rounded() / factor
    }
}

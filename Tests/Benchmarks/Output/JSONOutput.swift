import Foundation

/// The rows for a program. What makes no sense in a row is left out.
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
        if let screens = row.screens { pairs.append((row.name == "focus_move" ? "fields" : "screens", screens)) }
        if let keys = row.foreignKeys { pairs.append(("foreign_keys", keys)) }
        for contestant in Contestant.allCases {
            guard let figure = row.figures[contestant] else { continue }
            let (name, unit) = (contestant.rawValue, row.unit == .bytes ? "bytes" : "ns")
            pairs.append(("\(name)_\(unit)", figure.median.rounded(toPlaces: 1)))
            guard row.unit == .nanoseconds else { continue }
            pairs.append(("\(name)_min_ns", figure.min.rounded(toPlaces: 1)))
            pairs.append(("\(name)_max_ns", figure.max.rounded(toPlaces: 1)))
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

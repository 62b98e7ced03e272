/// One row of the table with the statistics of each implementation.
struct Row {
    enum Unit {
        case nanoseconds, bytes
    }

    var name: String
    var screens: Int?
    var fields: Int?
    var foreignKeys: Int?
    var unit = Unit.nanoseconds
    /// Whether only a target uses the row.
    ///
    /// Such a row is not in the output.
    var isForTargetsOnly = false
    var statistics: [Implementation: Statistics]

    /// The title in the table.
    var title: String {
        let details = [
            screens.map { "\($0) \($0 == 1 ? "screen" : "screens")" },
            fields.map { "\($0) fields" },
            foreignKeys.map { "\($0) foreign keys" },
        ]
        return ([name] + details.compactMap(\.self)).joined(separator: ", ")
    }

    /// Returns the median of the implementation, divided by the median of this framework.
    func ratio(_ implementation: Implementation) -> Double? {
        guard let ours = statistics[.ours], let other = statistics[implementation], ours.median > 0 else { return nil }
        return other.median / ours.median
    }
}

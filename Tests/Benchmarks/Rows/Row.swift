/// One row of the table: what was measured, and what each contestant needed for it.
struct Row {
    enum Unit {
        case nanoseconds, bytes
    }

    var name: String
    var screens: Int?
    var foreignKeys: Int?
    var unit = Unit.nanoseconds
    /// Needed by a target only, and not told in `--json`.
    var isForTargetsOnly = false
    var figures: [Contestant: Figure]

    /// What stands in the table.
    var title: String {
        let details = [
            screens.map { "\($0) \(name == "focus_move" ? "fields" : $0 == 1 ? "screen" : "screens")" },
            foreignKeys.map { "\($0) foreign keys" },
        ]
        return ([name] + details.compactMap(\.self)).joined(separator: ", ")
    }

    /// How many times our figure the contestant's is.
    func ratio(_ contestant: Contestant) -> Double? {
        guard let ours = figures[.ours], let theirs = figures[contestant], ours.median > 0 else { return nil }
        return theirs.median / ours.median
    }
}

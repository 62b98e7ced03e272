/// One row of the table.
struct Row: Encodable {
    enum Unit: String, Encodable {
        case ns, bytes, allocations
    }

    /// The largest value that a check accepts.
    struct Limit: Encodable {
        let wanted: String
        let isMet: Bool
    }

    let name: String
    let size: Int?
    let unit: Unit
    let values: [Implementation: Statistics]
    /// The limit of a value that is counted.
    ///
    /// A time has none, because it differs between runs.
    var limit: Limit?

    /// Returns the median of the implementation, divided by the median of this library.
    func ratio(_ implementation: Implementation) -> Double? {
        guard let ours = values[.ours], let other = values[implementation], ours.median > 0 else { return nil }
        return other.median / ours.median
    }
}

/// The bounds of the accepted numbers.
struct NumericRange<Value: Numeric & Comparable> {
    private(set) var lowest: Value?
    private(set) var highest: Value?

    /// An infinite bound is no bound, because it cannot be typed.
    init(lowest: Value? = nil, highest: Value? = nil) {
        self.lowest = lowest.flatMap { ExactValue.isFinite($0) ? $0 : nil }
        self.highest = highest.flatMap { ExactValue.isFinite($0) ? $0 : nil }
    }

    func contains(_ value: Value) -> Bool {
        (lowest.map { $0 <= value } ?? true) && (highest.map { value <= $0 } ?? true)
    }

    func intersection(_ other: NumericRange) -> NumericRange {
        NumericRange(
            lowest: [lowest, other.lowest].compactMap(\.self).max(),
            highest: [highest, other.highest].compactMap(\.self).min()
        )
    }
}

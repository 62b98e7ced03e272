/// The separators between the digits of one sample.
struct NumberSeparators {
    private(set) var decimal: String?
    private(set) var grouping: Character?
    /// The number of digits in the last group, and in each of the other groups.
    private(set) var groupSizes: (last: Int, others: Int)?

    /// Derives the separators from a number of several groups, with a fraction if the format writes fractions.
    init(large sample: String) {
        let runs = DigitRuns(sample)
        guard let first = runs.separators.first, let last = runs.separators.last else { return }
        if runs.separators.contains(where: { $0 != last }) {
            // "1,234,567.5"
            decimal = last
            grouping = NumberText.separator(first)
            groupSizes = Self.groupSizes(runs.counts.dropLast())
        } else if runs.separators.count > 1 || !runs.endsInExponent && runs.counts.last == 3 {
            // "1,234,568"
            grouping = NumberText.separator(first)
            groupSizes = Self.groupSizes(runs.counts[...])
        } else {
            // "1234567.5", "1.235E6"
            decimal = last
        }
    }

    /// Derives the decimal separator from a number that begins with a 0.
    ///
    /// A number with groups does not begin with a 0.
    init(small sample: String) {
        let runs = DigitRuns(sample)
        if runs.beginsWithZero, runs.separators.count == 1 { decimal = runs.separators.first }
    }

    private static func groupSizes(_ counts: ArraySlice<Int>) -> (last: Int, others: Int)? {
        guard counts.count > 2, let last = counts.last, let other = counts.dropLast().last else { return nil }
        return (last, other)
    }
}

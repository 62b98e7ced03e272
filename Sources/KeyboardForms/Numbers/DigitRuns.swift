/// The runs of digits in a number's text and the separators between the runs, up to an exponent.
struct DigitRuns {
    /// The number of digits in each run.
    private(set) var counts: [Int] = []
    /// The separators between the runs, as the text contains them.
    private(set) var separators: [String] = []
    /// Whether the first run is a single 0.
    private(set) var beginsWithZero = false
    private(set) var endsInExponent = false

    init(_ text: String) {
        var rest = text.drop { !$0.isDecimalDigit }
        while let first = rest.first {
            let run = rest.prefix(while: \.isDecimalDigit)
            if counts.isEmpty { beginsWithZero = run.count == 1 && first.wholeNumberValue == 0 }
            counts.append(run.count)
            rest = rest.dropFirst(run.count)
            let between = String(rest.prefix { !$0.isDecimalDigit })
            rest = rest.dropFirst(between.count)
            guard !rest.isEmpty else { return }
            guard NumberText.separator(between) != nil else {
                endsInExponent = true
                return
            }
            separators.append(between)
        }
    }
}

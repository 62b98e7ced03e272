/// The digits of a number's text, and what separates them, up to an exponent.
struct DigitRuns {
    /// How many digits each run has.
    private(set) var counts: [Int] = []
    /// As they are written, one less than there are runs.
    private(set) var separators: [String] = []
    /// Whether the first run is a 0, and nothing else.
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

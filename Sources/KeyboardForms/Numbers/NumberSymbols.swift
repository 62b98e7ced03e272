/// How numbers are written in one format. To begin with, as Swift writes them.
struct NumberSymbols {
    /// What may stand between groups of digits, unified.
    private(set) var groupingSeparator: Character?
    /// What is written before the fraction, as the format writes it.
    private(set) var decimalSeparator = "."
    /// What may stand before the fraction, unified.
    private(set) var decimalCharacter: Character? = "."
    /// How many digits the groups have, from the last one on: 3 and 2 in India, 3 and 3 elsewhere.
    private(set) var groupSizes: (last: Int, others: Int) = (3, 3)
    /// What stands beside the digits apart from the sign, unified: a currency, a percent sign.
    private(set) var affixes: Set<String> = []
    /// Whether negative numbers stand in parentheses.
    private(set) var hasParentheses = false
    /// Whether the sign of negative numbers comes after them.
    private(set) var hasTrailingSign = false
}

extension NumberSymbols {
    /// Learns from how a format writes a few numbers.
    ///
    /// - Parameter plurals: whether what stands beside 5 is for any number, not a part of this one, as in "5M".
    init(_ samples: NumberSamples, plurals: Bool) {
        decimalCharacter = nil
        let patterns = [samples.one, samples.negativeOne].compactMap(\.self) + (plurals ? samples.plurals : [])
        affixes = Set(patterns.flatMap(\.affixes))
        hasParentheses = samples.negativeOne?.hasParentheses ?? false
        hasTrailingSign = samples.negativeOne?.hasTrailingSign ?? false
        if let large = samples.large { learn(NumberSeparators(large: large)) }
        for small in samples.small { learn(NumberSeparators(small: small)) }
    }

    /// Fills in what no sample told: samples come first, for a format may not write as its locale does.
    mutating func complete(decimal: String?, grouping: String?) {
        learn(decimal: decimal)
        learn(grouping: grouping.flatMap(NumberText.separator))
    }

    private mutating func learn(_ separators: NumberSeparators) {
        learn(grouping: separators.grouping)
        learn(decimal: separators.decimal)
        if let sizes = separators.groupSizes { groupSizes = sizes }
    }

    private mutating func learn(decimal: String?) {
        guard decimalCharacter == nil, let decimal, let character = NumberText.separator(decimal),
            character != groupingSeparator
        else { return }
        decimalSeparator = decimal
        decimalCharacter = character
    }

    private mutating func learn(grouping: Character?) {
        guard groupingSeparator == nil, let grouping, grouping != decimalCharacter else { return }
        groupingSeparator = grouping
    }
}

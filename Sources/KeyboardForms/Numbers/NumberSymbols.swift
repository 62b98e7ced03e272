/// The symbols of numbers in one format.
///
/// The default values are the symbols of Swift's number descriptions.
struct NumberSymbols {
    /// The separator between groups of digits, normalized.
    private(set) var groupingSeparator: Character?
    /// The separator before the fraction, as the format writes it.
    private(set) var decimalSeparator = "."
    /// The separator before the fraction, normalized.
    private(set) var decimalCharacter: Character? = "."
    /// The number of digits in the last group, and in each of the other groups.
    ///
    /// The numbers are 3 and 2 in India, and 3 and 3 elsewhere.
    private(set) var groupSizes: (last: Int, others: Int) = (3, 3)
    /// The symbols beside the digits, without the sign, normalized.
    ///
    /// Examples are a currency symbol and a percent sign.
    private(set) var affixes: Set<String> = []
    /// Whether the format writes negative numbers in parentheses.
    private(set) var hasParentheses = false
    /// Whether the format writes the sign after a negative number.
    private(set) var hasTrailingSign = false
}

extension NumberSymbols {
    /// Derives the symbols from samples of a format.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - plurals: Whether the symbols of the plural samples are accepted beside any number. In "1M", the symbol
    ///     belongs only to the number 1,000,000.
    init(_ samples: NumberSamples, plurals: Bool) {
        decimalCharacter = nil
        let patterns = [samples.one, samples.negativeOne].compactMap(\.self) + (plurals ? samples.plurals : [])
        affixes = Set(patterns.flatMap(\.affixes))
        hasParentheses = samples.negativeOne?.hasParentheses ?? false
        hasTrailingSign = samples.negativeOne?.hasTrailingSign ?? false
        if let large = samples.large { learn(NumberSeparators(large: large)) }
        for small in samples.small { learn(NumberSeparators(small: small)) }
    }

    /// Sets the separators that the samples do not contain.
    ///
    /// Samples have precedence, because a format may differ from its locale.
    mutating func complete(decimal: String?, grouping: String?) {
        learn(decimal: decimal)
        learn(grouping: grouping.flatMap(NumberText.separator))
    }

    /// Adds the code of the format's currency to its symbols.
    mutating func insert(currencyCode: String) {
        affixes.formUnion([currencyCode].compactMap(NumberText.unified).filter { !$0.isEmpty })
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

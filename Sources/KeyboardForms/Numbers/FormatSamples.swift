/// The texts that a format writes for a few sample numbers.
struct FormatSamples {
    let one: NumberAffixes?
    let negativeOne: NumberAffixes?
    /// Two powers of ten and their texts, in descending order.
    ///
    /// The candidates are 1,000,000, 1,000, 100 and 1. The property contains the two largest candidates that the type
    /// can hold.
    ///
    /// The texts of 1,000,000 and 1,000 are exact, even if the format rounds to tens or to two significant digits. Some
    /// compact formats write a different abbreviation for each power, as in "1K" and "1M". Other compact formats
    /// abbreviate only one power, as in "1000" and "100万".
    private let powers: [(exponent: Int, text: String)]
    /// The text of the largest sample number that the type can hold.
    ///
    /// If possible, the sample number has a fraction.
    private let large: String?
    /// Formats an integer, or returns `nil` if the type cannot hold the integer.
    private let text: (Int) -> String?

    init<Value: Numeric & Comparable>(_ string: @escaping (Value) -> String) {
        func text(_ integer: Int) -> String? {
            ExactValue<Value>.whole(integer).map(string)
        }
        func textWithFraction(_ integer: Int) -> String? {
            ExactValue<Value>(DecimalDigits(isNegative: false, integer: "\(integer)", fraction: "5"))
                .map { string($0.value) }
        }
        self.text = text
        one = text(1).flatMap(NumberAffixes.init)
        negativeOne = text(-1).flatMap(NumberAffixes.init)
        var powers: [(exponent: Int, text: String)] = []
        for (exponent, value) in [(6, 1_000_000), (3, 1_000), (2, 100), (0, 1)] where powers.count < 2 {
            if let text = text(value) { powers.append((exponent, text)) }
        }
        self.powers = powers
        large = textWithFraction(1_234_567) ?? text(1_234_567) ?? textWithFraction(1_234) ?? text(12_345)
    }

    /// Determines the symbols and the scale of the format.
    ///
    /// - Parameter symbols: The symbols of the locale.
    /// - Returns: The symbols of the locale and of the format, and the scale. To display a value, the format multiplies
    ///   the value by ten to the power of the scale. If the samples have different scales, the scale is `nil`.
    func symbolsAndScale(_ symbols: NumberSymbols) -> (NumberSymbols, scale: Int?) {
        var symbols = symbols
        if let sample = powers.first?.text { symbols.adoptDigits(of: sample) }
        if let large { symbols.adoptSeparators(of: large) }
        if let one { symbols.insert(one) }
        if let negativeOne { symbols.insert(negative: negativeOne) }
        guard one != powers.first.flatMap({ NumberAffixes($0.text) }) else { return (symbols, scale(symbols)) }
        // The symbol beside the largest power of ten differs from the symbol beside 1. The symbol beside the power of
        // ten is a plural form, as in "5.00 złotych", or an abbreviation, as in "5M".
        let plurals = symbolsWithPlurals(symbols)
        return scale(plurals).map { (plurals, $0) } ?? (symbols, nil)
    }

    /// Returns whether the texts of both powers of ten pass a test.
    func allTexts(satisfy test: (String) -> Bool) -> Bool {
        powers.allSatisfy { test($0.text) }
    }

    /// Returns the symbols together with the plural forms of the format's symbol, as in "5.00 złotych".
    func symbolsWithPlurals(_ symbols: NumberSymbols) -> NumberSymbols {
        var plurals = symbols
        for integer in [0, 2, 3, 5, 11, 100, 1_000_000, -2, -5] {
            if let number = text(integer).flatMap(NumberAffixes.init) { plurals.insert(number) }
        }
        // In Lithuanian, fractions have a separate plural form.
        if let number = large.flatMap(NumberAffixes.init) { plurals.insert(number) }
        return plurals
    }

    private func scale(_ symbols: NumberSymbols) -> Int? {
        let scales = powers.map { exponent, text -> Int? in
            guard case .number(let digits) = NumberReader(symbols: symbols).read(text) else { return nil }
            return digits.powerOfTen.map { $0 - exponent }
        }
        guard scales.count > 1, let scale = scales[0], scales.allSatisfy({ $0 == scale }) else { return nil }
        return scale
    }
}

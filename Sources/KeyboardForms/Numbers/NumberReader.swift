/// Parses a text in the symbols of one format.
///
/// The whole text must be a number. `TextNormalization` replaces the characters of other scripts, `NumberFrame` removes the
/// signs and the symbol, and what remains becomes `DecimalDigits`. `ExactValue` converts them to the type of the value.
///
/// Foundation's parsers ignore a suffix that they cannot parse: they read "12abc" as 12, "12 34" as 1234, and a German
/// "1234.5" as 1234.
struct NumberReader {
    enum Outcome {
        case number(DecimalDigits)
        /// The text is empty or contains only a symbol.
        case empty
        case notANumber
        /// The number has more digits than any type can hold.
        case notRepresentable
    }

    /// The length limit in bytes.
    ///
    /// No number that a type can hold is longer, including its symbol.
    static let maximumLength = 1_000

    let symbols: NumberSymbols

    func read(_ text: String) -> Outcome {
        // The limit counts bytes, because one character may have a million accents.
        guard text.utf8.count <= Self.maximumLength else { return isAllDigits(text) ? .notRepresentable : .notANumber }
        guard let normalized = symbols.normalized(text) else { return .notANumber }
        var frame = NumberFrame(normalized, symbols)
        frame.strip()
        guard !frame.body.isEmpty else { return frame.signs.isEmpty ? .empty : .notANumber }
        guard let isNegative = isNegative(frame) else { return .notANumber }
        return readBody(frame.body, isNegative: isNegative)
    }

    private func isAllDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private func isNegative(_ frame: NumberFrame) -> Bool? {
        switch (frame.leadingSigns, frame.trailingSigns) {
        case ("", ""), ("+", ""): false
        case ("-", ""): true
        case ("", "-") where symbols.hasTrailingSign: true
        case ("(", ")") where symbols.hasParentheses: true
        default: nil
        }
    }

    private func readBody(_ body: Substring, isNegative: Bool) -> Outcome {
        var rest = body
        let integer = rest.popPrefix { $0.isASCIIDigit || $0 == symbols.groupingSeparator }
        var fraction = Substring()
        if let separator = rest.first, symbols.isDecimalSeparator(separator) {
            rest.removeFirst()
            fraction = rest.popPrefix(while: \.isASCIIDigit)
        }
        guard !integer.isEmpty || !fraction.isEmpty, let digits = ungrouped(integer) else { return .notANumber }
        let number = DecimalDigits(isNegative: isNegative, integer: digits, fraction: fraction)
        guard !rest.isEmpty else { return .number(number) }
        guard let exponent = exponent(rest) else { return .notANumber }
        guard !number.isZero else { return .number(number) }
        // No type holds such a number, even if zeros of the text compensate the exponent.
        guard exponent.magnitude <= 2_000 else { return .notRepresentable }
        return .number(number.shifted(by: exponent))
    }

    /// Removes the grouping separators.
    ///
    /// Returns `nil` if the groups are not those of the format.
    func ungrouped(_ integer: Substring) -> String? {
        let groups = integer.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }
        guard groups.count > 1 else { return String(integer) }
        // "0.500" in a German field is most likely 0.5 in another notation.
        guard integer.first != "0" else { return nil }
        let counts = groups.map(\.count)
        let isRight = Self.groupSizes(of: symbols).contains { sizes in
            (1...sizes.others).contains(counts[0])
                && counts.last == sizes.last
                && counts.dropFirst().dropLast().allSatisfy { $0 == sizes.others }
        }
        return isRight ? groups.joined() : nil
    }

    /// The accepted sizes of groups: those of the format, and thousands.
    static func groupSizes(of symbols: NumberSymbols) -> [(last: Int, others: Int)] {
        [symbols.groupSizes, (last: 3, others: 3)]
    }

    private func exponent(_ text: Substring) -> Int? {
        guard text.first == "e" || text.first == "E" else { return nil }
        let digits = text.dropFirst()
        guard digits.last?.isASCIIDigit == true else { return nil }
        // An exponent that an Int cannot hold is too large.
        guard digits.count <= 10 else {
            return digits.dropFirst().allSatisfy(\.isASCIIDigit) ? .max : nil
        }
        return Int(digits)
    }
}

extension Substring {
    fileprivate mutating func popPrefix(while predicate: (Character) -> Bool) -> Substring {
        let prefix = prefix(while: predicate)
        removeFirst(prefix.count)
        return prefix
    }
}

/// Reads a text as a number in one format, to its last character or not at all.
///
/// Foundation's parsers read as far as they can and keep quiet about the rest: "12abc" is 12 to them, "12 34" is 1234,
/// and a German "1234.5" is 1234.
struct NumberReader {
    enum Outcome: Equatable {
        case number(NumberReading)
        /// Nothing was typed, or the symbol only.
        case empty
        case notANumber
        case tooLarge
    }

    let symbols: NumberSymbols

    func read(_ text: String) -> Outcome {
        // No number that can be kept is longer, with any symbol around it.
        guard text.count <= 1_000 else { return .tooLarge }
        guard let unified = NumberText.unified(text) else { return .notANumber }
        var frame = NumberFrame(unified, affixes: symbols.affixes)
        frame.strip()
        guard !frame.body.isEmpty else { return frame.signs.isEmpty ? .empty : .notANumber }
        guard let isNegative = isNegative(frame) else { return .notANumber }
        return readBody(frame.body, isNegative: isNegative)
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
        let integer = rest.popPrefix { $0.isDecimalDigit || symbols.groupingSeparators.contains($0) }
        var fraction = Substring()
        if let separator = rest.first, symbols.decimalSeparators.contains(separator) {
            rest.removeFirst()
            fraction = rest.popPrefix(while: \.isDecimalDigit)
        }
        guard !integer.isEmpty || !fraction.isEmpty, let digits = ungrouped(integer) else { return .notANumber }
        let reading = NumberReading(isNegative: isNegative, integer: digits, fraction: String(fraction))
        guard !rest.isEmpty else { return .number(reading) }
        guard let exponent = exponent(rest) else { return .notANumber }
        // Beyond what a Double or a Decimal holds.
        guard abs(exponent) <= 400 else { return .tooLarge }
        return .number(reading.shifted(by: exponent))
    }

    /// The digits alone; `nil` where the groups are not those of the format.
    private func ungrouped(_ integer: Substring) -> String? {
        let separators = Set(integer.filter { !$0.isDecimalDigit })
        guard separators.count <= 1 else { return nil }
        let groups = integer.split(omittingEmptySubsequences: false) { !$0.isDecimalDigit }.map(\.count)
        guard groups.count > 1 else { return String(integer) }
        let isRight = [symbols.groupSizes, (last: 3, others: 3)].contains { sizes in
            (1...sizes.others).contains(groups[0])
                && groups.last == sizes.last
                && groups.dropFirst().dropLast().allSatisfy { $0 == sizes.others }
        }
        return isRight ? integer.filter(\.isDecimalDigit) : nil
    }

    private func exponent(_ text: Substring) -> Int? {
        guard text.first == "e" || text.first == "E" else { return nil }
        let digits = text.dropFirst()
        guard digits.last?.isDecimalDigit == true else { return nil }
        // An exponent that no Int holds is too large as well.
        guard digits.count <= 10 else {
            return digits.dropFirst().allSatisfy(\.isDecimalDigit) ? .max : nil
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

import Foundation

/// A number of which a text is the beginning.
///
/// The number is determined up to the digits that are appended.
struct PartialNumber: Equatable {
    enum Magnitude: Equatable {
        /// No digit has been typed.
        case unknown
        /// Digits before a fraction. Digits and a fraction may follow.
        case integer(digits: String, growth: DigitGrowth)
        /// Digits of a fraction, possibly none. Digits may follow.
        case fraction(integer: String, fraction: String)
        /// All digits. A symbol or a sign follows.
        case complete(integer: String, fraction: String)
        /// An exponent has begun.
        case exponent(isZero: Bool)
    }

    var magnitude: Magnitude
    var canBePositive: Bool
    var canBeNegative: Bool
}

/// The numbers of digits by which an integer can grow.
struct DigitGrowth: Equatable {
    /// The least number of digits that must follow.
    let least: Int
    /// The number of digits that each further group adds; `nil` if no further digit can follow.
    let stride: Int?

    /// Any number of digits may follow.
    static let any = DigitGrowth(least: 0, stride: 1)
}

/// Finds the numbers of which a text is the beginning.
///
/// ``NumberReader`` reads each of these numbers. Spaces at the ends of the text are ignored.
struct PartialNumberReader {
    private struct Signs {
        var leading = ""
        var trailing = ""
        var symbolCount = 0
    }

    private let reader: NumberReader
    private let symbols: NumberSymbols

    init(symbols: NumberSymbols) {
        self.symbols = symbols
        reader = NumberReader(symbols: symbols)
    }

    /// Returns the numbers that the text can become.
    ///
    /// The list is empty if no text that is appended makes it a number.
    func numbers(beginningWith text: String) -> [PartialNumber] {
        guard text.utf8.count <= NumberReader.maximumLength, let normalized = symbols.normalized(text) else {
            return []
        }
        var numbers: [PartialNumber] = []
        readLeading(normalized[...], Signs(), &numbers)
        return numbers
    }

    /// Reads signs, spaces and a symbol before the digits.
    private func readLeading(_ text: Substring, _ signs: Signs, _ numbers: inout [PartialNumber]) {
        guard let first = text.first else {
            add(.unknown, signs, &numbers)
            return
        }
        if first.isASCIIDigit || symbols.isDecimalSeparator(first) { readInteger(text, signs, &numbers) }
        guard !first.isASCIIDigit else { return }
        if first == " " {
            readLeading(text.dropFirst(), signs, &numbers)
        } else if "+-(".contains(first) {
            var signs = signs
            signs.leading.append(first)
            if isPossible(signs) { readLeading(text.dropFirst(), signs, &numbers) }
        } else if let rest = restAfterSymbol(text, signs) {
            readLeading(rest.text, rest.signs, &numbers)
        }
    }

    private func readInteger(_ text: Substring, _ signs: Signs, _ numbers: inout [PartialNumber]) {
        let run = text.prefix { $0.isASCIIDigit || $0 == symbols.groupingSeparator }
        let rest = text[run.endIndex...]
        guard let next = rest.first else {
            for growth in growths(run) {
                add(.integer(digits: run.filter(\.isASCIIDigit), growth: growth), signs, &numbers)
            }
            return
        }
        if symbols.isDecimalSeparator(next), let digits = reader.ungrouped(run) {
            readFraction(rest.dropFirst(), integer: digits, signs, &numbers)
            // A point may also begin a symbol, as in Arabic.
            if next == symbols.decimalCharacter { return }
        }
        // A space may be a grouping separator, or stand before a symbol.
        var integer = run
        while integer.last == " " { integer.removeLast() }
        guard !integer.isEmpty, let digits = reader.ungrouped(integer) else { return }
        readTrailing(text[integer.endIndex...], integer: digits, fraction: "", signs, &numbers)
    }

    private func readFraction(_ text: Substring, integer: String, _ signs: Signs, _ numbers: inout [PartialNumber]) {
        let fraction = text.prefix(while: \.isASCIIDigit)
        let rest = text[fraction.endIndex...]
        if rest.isEmpty {
            add(.fraction(integer: integer, fraction: String(fraction)), signs, &numbers)
        } else if !integer.isEmpty || !fraction.isEmpty {
            readTrailing(rest, integer: integer, fraction: String(fraction), signs, &numbers)
        }
    }

    /// Reads what follows the digits: an exponent, or spaces, signs and a symbol.
    private func readTrailing(
        _ text: Substring,
        integer: String,
        fraction: String,
        _ signs: Signs,
        _ numbers: inout [PartialNumber]
    ) {
        if text.first == "e" || text.first == "E" {
            var digits = text.dropFirst()
            if let sign = digits.first, "+-".contains(sign) { digits.removeFirst() }
            let rest = digits.drop(while: \.isASCIIDigit)
            let isZero = (integer + fraction).allSatisfy { $0 == "0" }
            if rest.isEmpty || rest.startIndex > digits.startIndex {
                readEnd(rest, .exponent(isZero: isZero), signs, &numbers)
            }
        }
        readEnd(text, .complete(integer: integer, fraction: fraction), signs, &numbers)
    }

    /// Reads spaces, signs and a symbol after the digits.
    private func readEnd(
        _ text: Substring,
        _ magnitude: PartialNumber.Magnitude,
        _ signs: Signs,
        _ numbers: inout [PartialNumber]
    ) {
        guard let first = text.first else {
            add(magnitude, signs, &numbers)
            return
        }
        if first == " " {
            readEnd(text.dropFirst(), magnitude, signs, &numbers)
        } else if "-)".contains(first) {
            var signs = signs
            signs.trailing.append(first)
            if isPossible(signs) { readEnd(text.dropFirst(), magnitude, signs, &numbers) }
        } else if let rest = restAfterSymbol(text, signs) {
            readEnd(rest.text, magnitude, rest.signs, &numbers)
        }
    }

    /// Returns the text after the format's symbol, or after the beginning of the symbol at the end of the text.
    private func restAfterSymbol(_ text: Substring, _ signs: Signs) -> (text: Substring, signs: Signs)? {
        guard signs.symbolCount < symbols.affixCount else { return nil }
        var signs = signs
        signs.symbolCount += 1
        // A symbol may be the beginning of another one: "EUR" and "euros".
        // Scalars are compared, because a part of a syllable is no character of the symbol.
        let typed = text.lowercased().unicodeScalars
        let isBeginning = symbols.affixes.contains { $0.lowercased().unicodeScalars.starts(with: typed) }
        if isBeginning { return (text[text.endIndex...], signs) }
        let ends = symbols.affixes.compactMap {
            text.range(of: $0, options: [.caseInsensitive, .anchored])?.upperBound
        }
        return ends.max().map { (text[$0...], signs) }
    }

    private func add(_ magnitude: PartialNumber.Magnitude, _ signs: Signs, _ numbers: inout [PartialNumber]) {
        let number = PartialNumber(
            magnitude: magnitude,
            canBePositive: ["", "+"].contains(signs.leading) && signs.trailing.isEmpty,
            canBeNegative: ["-", "("].contains(signs.leading) || signs.trailing == "-"
                || signs.leading.isEmpty && (magnitude == .unknown || symbols.hasTrailingSign)
        )
        if !numbers.contains(number) { numbers.append(number) }
    }

    private func isPossible(_ signs: Signs) -> Bool {
        switch (signs.leading, signs.trailing) {
        case ("", ""), ("+", ""), ("-", ""): true
        case ("", "-"): symbols.hasTrailingSign
        case ("(", ""), ("(", ")"): symbols.hasParentheses
        default: false
        }
    }

    /// Returns how an integer can grow, for each of the group sizes that ``NumberReader`` accepts.
    private func growths(_ integer: Substring) -> [DigitGrowth] {
        let counts = integer.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }.map(\.count)
        guard let last = counts.last, counts.count > 1 else { return [.any] }
        guard integer.first != "0" else { return [] }
        return NumberReader.groupSizes(of: symbols).compactMap { sizes in
            guard (1...sizes.others).contains(counts[0]),
                counts.dropFirst().dropLast().allSatisfy({ $0 == sizes.others }),
                last <= max(sizes.last, sizes.others)
            else { return nil }
            return DigitGrowth(least: max(sizes.last - last, 0), stride: last <= sizes.others ? sizes.others : nil)
        }
    }
}

import Foundation

/// Parses a text with the symbols of one format.
///
/// The text is a complete number or the beginning of a number. A number consists of digits, an optional fraction and an
/// optional exponent. Spaces, signs and symbols can stand before and after the digits. `TextNormalization` replaces the
/// characters of other scripts. `ExactValue` converts the digits to the type of the value.
///
/// A text can have several meanings. For example, a point can be a separator or the beginning of a symbol. A symbol can
/// be the beginning of a longer symbol.
///
/// The reader does not use Foundation's parsers, because they accept wrong texts. Foundation's parsers read "12abc" as
/// 12, "12 34" as 1234, and "1234.5" in German as 1234.
struct NumberReader {
    enum Outcome {
        case number(DecimalDigits)
        /// The text is empty or contains only a symbol.
        case empty
        case notANumber
        /// The number has too many digits, or its exponent is too large or too small.
        case notRepresentable
    }

    /// A possible meaning of a text.
    private struct Reading {
        var leadingSigns = ""
        var trailingSigns = ""
        var symbolCount = 0
        var integer = ""
        var fraction = ""
        var exponent = ""
        var magnitude = PartialNumber.Magnitude.unknown
        /// Whether the text is a complete number.
        ///
        /// The number is not complete if the text ends inside one of these elements:
        ///
        /// - a symbol
        /// - an exponent
        /// - a group of digits
        /// - parentheses
        var isWhole = true

        var hasDigits: Bool { !integer.isEmpty || !fraction.isEmpty }
    }

    /// The largest length of a text, in bytes.
    ///
    /// The text of a number is shorter than this limit, even with a symbol.
    static let maximumLength = 1_000

    let symbols: NumberSymbols

    func read(_ text: String) -> Outcome {
        // The limit counts bytes, because one character can have a million accents.
        guard text.utf8.count <= Self.maximumLength else {
            return text.utf8.allSatisfy { (48...57).contains($0) } ? .notRepresentable : .notANumber
        }
        let readings = readings(of: text).filter(\.isWhole)
        if let number = readings.first(where: \.hasDigits) { return outcome(number) }
        return readings.contains { $0.leadingSigns.isEmpty } ? .empty : .notANumber
    }

    /// Returns the numbers that the text can become if a person appends characters.
    ///
    /// The list is empty if the text cannot become a number. Spaces at the ends of the text are ignored.
    func numbers(beginningWith text: String) -> [PartialNumber] {
        guard text.utf8.count <= Self.maximumLength else { return [] }
        var numbers: [PartialNumber] = []
        for reading in readings(of: text) {
            let (leading, trailing) = (reading.leadingSigns, reading.trailingSigns)
            let number = PartialNumber(
                magnitude: reading.magnitude,
                canBePositive: ["", "+"].contains(leading) && trailing.isEmpty,
                canBeNegative: ["-", "("].contains(leading) || trailing == "-"
                    || leading.isEmpty && (reading.magnitude == .unknown || symbols.hasTrailingSign)
            )
            if !numbers.contains(number) { numbers.append(number) }
        }
        return numbers
    }

    private func outcome(_ reading: Reading) -> Outcome {
        let isNegative = ["-", "("].contains(reading.leadingSigns) || reading.trailingSigns == "-"
        let number = DecimalDigits(isNegative: isNegative, integer: reading.integer, fraction: reading.fraction)
        guard !reading.exponent.isEmpty, !number.isZero else { return .number(number) }
        // The method refuses every exponent above 2,000 or below -2,000. Zeros in the digits can compensate for a part
        // of the exponent, as in "0.001e2001". A text has at most 1,000 bytes, and therefore fewer than 1,000 zeros.
        // Such a number is always too large or too small for `Double` and `Decimal`.
        guard let exponent = Int(reading.exponent), exponent.magnitude <= 2_000 else { return .notRepresentable }
        return .number(number.shifted(by: exponent))
    }

    private func readings(of text: String) -> [Reading] {
        guard let normalized = symbols.normalized(text) else { return [] }
        var readings: [Reading] = []
        readLeading(normalized[...], Reading(), &readings)
        return readings
    }

    /// Reads the text before the digits.
    private func readLeading(_ text: Substring, _ reading: Reading, _ readings: inout [Reading]) {
        guard let first = text.first else {
            readings.append(reading)
            return
        }
        if first.isASCIIDigit || symbols.isDecimalSeparator(first) { readInteger(text, reading, &readings) }
        guard !first.isASCIIDigit else { return }
        for (rest, reading) in besides(text, "+-(", \.leadingSigns, reading) { readLeading(rest, reading, &readings) }
    }

    private func readInteger(_ text: Substring, _ reading: Reading, _ readings: inout [Reading]) {
        let run = text.prefix { $0.isASCIIDigit || $0 == symbols.groupingSeparator }
        let rest = text[run.endIndex...]
        var reading = reading
        guard let next = rest.first else {
            reading.integer = run.filter(\.isASCIIDigit)
            reading.isWhole = reading.isWhole && ungrouped(run) != nil && reading.leadingSigns != "("
            for growth in growths(run) {
                reading.magnitude = .integer(digits: reading.integer, growth: growth)
                readings.append(reading)
            }
            return
        }
        if symbols.isDecimalSeparator(next), let digits = ungrouped(run) {
            reading.integer = digits
            readFraction(rest.dropFirst(), reading, &readings)
            // In Arabic, a point can be a decimal separator or the beginning of a symbol.
            if next == symbols.decimalCharacter { return }
        }
        // A space after a digit can separate groups, or can precede a symbol.
        var integer = run
        while integer.last == " " { integer.removeLast() }
        guard !integer.isEmpty, let digits = ungrouped(integer) else { return }
        reading.integer = digits
        readTrailing(text[integer.endIndex...], reading, &readings)
    }

    private func readFraction(_ text: Substring, _ reading: Reading, _ readings: inout [Reading]) {
        let fraction = text.prefix(while: \.isASCIIDigit)
        let rest = text[fraction.endIndex...]
        var reading = reading
        reading.fraction = String(fraction)
        if rest.isEmpty {
            reading.magnitude = .fraction(integer: reading.integer, fraction: reading.fraction)
            reading.isWhole = reading.isWhole && reading.hasDigits && reading.leadingSigns != "("
            readings.append(reading)
        } else if reading.hasDigits {
            readTrailing(rest, reading, &readings)
        }
    }

    /// Reads the text after the digits: an optional exponent, then spaces, signs and a symbol.
    private func readTrailing(_ text: Substring, _ reading: Reading, _ readings: inout [Reading]) {
        if text.first == "e" || text.first == "E" {
            var digits = text.dropFirst()
            if let sign = digits.first, "+-".contains(sign) { digits.removeFirst() }
            let rest = digits.drop(while: \.isASCIIDigit)
            let isWhole = rest.startIndex > digits.startIndex
            if isWhole || rest.isEmpty {
                var reading = reading
                reading.exponent = String(text[..<rest.startIndex].dropFirst())
                reading.magnitude = .exponent(isZero: (reading.integer + reading.fraction).allSatisfy { $0 == "0" })
                reading.isWhole = reading.isWhole && isWhole
                readEnd(rest, reading, &readings)
            }
        }
        var reading = reading
        reading.magnitude = .complete(integer: reading.integer, fraction: reading.fraction)
        readEnd(text, reading, &readings)
    }

    /// Reads spaces, signs and a symbol after the digits.
    private func readEnd(_ text: Substring, _ reading: Reading, _ readings: inout [Reading]) {
        guard text.isEmpty else {
            for (rest, reading) in besides(text, "-)", \.trailingSigns, reading) { readEnd(rest, reading, &readings) }
            return
        }
        var reading = reading
        if reading.leadingSigns == "(", reading.trailingSigns.isEmpty { reading.isWhole = false }
        readings.append(reading)
    }

    /// Reads a space, a sign or a symbol beside the digits.
    ///
    /// - Returns: The possible readings, each with the remaining text.
    private func besides(
        _ text: Substring,
        _ signs: String,
        _ side: WritableKeyPath<Reading, String>,
        _ reading: Reading
    ) -> [(rest: Substring, reading: Reading)] {
        guard let first = text.first else { return [] }
        var reading = reading
        if first == " " { return [(text.dropFirst(), reading)] }
        if signs.contains(first) {
            reading[keyPath: side].append(first)
            return isPossible(reading) ? [(text.dropFirst(), reading)] : []
        }
        guard reading.symbolCount < symbols.affixCount else { return [] }
        reading.symbolCount += 1
        let ends = symbols.affixes.compactMap {
            text.range(of: $0, options: [.caseInsensitive, .anchored])?.upperBound
        }
        let whole = ends.max().map { [(text[$0...], reading)] } ?? []
        // A symbol can be the beginning of a longer symbol. For example, "EUR" is the beginning of "euros". In some
        // scripts, a syllable is one character, and a partly typed syllable is a different character. Therefore the
        // reader compares Unicode scalars instead of characters.
        let typed = text.lowercased().unicodeScalars
        let isBeginning = symbols.affixes.contains { $0.lowercased().unicodeScalars.starts(with: typed) }
        guard isBeginning, ends.max() != text.endIndex else { return whole }
        reading.isWhole = false
        return whole + [(text[text.endIndex...], reading)]
    }

    private func isPossible(_ reading: Reading) -> Bool {
        switch (reading.leadingSigns, reading.trailingSigns) {
        case ("", ""), ("+", ""), ("-", ""): true
        case ("", "-"): symbols.hasTrailingSign
        case ("(", ""), ("(", ")"): symbols.hasParentheses
        default: false
        }
    }

    /// Removes the grouping separators of an integer.
    ///
    /// Returns `nil` if a group has a wrong number of digits.
    private func ungrouped(_ integer: Substring) -> String? {
        let isWhole = growths(integer).contains { $0.isWhole }
        return isWhole ? integer.filter(\.isASCIIDigit) : nil
    }

    /// Returns how many digits a person can append to an integer.
    ///
    /// The separators can divide the digits into the groups of the format or into groups of three digits. If the
    /// integer matches both groupings, the result has two elements.
    private func growths(_ integer: Substring) -> [DigitGrowth] {
        let counts = integer.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }.map(\.count)
        guard let last = counts.last, counts.count > 1 else { return [.any] }
        // The reader refuses "0.500" in German. In German, "." separates groups, but the text most likely means 0.5.
        guard integer.first != "0" else { return [] }
        return [symbols.groupSizes, (last: 3, others: 3)].compactMap { sizes in
            guard (1...sizes.others).contains(counts[0]),
                counts.dropFirst().dropLast().allSatisfy({ $0 == sizes.others }),
                last <= max(sizes.last, sizes.others)
            else { return nil }
            return DigitGrowth(
                least: max(sizes.last - last, 0),
                stride: last <= sizes.others ? sizes.others : nil,
                isWhole: last == sizes.last
            )
        }
    }
}

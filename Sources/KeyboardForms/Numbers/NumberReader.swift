import Foundation

/// This type does not use Foundation's parsers, because they accept wrong texts: they read "12abc" as 12, "12 34" as
/// 1234, and "1234.5" in German as 1234.
struct NumberReader {
    struct Reading {
        /// `nil` if the exponent is too large or too small for `Double` and `Decimal`.
        let digits: DecimalDigits?
        /// `nil` if the number has an exponent.
        let plainText: String?
        /// The normalized and uppercased texts before and after the digits, such as "€" or "EUR".
        let names: [String]
    }

    let symbols: NumberSymbols

    /// There can be several readings.
    ///
    /// For example, the separator in "kr.5" can belong to the currency's name "kr.".
    func readings(_ text: String) -> [Reading] {
        guard let text = symbols.normalized(text), let first = text.firstIndex(where: \.isASCIIDigit) else { return [] }
        var end = text.index(after: first)
        for index in text.indices[first...] {
            // A name after a space can contain a digit, as in "5 m2". Letters directly after a digit can be an
            // exponent.
            if text[index].isLetter, text[text.index(before: index)] == " " { break }
            if text[index].isASCIIDigit { end = text.index(after: index) }
        }
        var (starts, ends) = ([first], [end])
        if let last = text[..<first].indices.last, symbols.isDecimalSeparator(text[last]) { starts.append(last) }
        if end < text.endIndex, symbols.isDecimalSeparator(text[end]) { ends.append(text.index(after: end)) }
        return starts.flatMap { start in
            ends.compactMap { reading(text[..<start], text[start..<$0], text[$0...]) }
        }
    }

    private func reading(_ prefix: Substring, _ number: Substring, _ suffix: Substring) -> Reading? {
        let leading = affix(prefix, "+-(")
        // A name can end with a parenthesis of its own, as in "francs CFA (BCEAO)".
        var (suffix, trailing) = (suffix, "")
        if leading.signs == "(", let index = suffix.lastIndex(of: ")") {
            trailing.append(suffix.remove(at: index))
        }
        let last = affix(suffix, "-")
        let isNegative: Bool
        switch (leading.signs, last.signs + trailing) {
        case ("", ""), ("+", ""): isNegative = false
        case ("-", ""): isNegative = true
        case ("", "-") where symbols.hasTrailingSign: isNegative = true
        case ("(", ")") where symbols.hasParentheses: isNegative = true
        default: return nil
        }
        // A lone separator that touches the digits is part of the number, not a name.
        let touching = [(leading.name, prefix.last), (last.name, suffix.first)]
        guard touching.allSatisfy({ $0.count != 1 || $0.first != $1 || !symbols.isDecimalSeparator($1 ?? "0") })
        else { return nil }
        let names = [leading.name, last.name].filter { !$0.isEmpty }
        return reading(number, isNegative: isNegative, names)
    }

    private func affix(_ text: Substring, _ signs: String) -> (name: String, signs: String) {
        func isSign(_ character: Character) -> Bool { character == " " || signs.contains(character) }
        let start = text.drop(while: isSign)
        let end = start.lastIndex { !isSign($0) }.map(start.index(after:)) ?? start.startIndex
        let written = text[..<start.startIndex] + start[end...]
        return (start[..<end].uppercased(), written.filter { $0 != " " })
    }

    private func reading(_ number: Substring, isNegative: Bool, _ names: [String]) -> Reading? {
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
        let point = parts[0].firstIndex(where: symbols.isDecimalSeparator) ?? parts[0].endIndex
        let fraction = parts[0][point...].dropFirst()
        guard let integer = ungrouped(parts[0][..<point]), fraction.allSatisfy(\.isASCIIDigit) else { return nil }
        let digits = DecimalDigits(isNegative: isNegative, integer: integer, fraction: fraction)
        guard parts.count > 1 else {
            let plain = integer + (fraction.isEmpty ? "" : symbols.decimalSeparator + fraction)
            let sign = digits.isBelowZero ? "-" : ""
            return Reading(digits: digits, plainText: sign + symbols.ownDigits(plain), names: names)
        }
        let exponent = parts[1]
        guard let first = exponent.first, exponent.dropFirst("+-".contains(first) ? 1 : 0).allSatisfy(\.isASCIIDigit)
        else { return nil }
        // Zeros can compensate for a part of the exponent, as in "0.001e2001". `NumericFormat` refuses texts of more
        // than 1,000 bytes, so exponents up to 2,000 are sufficient.
        let places = digits.isZero ? 0 : Int(exponent).flatMap { $0.magnitude <= 2_000 ? $0 : nil }
        return Reading(digits: places.map(digits.shifted), plainText: nil, names: names)
    }

    /// Returns `nil` if a group has a wrong number of digits.
    private func ungrouped(_ integer: Substring) -> String? {
        let groups = integer.split(omittingEmptySubsequences: false) { $0 == symbols.groupingSeparator }
        let digits = groups.joined()
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        guard groups.count > 1 else { return digits }
        // In German, "." separates groups, but "0.500" most likely means 0.5.
        guard integer.first != "0" else { return nil }
        return [symbols.groupSizes, (last: 3, others: 3)].contains { sizes in
            (1...sizes.others) ~= groups[0].count && groups.last?.count == sizes.last
                && groups.dropFirst().dropLast().allSatisfy { $0.count == sizes.others }
        } ? digits : nil
    }
}

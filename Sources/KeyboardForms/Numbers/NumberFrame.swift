import Foundation

/// Removes the sign and the symbol on either side of a number.
struct NumberFrame {
    private(set) var body: Substring
    private(set) var leadingSigns = ""
    private(set) var trailingSigns = ""
    /// The symbols, the longest first, because one may be the beginning of another.
    private let affixes: [String]
    /// The number of symbols that may still be removed.
    private var affixCount: Int

    init(_ normalized: String, _ symbols: NumberSymbols) {
        body = normalized[...]
        affixes = symbols.affixes.sorted { $0.count > $1.count }
        affixCount = symbols.affixCount
    }

    var signs: String {
        leadingSigns + trailingSigns
    }

    mutating func strip() {
        while stripFirst() {}
        while stripLast() {}
    }

    private mutating func stripFirst() -> Bool {
        // No symbol begins with a digit, and the search for a symbol is slow.
        if body.first?.isASCIIDigit ?? true { return false }
        if body.first == " " {
            body.removeFirst()
        } else if affixCount > 0, let range = range(.anchored) {
            affixCount -= 1
            body = body[range.upperBound...]
        } else if let sign = body.first, "+-(".contains(sign) {
            leadingSigns.append(body.removeFirst())
        } else {
            return false
        }
        return true
    }

    private mutating func stripLast() -> Bool {
        // A symbol may end with a digit, as "m2" does.
        if body.last?.isASCIIDigit ?? true, !affixes.contains(where: { $0.last?.isASCIIDigit ?? false }) {
            return false
        }
        if body.last == " " {
            body.removeLast()
        } else if affixCount > 0, let range = range([.anchored, .backwards]) {
            affixCount -= 1
            body = body[..<range.lowerBound]
        } else if let sign = body.last, "-)".contains(sign) {
            trailingSigns.append(body.removeLast())
        } else {
            return false
        }
        return true
    }

    private func range(_ anchor: String.CompareOptions) -> Range<Substring.Index>? {
        affixes.lazy.compactMap { body.range(of: $0, options: [.caseInsensitive, anchor]) }.first
    }
}

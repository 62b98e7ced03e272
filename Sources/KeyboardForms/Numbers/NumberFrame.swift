import Foundation

/// Removes the sign and at most one symbol on either side of a number.
struct NumberFrame {
    private(set) var body: Substring
    private(set) var leadingSigns = ""
    private(set) var trailingSigns = ""
    /// The symbols, the longest first, because one may be the beginning of another.
    private let affixes: [String]
    private var hasAffix = false

    init(_ normalized: String, affixes: Set<String>) {
        body = normalized[...]
        self.affixes = affixes.sorted { $0.count > $1.count }
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
        } else if let sign = body.first, "+-(".contains(sign) {
            leadingSigns.append(body.removeFirst())
        } else if !hasAffix, let range = range(.anchored) {
            hasAffix = true
            body = body[range.upperBound...]
        } else {
            return false
        }
        return true
    }

    private mutating func stripLast() -> Bool {
        if body.last?.isASCIIDigit ?? true { return false }
        if body.last == " " {
            body.removeLast()
        } else if let sign = body.last, "-)".contains(sign) {
            trailingSigns.append(body.removeLast())
        } else if !hasAffix, let range = range([.anchored, .backwards]) {
            hasAffix = true
            body = body[..<range.lowerBound]
        } else {
            return false
        }
        return true
    }

    private func range(_ anchor: String.CompareOptions) -> Range<Substring.Index>? {
        affixes.lazy.compactMap { body.range(of: $0, options: [.caseInsensitive, anchor]) }.first
    }
}

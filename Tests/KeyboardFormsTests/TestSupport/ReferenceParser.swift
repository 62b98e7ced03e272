import Foundation

/// Parses English amounts of euros with a regular expression, independently of the library.
struct ReferenceParser {
    private let expression: NSRegularExpression

    init() throws {
        let grouped = "[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]*"
        let number = "(\(grouped))(?:\\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?"
        expression = try NSRegularExpression(pattern: "^ *(?:€ *)?([+-]?) *(?:€ *)?\(number) *€? *$")
    }

    /// Returns `nil` if the text is no amount.
    func amount(_ text: String) -> Decimal? {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let all = NSRange(plain.startIndex..., in: plain)
        guard plain.filter({ $0 == "€" }).count <= 1, let match = expression.firstMatch(in: plain, range: all),
            match.range == all
        else { return nil }
        let parts = (1...4).map { Range(match.range(at: $0), in: plain).map { String(plain[$0]) } ?? "" }
        let integer = parts[1].filter("0123456789".contains)
        guard !(integer + parts[2]).isEmpty, let exponent = Int("0" + parts[3]) ?? Int(parts[3]) else { return nil }
        guard (integer + parts[2]).contains(where: { $0 != "0" }) else { return 0 }
        let sign = parts[0] == "-" ? "-" : ""
        return Decimal(string: "\(sign)0\(integer).\(parts[2])0e\(exponent)", locale: Locale(identifier: "en_US_POSIX"))
    }
}

import Foundation

/// Parses amounts of euros with one regular expression per locale, independently of the library.
struct ReferenceParser {
    private let expression: NSRegularExpression
    /// The scripts of the digits that one text may contain.
    private let scripts: [String]

    init(decimal: String, grouping: String, digits: String = "") throws {
        scripts = ["0123456789" + digits] + ["٠١٥", "१९"].filter { $0 != digits }
        let d = digits.isEmpty ? NSRegularExpression.escapedPattern(for: decimal) : "[\(decimal).]"
        let g = NSRegularExpression.escapedPattern(for: grouping)
        let grouped = "[1-9][0-9]{0,2}(?:\(g)[0-9]{3})+|[1-9][0-9]?(?:\(g)[0-9]{2})*\(g)[0-9]{3}|[0-9]*"
        let pattern = "^ *(?:€ *)?([+-]?) *(?:€ *)?(\(grouped))(?:\(d)([0-9]*))?(?:[eE]([+-]?[0-9]+))? *€? *$"
        expression = try NSRegularExpression(pattern: pattern)
    }

    static func of(_ locale: String) throws -> ReferenceParser {
        switch locale {
        case "de_DE": try ReferenceParser(decimal: ",", grouping: ".")
        case "fr_FR": try ReferenceParser(decimal: ",", grouping: " ")
        case "ar_EG": try ReferenceParser(decimal: "٫", grouping: "٬", digits: "٠١٥")
        default: try ReferenceParser(decimal: ".", grouping: ",")
        }
    }

    /// Returns `nil` if the text is no amount.
    func amount(_ text: String) -> Decimal? {
        // A text must not contain digits of two scripts. The digits of the language can be mixed with "0" to "9".
        let scripts = scripts.filter { script in
            text.unicodeScalars.contains(where: script.unicodeScalars.contains)
        }
        guard scripts.count <= 1 else { return nil }
        let plain = text.map(Self.plain).joined().trimmingCharacters(in: .whitespacesAndNewlines)
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

    private static func plain(_ character: Character) -> String {
        switch character {
        case "\u{200F}", "\u{61C}": ""
        case "\u{A0}", "\u{202F}": " "
        case "−": "-"
        case "٠", "०": "0"
        case "١", "१": "1"
        case "٥": "5"
        case "९": "9"
        default: String(character)
        }
    }
}

/// The comparison of two texts ignores case, the script of the digits, and invisible marks.
///
/// The comparison also ignores spaces, except a space between two numbers. The numbers "5" and "05" are equal. The
/// separators ".", "/" and "-" are treated as equal. After a word, as in "p.m.", a separator is ignored.
struct DateText: Equatable {
    private enum Kind { case number, word, mark }

    private var tokens: [(kind: Kind, text: String)] = []

    init(_ text: String) {
        let digits = TextNormalization.asciiDigits(text)
        // Uppercasing makes the two lowercase forms of the Greek letter sigma equal. The Turkish letters "i" and "ı"
        // are also equal.
        let folded = (TextNormalization.normalized(digits) ?? digits).uppercased().replacing("İ", with: "I")
        var isAfterSpace = false
        for scalar in folded.unicodeScalars {
            let kind = Self.kind(scalar)
            let last = tokens.last?.kind
            if let kind, !(kind == .mark && last == .word && Self.separators.contains(String(scalar))) {
                if kind == last, kind == .word || kind == .number && !isAfterSpace {
                    tokens[tokens.count - 1].text.unicodeScalars.append(scalar)
                } else {
                    tokens.append((kind, String(scalar)))
                }
            }
            isAfterSpace = kind == nil
        }
    }

    private static let separators = [".", "/", "-"]

    private static func kind(_ scalar: Unicode.Scalar) -> Kind? {
        switch scalar.properties.generalCategory {
        case .decimalNumber: .number
        case .nonspacingMark, .spacingMark: .word
        case .otherNumber, .letterNumber: .mark
        case .spaceSeparator, .control, .format: nil
        default: scalar.properties.isAlphabetic ? .word : .mark
        }
    }

    static func == (one: DateText, other: DateText) -> Bool {
        func canonical(_ token: (kind: Kind, text: String)) -> String {
            switch token.kind {
            // The text "5" equals "05". A number with two or more digits keeps its zeros, because they can belong to a
            // fraction of a second.
            case .number: token.text.utf8.count == 1 ? "0" + token.text : token.text
            case .word: token.text
            case .mark: separators.contains(token.text) ? "." : token.text
            }
        }
        return one.tokens.map(canonical) == other.tokens.map(canonical)
    }

    var numbers: [String] { tokens.filter { $0.kind == .number }.map(\.text) }

    /// The texts before, between and after the numbers.
    var gaps: [String] {
        tokens.reduce(into: [""]) { gaps, token in
            if token.kind == .number { gaps.append("") } else { gaps[gaps.count - 1] += token.text }
        }
    }
}

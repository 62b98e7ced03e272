/// A text of a date, split into numbers, words and marks.
///
/// Equal texts may differ in case, in the script of the digits, and in spaces, invisible marks and leading zeros. The
/// separators ".", "/" and "-" are treated as equal. After a word, as in "p.m.", a separator is ignored.
struct DateText: Equatable {
    private enum Kind { case number, word, mark }

    private var tokens: [(kind: Kind, text: String)] = []

    init(_ text: String) {
        let digits = TextNormalization.asciiDigits(text)
        // The conversion to capitals makes the two small letters for sigma in Greek equal, and the letters "i" and "ı"
        // in Turkish.
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

    /// Returns `nil` for a space.
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
            // A number with one digit gets a leading zero, so that "5" equals "05". A longer number does not change,
            // because its zeros can belong to a fraction of a second.
            case .number: token.text.utf8.count == 1 ? "0" + token.text : token.text
            case .word: token.text
            case .mark: separators.contains(token.text) ? "." : token.text
            }
        }
        return one.tokens.map(canonical) == other.tokens.map(canonical)
    }

    /// The ASCII digits of each number.
    var numbers: [String] { tokens.filter { $0.kind == .number }.map(\.text) }

    /// The marks and words before the first number, between the numbers, and after the last number.
    var gaps: [String] {
        tokens.reduce(into: [""]) { gaps, token in
            if token.kind == .number { gaps.append("") } else { gaps[gaps.count - 1] += token.text }
        }
    }
}

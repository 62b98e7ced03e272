/// The numbers, the words and the punctuation marks in the text of a date.
///
/// Spaces, invisible characters and the case of letters have no meaning.
struct DateTokens {
    /// The ASCII digits of each number.
    private(set) var numbers: [String] = []
    /// The words before the first number, between the numbers, and after the last number.
    private(set) var words: [[String]] = [[]]
    /// The marks before the first number, between the numbers, and after the last number.
    ///
    /// A mark inside a word, such as the first dot in "p.m.", is not included.
    private(set) var marks: [Set<Unicode.Scalar>] = [[]]

    init(_ text: String) {
        var last: Kind?
        var pending: [Unicode.Scalar] = []
        for scalar in Self.normalized(text).unicodeScalars where !TextNormalization.isInvisible(scalar) {
            let kind = Self.kind(scalar)
            switch kind {
            case .digit:
                marks[marks.count - 1].formUnion(pending)
                if last != .digit {
                    numbers.append("")
                    words.append([])
                    marks.append([])
                }
                numbers[numbers.count - 1].unicodeScalars.append(scalar)
            case .letter:
                // A mark between letters belongs to the word, as in "p.m." and "c’hwevrer".
                if last != .mark || words[words.count - 1].isEmpty { marks[marks.count - 1].formUnion(pending) }
                if last != .letter { words[words.count - 1].append("") }
                words[words.count - 1][words[words.count - 1].count - 1].unicodeScalars.append(scalar)
            case .mark:
                pending.append(scalar)
            case .space:
                marks[marks.count - 1].formUnion(pending)
            }
            if kind != .mark { pending = [] }
            last = kind
        }
        marks[marks.count - 1].formUnion(pending)
    }

    private enum Kind {
        case digit, letter, mark, space
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar.properties.generalCategory {
        case .decimalNumber: .digit
        case .nonspacingMark, .spacingMark: .letter
        // "½" and "⑤" are not digits.
        case .otherNumber, .letterNumber: .mark
        case .spaceSeparator, .control: .space
        default: scalar.properties.isAlphabetic ? .letter : .mark
        }
    }

    /// Returns the text with ASCII digits, ASCII punctuation and lowercase letters.
    private static func normalized(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in TextNormalization.asciiDigits(text).lowercased().unicodeScalars {
            switch scalar {
            case "\u{2010}"..."\u{2015}", "\u{2212}": scalars.append("-")
            case "\u{FF01}"..."\u{FF0F}", "\u{FF1A}"..."\u{FF20}":
                scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            // The Turkish letters "ı", "i", "I" and "İ" all become "i". The Greek letters "σ", "ς" and "Σ" all become
            // "σ".
            case "ı": scalars.append("i")
            case "\u{307}" where scalars.last == "i": break
            case "ς": scalars.append("σ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The letters before the first number, between the numbers, and after the last number.
    ///
    /// Many scripts do not separate words with spaces. Therefore the property joins all words between two numbers. As a
    /// result, "p. m." and "pm" have the same letters.
    var letters: [String] {
        words.map { $0.joined() }
    }

    /// Returns whether another text has the same words and the same numbers.
    ///
    /// The numbers "5" and "05" count as the same number.
    func isSame(as other: DateTokens) -> Bool {
        func padded(_ number: String) -> String { number.count == 1 ? "0" + number : number }
        return letters == other.letters && numbers.map(padded) == other.numbers.map(padded)
    }
}

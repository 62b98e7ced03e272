/// The numbers in the text of a date, and the words and signs between the numbers.
///
/// Spaces, invisible marks and the case of letters have no meaning.
struct DateTokens {
    /// The ASCII digits of each number.
    private(set) var numbers: [String] = []
    /// The words before each number and after the last number.
    private(set) var words: [[String]] = [[]]
    /// The signs before each number and after the last number, except the signs inside a word.
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
                // The dot of "p.m." and the apostrophe of "c’hwevrer" are inside a word.
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

    /// Returns a text with ASCII digits, ASCII signs and small letters.
    private static func normalized(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in TextNormalization.asciiDigits(text).lowercased().unicodeScalars {
            switch scalar {
            case "\u{2010}"..."\u{2015}", "\u{2212}": scalars.append("-")
            case "\u{FF01}"..."\u{FF0F}", "\u{FF1A}"..."\u{FF20}":
                scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            // In Turkish, the capital letters of "ı" and "i" are "I" and "İ". These four letters become "i". Both "σ"
            // and the final "ς" have the capital letter "Σ".
            case "ı": scalars.append("i")
            case "\u{307}" where scalars.last == "i": break
            case "ς": scalars.append("σ")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// The letters before each number and after the last number.
    ///
    /// Spaces do not separate words in this list. The texts "p. m." and "pm" have the same letters. Many scripts have
    /// no spaces.
    var letters: [String] {
        words.map { $0.joined() }
    }

    /// Returns whether another text has the same words and the same numbers.
    ///
    /// A zero before a single digit is ignored.
    func isSame(as other: DateTokens) -> Bool {
        func padded(_ number: String) -> String { number.count == 1 ? "0" + number : number }
        return letters == other.letters && numbers.map(padded) == other.numbers.map(padded)
    }
}

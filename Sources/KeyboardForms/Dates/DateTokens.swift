/// The numbers of a date's text, and the words between them.
///
/// Separators, spaces, invisible marks and the case of letters have no meaning.
struct DateTokens {
    /// The digits of the numbers, ASCII.
    private(set) var numbers: [String] = []
    /// The words before each number, and after the last one.
    private(set) var words: [[String]] = [[]]

    init(_ text: String) {
        var last: Kind?
        for scalar in TextNormalization.asciiDigits(text).lowercased().unicodeScalars {
            if TextNormalization.isInvisible(scalar) { continue }
            let kind = Self.kind(scalar)
            switch kind {
            case .digit:
                if last != .digit {
                    numbers.append("")
                    words.append([])
                }
                numbers[numbers.count - 1].unicodeScalars.append(scalar)
            case .letter:
                if last != .letter { words[words.count - 1].append("") }
                words[words.count - 1][words[words.count - 1].count - 1].unicodeScalars.append(scalar)
            case nil:
                break
            }
            last = kind
        }
    }

    private enum Kind {
        case digit, letter
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind? {
        switch scalar.properties.generalCategory {
        case .decimalNumber: .digit
        case .nonspacingMark, .spacingMark: .letter
        default: scalar.properties.isAlphabetic ? .letter : nil
        }
    }

    /// The letters before each number, and after the last one.
    ///
    /// Spaces do not separate words here: "p. m." and "pm" are the same letters, and many scripts have no spaces.
    var letters: [String] {
        words.map { $0.joined() }
    }

    /// Whether another text has the same words and the same numbers, apart from zeros before them.
    func isSame(as other: DateTokens) -> Bool {
        letters == other.letters
            && numbers.elementsEqual(other.numbers) { one, other in
                one.drop { $0 == "0" } == other.drop { $0 == "0" }
            }
    }
}

import Foundation

/// The numbers and the words of a date's text.
///
/// Foundation's parsers of dates are lenient: they read "30.02.2024" as March 1, and "2:45 P" as "2:45 PM".
struct DateText {
    private let numbers: [String]
    private let words: [String]

    init(_ text: String) {
        let ascii = TextNormalization.asciiDigits(text).lowercased()
        numbers = ascii.split { !$0.isASCIIDigit }.map { String($0.drop { $0 == "0" }) }
        words = ascii.split { !$0.isLetter }.map(String.init)
    }

    /// Whether the numbers are those of another text.
    ///
    /// A year may have two digits in one text and four in the other.
    func hasNumbers(of other: DateText) -> Bool {
        numbers.count == other.numbers.count
            && zip(numbers, other.numbers).allSatisfy { one, other in
                one == other || Self.isShortYear(one, of: other) || Self.isShortYear(other, of: one)
            }
    }

    func hasWords(of other: DateText) -> Bool {
        words == other.words
    }

    /// Leading zeros have been removed: 2004 may be written as "04".
    private static func isShortYear(_ short: String, of year: String) -> Bool {
        short.count <= 2 && year.count == 4 && year.suffix(2).drop { $0 == "0" } == short
    }
}

/// The month, the weekday and the part of the day that a text names with words.
struct DateWords: Hashable {
    enum Meaning: Hashable {
        case month(Int)
        /// A day of the week; 1 is Sunday.
        case weekday(Int)
        /// The hours of a part of the day, such as 0 to 11 for "AM".
        case period(Set<Int>)
        /// A word that the format writes in each text, such as "de" in Spanish dates.
        case filler(String)
        /// A word that the format writes only in some texts, such as the name of a time zone in summer.
        case remark(String)

        /// Whether both words name months, or both words name parts of the day.
        func isOfKind(of other: Meaning) -> Bool {
            switch (self, other) {
            case (.month, .month), (.period, .period): true
            default: false
            }
        }
    }

    private(set) var month: Int?
    private(set) var weekday: Int?
    private(set) var hours: Set<Int>?
    /// How many numbers precede the word for the part of the day; 2 for "5:30 PM".
    private(set) var hoursPosition: Int?
    private(set) var remarks: Set<String> = []
    /// How many times the text contains each filler and each remark.
    private var counts: [String: Int] = [:]

    /// Returns a copy that includes the meaning of one more word.
    ///
    /// A text cannot name two months, two weekdays or two parts of the day.
    ///
    /// - Parameters:
    ///   - meaning: The meaning of the word.
    ///   - position: How many numbers the text contains before the word.
    ///   - limit: How many times the text may contain the word; only for fillers and remarks.
    /// - Returns: The copy, or `nil` if the text cannot contain the word.
    func adding(_ meaning: Meaning, at position: Int, limit: Int) -> DateWords? {
        var words = self
        switch meaning {
        case .month(let number):
            guard month == nil else { return nil }
            words.month = number
        case .weekday(let number):
            guard weekday == nil else { return nil }
            words.weekday = number
        case .period(let period):
            guard hours == nil else { return nil }
            words.hours = period
            words.hoursPosition = position
        case .filler(let word), .remark(let word):
            guard counts[word, default: 0] < limit else { return nil }
            words.counts[word, default: 0] += 1
            if case .remark = meaning { words.remarks.insert(word) }
        }
        return words
    }
}

/// The month, the weekday and the hours that the words of a text determine.
struct DateWords: Hashable {
    enum Meaning: Hashable {
        case month(Int)
        /// A day of the week; 1 is Sunday.
        case weekday(Int)
        /// A part of the day, with its hours.
        case period(Set<Int>)
        /// A word that the format writes in each text, such as "de" in Spanish dates.
        case filler(String)
        /// A word that the format writes in some texts.
        ///
        /// An example is the name of a time zone in summer.
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
    /// The count of numbers before the word for the part of the day.
    private(set) var hoursPosition: Int?
    private(set) var remarks: Set<String> = []
    /// The number of times that each word without a meaning was read.
    private var counts: [String: Int] = [:]

    /// Adds the meaning of a word, or returns `nil`.
    ///
    /// If the words already have a meaning of this kind, the result is `nil`.
    ///
    /// - Parameters:
    ///   - meaning: The meaning.
    ///   - position: The count of numbers before the word.
    ///   - limit: The largest number of times that a word without a meaning can be added.
    /// - Returns: The words, or `nil`.
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

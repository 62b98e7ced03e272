/// What the words of a text determine.
struct DateWords: Hashable {
    enum Meaning: Hashable {
        case month(Int)
        /// A day of the week; 1 is Sunday.
        case weekday(Int)
        /// A part of the day, with its hours.
        case period(Set<Int>)
        /// A word that the format writes in each text, such as "de" in Spanish dates.
        case filler
        /// A word that the format writes in some texts, such as the name of a time zone in summer.
        case remark(String)

        /// Whether both words are months, or both are parts of the day.
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
    private(set) var remarks: Set<String> = []

    /// Adds the meaning of a word.
    ///
    /// Returns `nil` if the words have a meaning of this kind.
    func adding(_ meaning: Meaning) -> DateWords? {
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
        case .filler: break
        case .remark(let word): words.remarks.insert(word)
        }
        return words
    }
}

import Foundation

/// The words of a date format, and the meanings of each word.
struct DateVocabulary {
    private var meanings: [String: Set<DateWords.Meaning>] = [:]
    private var longest = 0
    /// How often a text can contain a word without a meaning, such as "de" in Spanish dates.
    private var limits: [String: Int] = [:]

    /// Creates a vocabulary from a calendar's names of months, weekdays and parts of the day.
    init(_ calendar: Calendar) {
        let months = [
            calendar.monthSymbols, calendar.shortMonthSymbols, calendar.standaloneMonthSymbols,
            calendar.shortStandaloneMonthSymbols,
        ]
        let weekdays = [
            calendar.weekdaySymbols, calendar.shortWeekdaySymbols, calendar.standaloneWeekdaySymbols,
            calendar.shortStandaloneWeekdaySymbols,
        ]
        for names in months { for (index, name) in names.enumerated() { addName(name, .month(index + 1)) } }
        for names in weekdays { for (index, name) in names.enumerated() { addName(name, .weekday(index + 1)) } }
        for (names, first) in [([calendar.amSymbol, "AM"], 0), ([calendar.pmSymbol, "PM"], 12)] {
            for name in names { addName(name, .period(Set(first..<first + 12))) }
        }
    }

    private mutating func addName(_ name: String, _ meaning: DateWords.Meaning) {
        let tokens = DateTokens(name)
        // If a name contains a number, such as "11月", the method does not add the name, because the reader reads "11"
        // as a number.
        if tokens.numbers.isEmpty { add(tokens.letters[0], meaning) }
    }

    private mutating func add(_ letters: String, _ meaning: DateWords.Meaning) {
        guard !letters.isEmpty else { return }
        meanings[letters, default: []].insert(meaning)
        longest = max(longest, letters.count)
    }

    // MARK: Learning

    /// A text that the format has written, and the month, the weekday and the hour of the formatted date.
    struct Sample {
        let text: DateTokens
        let month: Int
        let weekday: Int?
        let hour: Int

        fileprivate func agrees(with meaning: DateWords.Meaning) -> Bool {
            switch meaning {
            case .month(let number): number == month
            case .weekday(let number): number == weekday
            case .period(let hours): hours.contains(hour)
            case .filler, .remark: false
            }
        }
    }

    /// Adds month names that the calendar does not supply, such as "בפברואר" in Hebrew.
    mutating func learnMonths(_ samples: [Sample]) {
        for (sample, letters) in phrases(samples, withoutNamesLike: { .month($0.month) }) {
            add(letters, .month(sample.month))
        }
    }

    /// Adds names for parts of the day, such as "清晨" in Chinese.
    mutating func learnPeriods(_ samples: [Sample]) {
        let phrases = phrases(samples, withoutNamesLike: { .period([$0.hour]) })
        for (letters, hours) in Dictionary(grouping: phrases, by: \.letters) {
            add(letters, .period(Set(hours.map(\.sample.hour))))
        }
    }

    /// Adds the words that have no meaning, such as "de" in Spanish dates.
    mutating func learnFillers(_ samples: [Sample]) {
        let unknown = samples.map { unknownWords(of: $0).runs.joined() }
        for word in Set(unknown.joined()) {
            add(word, unknown.allSatisfy { $0.contains(word) } ? .filler(word) : .remark(word))
            limits[word] = unknown.map { words in words.count { $0 == word } }.max()
        }
    }

    /// Adds a word that has no meaning and may occur at most once in a text.
    mutating func addFiller(_ word: String) {
        add(word, .filler(word))
    }

    /// Returns the unknown words of the samples, without the words that all samples contain.
    ///
    /// When the months are searched, a sample is skipped if its month already has a known name. When the parts of the
    /// day are searched, a sample is skipped if its part of the day already has a known name.
    private func phrases(_ samples: [Sample], withoutNamesLike meaning: (Sample) -> DateWords.Meaning)
        -> [(sample: Sample, letters: String)]
    {
        let words = samples.map(unknownWords)
        let sets = words.map { Set($0.runs.joined()) }
        let common = Set(sets.joined()).filter { word in sets.allSatisfy { $0.contains(word) } }
        var phrases: [(sample: Sample, letters: String)] = []
        for (sample, words) in zip(samples, words) where !words.names.contains(where: meaning(sample).isOfKind) {
            for run in words.runs {
                phrases += run.split(whereSeparator: common.contains).map { (sample, $0.joined()) }
            }
        }
        return phrases
    }

    /// Returns the unknown words of a sample, and the meanings of the known words.
    ///
    /// A word is known if its meaning agrees with the date of the sample. Each element of `runs` is a sequence of
    /// unknown words. `names` contains the meanings of the known words.
    private func unknownWords(of sample: Sample) -> (runs: [[String]], names: [DateWords.Meaning]) {
        var runs: [[String]] = []
        var names: [DateWords.Meaning] = []
        for words in sample.text.words {
            var unknown: [String] = []
            var index = 0
            while index < words.count {
                // If several names begin at `index`, the method uses the longest name.
                let ends = stride(from: words.count, to: index, by: -1)
                let name = ends.lazy.compactMap { end in
                    meanings[words[index..<end].joined()]?.first(where: sample.agrees).map { (end, $0) }
                }.first
                if let (end, meaning) = name {
                    names.append(meaning)
                    runs.append(unknown)
                    unknown = []
                    index = end
                } else {
                    unknown.append(words[index])
                    index += 1
                }
            }
            runs.append(unknown)
        }
        return (runs.filter { !$0.isEmpty }, names)
    }

    // MARK: Reading

    /// Returns the possible meanings of a text.
    ///
    /// The letters of a text can be divided into known words in several ways, with different meanings.
    func readings(of letters: [String]) -> Set<DateWords> {
        letters.enumerated().reduce([DateWords()]) { words, run in
            readings(of: run.element, at: run.offset, after: words)
        }
    }

    private func readings(of letters: String, at position: Int, after words: Set<DateWords>) -> Set<DateWords> {
        let characters = Array(letters)
        var readings = [words]
        for end in characters.indices.map({ $0 + 1 }) {
            var here: Set<DateWords> = []
            for start in max(end - longest, 0)..<end where !readings[start].isEmpty {
                let word = String(characters[start..<end])
                for meaning in meanings[word] ?? [] {
                    let limit = limits[word] ?? 1
                    here.formUnion(readings[start].compactMap { $0.adding(meaning, at: position, limit: limit) })
                }
            }
            readings.append(here)
        }
        return readings[characters.count]
    }
}

/// The punctuation marks that a typed date may contain.
///
/// If a mark in a text is not allowed at its position, the text is not a date. Marks such as "-" are allowed only
/// between the year, the month and the day. Marks such as ":" are allowed only between the hour, the minute and the
/// second. Therefore "5-6 PM" and "10:00+02" are not times, and "5:30:20" is not a day.
struct DateMarks {
    private var betweenDates: Set<Unicode.Scalar> = ["/", ".", "-", ","]
    private var betweenTimes: Set<Unicode.Scalar> = [":", "."]
    private var elsewhere: Set<Unicode.Scalar> = [".", ",", "(", ")"]

    private typealias Place = WritableKeyPath<DateMarks, Set<Unicode.Scalar>>

    /// Allows each mark that occurs in a text of the format.
    mutating func learn(_ tokens: DateTokens, _ order: [DateReader.Field]) {
        guard tokens.numbers.count == order.count else { return }
        for (position, marks) in tokens.marks.enumerated() {
            self[keyPath: Self.place(position, order)].formUnion(marks)
        }
    }

    /// Returns whether each mark in a text is allowed at its position.
    ///
    /// - Parameters:
    ///   - tokens: The text.
    ///   - order: The field of each number in the text.
    ///   - namesMonth: Whether a word of the text names a month. If the parameter is `true`, the marks in
    ///     `betweenDates` are also allowed beside a word, as in "Mar-5-2024".
    /// - Returns: Whether all marks are allowed.
    func allow(_ tokens: DateTokens, _ order: [DateReader.Field], namesMonth: Bool) -> Bool {
        tokens.marks.enumerated().allSatisfy { position, marks in
            let isBesideWord = namesMonth && !tokens.words[position].isEmpty
            let place = isBesideWord ? \.betweenDates : Self.place(position, order)
            return marks.isSubset(of: self[keyPath: place].union(isBesideWord ? elsewhere : []))
        }
    }

    /// Returns the key path of the marks that are allowed before a number.
    private static func place(_ position: Int, _ order: [DateReader.Field]) -> Place {
        guard position > 0, position < order.count, order[position - 1].isTime == order[position].isTime else {
            return \.elsewhere
        }
        return order[position].isTime ? \.betweenTimes : \.betweenDates
    }
}

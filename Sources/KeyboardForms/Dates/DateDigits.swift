import Foundation

/// Reads dates from numbers alone, in the order of a format or in the order of ISO 8601.
struct DateDigits {
    typealias Field = Calendar.Component

    struct Candidate {
        /// `nil` if the date does not exist, such as February 30.
        let date: Date?
        /// Whether the numbers alone determine the date.
        let isComplete: Bool
    }

    /// The calendar components that the format writes as numbers.
    let order: [Field]
    private let calendar: Calendar
    private let hasMonthName: Bool
    private let hasHalfDays: Bool
    /// Whether the calendar has leap months, or counts the years of an emperor's reign.
    ///
    /// In such a calendar, a text such as "2026-12-31" stands for a Gregorian date.
    let isForeign: Bool
    private let writesCentury: Bool
    private let epoch: DateComponents

    /// The calendars in which the numbers of year, month and day determine a date.
    static let calendars: Set<Calendar.Identifier> = [
        .gregorian, .iso8601, .buddhist, .republicOfChina, .persian, .indian, .coptic, .ethiopicAmeteMihret,
        .ethiopicAmeteAlem, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura,
    ]

    /// Returns `nil` if the format writes no numbers, or writes a number that is not supported, such as the number of
    /// the week.
    init?(_ own: Calendar, format: (Date) -> String) {
        isForeign = !Self.calendars.contains(own.identifier)
        let calendar = isForeign ? Self.gregorian(own.timeZone) : own
        self.calendar = calendar
        guard let sample = Self.sample(calendar) else { return nil }
        func writes(_ distance: Int, _ field: Field) -> Bool {
            calendar.date(byAdding: field, value: distance, to: sample.date).map(format) != format(sample.date)
        }
        var numbers = DateText(format(sample.date)).numbers.map { Int($0) ?? -1 }
        if isForeign {
            guard Self.iso.allSatisfy({ writes(1, $0) }), !writes(-12, .hour), !writes(-1, .minute) else { return nil }
            numbers = Self.iso.compactMap { field in sample.fields.first { $0.value == field }?.key }
        }
        order = numbers.compactMap { sample.fields[$0] }
        guard !order.isEmpty, order.count == numbers.count, Set(order).count == order.count else { return nil }
        (hasHalfDays, writesCentury) = (numbers.contains(8), numbers.contains { $0 > 99 })
        // `months` contains dates in twelve successive months. A format that writes the weekday, but neither the month
        // nor the year, writes at most seven different texts for these dates.
        let months = (0..<12).compactMap { calendar.date(byAdding: .month, value: $0, to: sample.date) }
        hasMonthName = !order.contains(.month) && order.contains { !$0.isTime } && Set(months.map(format)).count > 7
        let offset = calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
        epoch = calendar.dateComponents([.year, .month, .day], from: Date(timeIntervalSince1970: -Double(offset)))
    }

    private static let iso = [Field.year, .month, .day]

    private static func gregorian(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// Returns a date in which year, month, day, hour, minute and second are all different numbers.
    private static func sample(_ calendar: Calendar) -> (date: Date, fields: [Int: Field])? {
        for noon in (0..<500).lazy.map({ Date(timeIntervalSince1970: 2_041_416_000 + 86_400 * Double($0)) }) {
            let parts = calendar.dateComponents([.year, .month, .day, .weekOfYear], from: noon)
            guard let year = parts.year, let month = parts.month, let day = parts.day, month > 8, (14...28) ~= day,
                let date = calendar.date(bySettingHour: 20, minute: 47, second: 58, of: noon)
            else { continue }
            let fields: KeyValuePairs<Int, Field> = [
                year: .year, year % 100: .year, month: .month, day: .day, 20: .hour, 8: .hour, 47: .minute, 58: .second,
            ]
            // The number of the week must differ from all of these numbers. Eras, quarters and weekdays have numbers
            // less than 8, so they always differ.
            guard Set(fields.map(\.key) + [parts.weekOfYear ?? 0]).count > fields.count else { continue }
            return (date, Dictionary(uniqueKeysWithValues: Array(fields)))
        }
        return nil
    }

    // MARK: Reading

    func candidates(_ text: DateText) -> [Candidate] {
        let (numbers, gaps) = (text.numbers, text.gaps)
        guard numbers.count == order.count else { return [] }
        return orders(gaps).flatMap { order, calendar -> [Candidate] in
            guard let parts = parts(numbers, order, calendar) else { return [] }
            let isComplete = !hasMonthName && isSeparated(gaps, order)
            return variants(of: parts, calendar).map { Candidate(date: date($0, calendar), isComplete: isComplete) }
        }
    }

    private func orders(_ gaps: [String]) -> [(order: [Field], calendar: Calendar)] {
        let iso = Self.iso + order.filter(\.isTime)
        guard order.count == iso.count, Set(order) == Set(iso) else { return [(order, calendar)] }
        let own = order == iso ? [(order, calendar)] : [(order, calendar), (iso, calendar)]
        // A text with hyphens can be a Gregorian day, even if the calendar of the format is not Gregorian.
        guard !isGregorian(calendar), gaps[1...2] == ["-", "-"] else { return own }
        return own + [(iso, Self.gregorian(calendar.timeZone))]
    }

    private func isGregorian(_ calendar: Calendar) -> Bool { [.gregorian, .iso8601].contains(calendar.identifier) }

    private func parts(_ numbers: [String], _ order: [Field], _ calendar: Calendar) -> [Field: Int]? {
        let isOwn = order == self.order && calendar == self.calendar
        let parts = zip(order, numbers).compactMap { field, number -> (Field, Int)? in
            guard let part = Int(number) else { return nil }
            switch (field, number.count) {
            // In the calendar of the Republic of China, 2024 is the year 113, so a year is less than
            // 1,000.
            case (.year, 2...4) where calendar.identifier == .republicOfChina:
                return part < 1_000 && (number.count > 2 || writesCentury) ? (field, part) : nil
            case (.year, 4): return (field, part)
            // Two digits stand for a year from 1970 to 2069, as in Foundation.
            case (.year, 2) where isOwn && isGregorian(calendar) && !isForeign:
                return (field, part + (part < 70 ? 2_000 : 1_900))
            case (.year, _): return nil
            default:
                return number.count <= 2 && calendar.maximumRange(of: field)?.contains(part) == true
                    ? (field, part) : nil
            }
        }
        return parts.count == order.count ? Dictionary(uniqueKeysWithValues: parts) : nil
    }

    private func isSeparated(_ gaps: [String], _ order: [Field]) -> Bool {
        let marks = zip(order, order.dropFirst()).map { one, other -> Set<String> in
            if one.isTime != other.isTime { return ["", ",", "T"] }
            return one.isTime ? ["", ".", ":"] : ["", ".", "/", "-"]
        }
        return zip([[""]] + marks + [[""]], gaps).allSatisfy { $0.contains($1) }
    }

    /// If the format writes hours from 1 to 12, the number 5 can stand for hour 5 or for hour 17.
    ///
    /// The method returns one variant for each of the two hours. If the format writes the name of the month, the method
    /// returns variants for each month.
    private func variants(of parts: [Field: Int], _ calendar: Calendar) -> [[Field: Int]] {
        var variants = [parts]
        if hasHalfDays, let hour = parts[.hour], (1...12) ~= hour {
            variants = [hour % 12, hour % 12 + 12].map { parts.merging([.hour: $0]) { $1 } }
        }
        guard hasMonthName, let months = calendar.maximumRange(of: .month) else { return variants }
        return variants.flatMap { parts in months.map { parts.merging([.month: $0]) { $1 } } }
    }

    private func date(_ parts: [Field: Int], _ calendar: Calendar) -> Date? {
        var components = epoch
        for (field, part) in parts { components.setValue(part, for: field) }
        guard let date = calendar.date(from: components) else { return nil }
        // For February 30, Foundation returns a day in March.
        let read = calendar.dateComponents(Set(parts.keys), from: date)
        return parts.allSatisfy { read.value(for: $0.key) == $0.value } ? date : nil
    }

    /// Returns the date in the form of ISO 8601.
    ///
    /// Components that the format does not write are omitted.
    ///
    /// An example is "2026-12-31 17:30".
    func isoText(_ date: Date) -> String {
        Self.isoText(date, calendar.timeZone) { order.contains($0) || $0 == .month && hasMonthName }
    }

    static func isoText(_ date: Date, _ timeZone: TimeZone, writes: (Field) -> Bool = iso.contains) -> String {
        let parts = gregorian(timeZone).dateComponents(Set(iso + [.hour, .minute, .second]), from: date)
        func text(_ fields: [Field], _ separator: String) -> String {
            fields.filter(writes).map { String(format: "%02d", parts.value(for: $0) ?? 0) }.joined(separator: separator)
        }
        return [text(iso, "-"), text([.hour, .minute, .second], ":")].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns a text such as "DD.MM.YYYY".
    static func placeholder(_ calendar: Calendar, format: (Date) -> String) -> String? {
        guard let sample = sample(calendar) else { return nil }
        let (am, pm) = (calendar.amSymbol, calendar.pmSymbol)
        let text = pm.isEmpty ? format(sample.date) : format(sample.date).replacing(pm, with: "\(am)/\(pm)")
        let letters: [Field: String] = [.year: "Y", .month: "M", .day: "D", .hour: "H", .minute: "M", .second: "S"]
        return text.replacing(/\p{Nd}+/) { number in
            let field = Int(TextNormalization.asciiDigits(String(number.output))).flatMap { sample.fields[$0] }
            guard let field, let letter = letters[field] else { return String(number.output) }
            return String(repeating: letter, count: number.output.count)
        }
    }
}

extension Calendar.Component {
    fileprivate var isTime: Bool { [.hour, .minute, .second].contains(self) }
}

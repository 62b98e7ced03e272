import Foundation

/// A sample date in which year, month, day, hour, minute and second are all different numbers.
///
/// Therefore each number in the formatted text identifies one component of the date. For example, the number 47 is the
/// minute.
struct DateSample {
    let date: Date
    /// The numbers that a format can write for each field, such as 13 or 1 for the hour.
    private let numbers: [(field: DateReader.Field, numbers: Set<Int>)]
    private let calendar: Calendar

    /// Returns `nil` if the search finds no date with different numbers.
    init?(_ calendar: DateCalendar) {
        self.calendar = calendar.calendar
        // The search begins in September 2034 and covers 500 days. In the Persian calendar, the search begins in the
        // year 1413. The search finds no date in this year, because the year ends with 13 and the hour is 13. Therefore
        // the search must reach the Persian year 1414.
        for day in 0..<500 {
            let noon = Date(timeIntervalSince1970: 2_041_416_000 + TimeInterval(day) * 86_400)
            let parts = calendar.parts(of: noon)
            // Some formats write the number of the week, the quarter or the weekday. Therefore no field of the sample
            // date may have the same number as the week, the quarter or the weekday.
            guard let year = parts[.year], let month = parts[.month], let day = parts[.day], month > 7, day > 13,
                day < 29
            else { continue }
            let numbers: [(DateReader.Field, Set<Int>)] = [
                (.year, [year, year % 100]), (.month, [month]), (.day, [day]), (.hour, [13, 1]), (.minute, [47]),
                (.second, [58]),
            ]
            let all = Set(numbers.flatMap(\.1))
            let week = calendar.calendar.component(.weekOfYear, from: noon)
            guard all.count == 8, !all.contains(week),
                let date = calendar.calendar.date(bySettingHour: 13, minute: 47, second: 58, of: noon)
            else { continue }
            self.date = date
            self.numbers = numbers
            return
        }
        return nil
    }

    /// Returns the field of each number in a text, or `nil` if a number does not belong to a field.
    func fields(of text: String) -> [DateReader.Field]? {
        var fields: [DateReader.Field] = []
        for number in DateTokens(text).numbers {
            guard let value = Int(number), let field = numbers.first(where: { $0.numbers.contains(value) })?.field,
                !fields.contains(field)
            else { return nil }
            fields.append(field)
        }
        return fields
    }

    /// Further sample dates.
    ///
    /// - `months` contains a date in each month of a year.
    /// - `days` contains a date on each day of a week.
    /// - `hours` contains a date in each hour of a day.
    var dates: (months: [Date], days: [Date], hours: [Date]) {
        func dates(_ component: Calendar.Component, _ count: Int, from start: Date) -> [Date] {
            (0..<count).compactMap { calendar.date(byAdding: component, value: $0, to: start) }
        }
        let months = calendar.range(of: .month, in: .year, for: date)?.count ?? 12
        return (
            dates(.month, months, from: date), dates(.day, 7, from: date),
            dates(.hour, 24, from: calendar.startOfDay(for: date))
        )
    }
}

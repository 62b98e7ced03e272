import Foundation
import KeyboardForms

/// A field of one format, without the type of its value.
@MainActor
struct EditedFormat {
    let name: String
    let field: ReportingWidget
    let setModel: (Int?) -> Void
    /// The texts that the format displays for the values of the model.
    let texts: [String]
    let stored: () -> String?
    let shown: () -> String
    let error: () -> ValueInputError?
    /// Returns why the stored value does not belong to a typed text; `nil` if the value belongs to the text.
    let mistake: (String) -> String?

    /// Connects a field.
    ///
    /// - Parameters:
    ///   - name: The name of the format.
    ///   - format: The format.
    ///   - values: The values that the model may have.
    ///   - isLive: Whether the field sets its value while a person types.
    ///   - isSame: A closure that returns whether a typed text can stand for a value. The third argument is the
    ///     displayed text.
    init<Value: Equatable>(
        _ name: String,
        _ format: ValueFormat<Value>,
        values: [Value],
        isLive: Bool,
        isSame: @escaping (_ typed: String, _ value: Value, _ shown: String) -> Bool
    ) {
        let storage = ValueStorage<Value>()
        let field = ReportingWidget()
        let input = ValueInput(field, storage.bound, format, update: isLive ? .live : .onCommit)
        self.name = name
        self.field = field
        texts = values.map {
            storage.value = $0
            return input.displayText
        }
        storage.value = nil
        input.refresh()
        setModel = {
            storage.value = $0.map { values[$0 % values.count] }
            input.refresh()
        }
        stored = { storage.value.map { "\($0)" } }
        shown = { input.displayText }
        error = { input.error }
        mistake = { typed in
            guard let value = storage.value, !isSame(typed, value, input.displayText) else { return nil }
            return "“\(typed)” is stored as \(value), shown as \(input.displayText)"
        }
    }
}

extension EditedFormat {
    /// Compares the digits and the signs, and ignores zeros at the beginning and at the end.
    static func number<Value: Numeric & Comparable>(
        _ name: String,
        _ format: NumericFormat<Value>,
        _ values: [Value],
        isLive: Bool
    ) -> EditedFormat {
        EditedFormat(name, .number(format), values: values, isLive: isLive) { typed, value, shown in
            // A text with an exponent is not compared, because the exponent moves the decimal separator.
            if typed.contains(where: { "eEｅＥ×".contains($0) }) { return true }
            let digits = significantDigits(typed)
            // A format may negate its values.
            return [significantDigits(shown), significantDigits("\(value)")].contains(digits)
                && (digits.isEmpty || [value < 0, hasMinus(shown)].contains(hasMinus(typed)))
        }
    }

    private static func hasMinus(_ text: String) -> Bool {
        text.unicodeScalars.contains { "-−‐‑‒–﹣－(（".unicodeScalars.contains($0) }
    }

    private static func significantDigits(_ text: String) -> String {
        let digits = text.compactMap(\.wholeNumberValue).map(String.init).joined()
        return digits.trimmingCharacters(in: CharacterSet(charactersIn: "0"))
    }

    /// Expects that each typed number is a part of the date.
    static func date(_ name: String, _ format: ValueFormat<Date>, isLive: Bool) -> EditedFormat {
        let dates = [0, 53_100, 1_709_164_800, 1_709_251_199, 2_042_898_478, 1_725_141_600]
            .map { Date(timeIntervalSince1970: $0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return EditedFormat(name, format, values: dates, isLive: isLive) { typed, date, _ in
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let year = parts.year ?? 0, hour = parts.hour ?? 0
            let numbers = [
                year, year % 100, parts.month, parts.day, hour, hour % 12, hour % 12 + 12, parts.minute, parts.second,
            ]
            let typed = String(typed.map { $0.wholeNumberValue.flatMap { Character("\($0)") } ?? $0 })
            return typed.split { !$0.isWholeNumber }.allSatisfy { numbers.contains(Int($0)) }
        }
    }
}

public import Foundation

/// The reason why a field refused its text.
///
/// The field's value is unchanged.
public struct ValueInputError: Error, Sendable, Hashable {
    /// The kind of error in the text.
    public enum Reason: Sendable, Hashable {
        /// The text is empty, but the field needs a value.
        ///
        /// A field needs a value if the value is not optional, or if ``ValueInput/isRequired`` is `true`.
        case empty
        /// The text is not a number, or contains other text besides a number.
        ///
        /// `example` is a number that the field accepts. As an exception, the field can refuse `example` if the format
        /// rounds the bounds of the range.
        case notANumber(text: String, example: String)
        /// The text does not represent a value in the field's format.
        ///
        /// Number formats and date formats do not report this reason.
        case invalid(text: String)
        /// The text is not a date or a time, or contains other text besides a date or a time.
        ///
        /// `example` is a text that the field accepts. If no accepted text was found, `example` is the text that the
        /// format displays for a sample date.
        case notADate(text: String, example: String)
        /// The text stands for a day or a time that does not exist, such as February 30.
        ///
        /// `example` is a text that the field accepts. If no accepted text was found, `example` is the text that the
        /// format displays for a sample date.
        case nonexistent(text: String, example: String)
        /// The text has several possible meanings, and each meaning is a different value.
        ///
        /// `readings` contains one text for each possible value, in the field's format. If two of the texts would be
        /// equal, `readings` contains dates in the form of ISO 8601.
        case ambiguous(text: String, readings: [String])
        /// The typed text does not match the text that the format displays for the typed value.
        ///
        /// `displayText` is the displayed text. There are two possible causes:
        ///
        /// - The two texts stand for different numbers or values.
        /// - The field cannot read `displayText`.
        case displayedDifferently(text: String, displayText: String)
        /// The value changed after the text was typed, so the text was not stored.
        ///
        /// The field shows the new value. To store the text anyway, a person types it again.
        case outdated(text: String)
        /// A reason that the app has supplied.
        ///
        /// `message` is the description of an error that a closure of the app has thrown.
        case custom(message: String)
        /// The type of the value cannot represent the number.
        ///
        /// The number is too large or has too many digits for the type.
        case notRepresentable(text: String)
        /// The number is out of range.
        ///
        /// `lowest` and `highest` are the bounds of the range, formatted as in the field. If the range has no lower
        /// bound, `lowest` is `nil`. If the range has no upper bound, `highest` is `nil`. If a rounded bound would be
        /// outside the range, the bound is written with all of its digits.
        case outOfRange(text: String, lowest: String?, highest: String?)
        /// The number is between two steps.
        ///
        /// The steps begin at the number `from`. `step` and `from` are formatted as in the field. A number that the
        /// format would round is written with all of its digits.
        case betweenSteps(text: String, step: String, from: String)
    }

    /// The title of the field, or an empty string.
    public var title: String

    /// The kind of error in the text.
    public var reason: Reason

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The kind of error in the text.
    ///   - title: The title of the field.
    public init(_ reason: Reason, title: String = "") {
        self.title = title
        self.reason = reason
    }
}

extension ValueInputError: CustomStringConvertible, LocalizedError {
    /// An English sentence for the user of the field.
    ///
    /// If there is a title, the sentence begins with the title.
    public var description: String {
        title.isEmpty ? reason.sentence : "\(title.excerpt): \(reason.sentence)"
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? {
        description
    }
}

extension ValueInputError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .empty:
            "Please enter a value."
        case .notANumber(let text, let example):
            "“\(text.excerpt)” is not a number such as \(example.excerpt)."
        case .invalid(let text):
            "“\(text.excerpt)” is not valid."
        case .notADate(let text, let example):
            "“\(text.excerpt)” is not valid. An example is “\(example.excerpt)”."
        case .nonexistent(let text, let example):
            "“\(text.excerpt)” does not exist. An example is “\(example.excerpt)”."
        case .ambiguous(let text, let readings):
            "“\(text.excerpt)” can be \(readings.prefix(4).map(\.excerpt).joined(separator: " or "))."
        case .outdated(let text):
            "“\(text.excerpt)” was not stored because the value has changed."
        case .displayedDifferently(let text, let displayText):
            "“\(text.excerpt)” would be shown as \(displayText.excerpt)."
        case .custom(let message):
            message
        case .notRepresentable(let text):
            "“\(text.excerpt)” cannot be kept exactly, or is too large."
        case .outOfRange(let text, let lowest?, let highest?):
            "“\(text.excerpt)” is not between \(lowest.excerpt) and \(highest.excerpt)."
        case .outOfRange(let text, let lowest?, nil):
            "“\(text.excerpt)” is less than \(lowest.excerpt)."
        case .outOfRange(let text, nil, let highest?):
            "“\(text.excerpt)” is more than \(highest.excerpt)."
        case .outOfRange(let text, nil, nil):
            "“\(text.excerpt)” is out of range."
        case .betweenSteps(let text, let step, let from):
            "“\(text.excerpt)” is not in steps of \(step.excerpt) from \(from.excerpt)."
        }
    }
}

extension String {
    /// The string, or only its beginning if the string is long, so that a message stays short.
    fileprivate var excerpt: String {
        // A single character can contain a million accents, so the first limit counts Unicode scalars.
        let start = String(unicodeScalars.prefix(160))
        let excerpt = start.prefix(40)
        return excerpt.utf8.count < utf8.count ? excerpt + "…" : self
    }
}

public import Foundation

/// Why a field did not take what was typed. The value is what it was.
public enum NumericInputError: Error, Sendable, Hashable {
    /// Nothing was typed where a value is needed.
    case empty
    /// The text is no number, or not only a number. With a number as it might have been typed.
    case notANumber(text: String, example: String)
    /// The number is greater, finer, or of more digits than the value can be.
    case notRepresentable(text: String)
    /// The number is out of range. With the range's ends as the field writes them, `nil` where it has no such end.
    case outOfRange(text: String, lowest: String?, highest: String?)
    /// The number is between two steps. With the step, and where the steps begin, as the field writes them.
    case betweenSteps(text: String, step: String, from: String)
}

extension NumericInputError: CustomStringConvertible, LocalizedError {
    /// A sentence for the person who typed, in English.
    public var description: String {
        switch self {
        case .empty:
            "Please enter a number."
        case .notANumber(let text, let example):
            "“\(text.excerpt)” is not a number such as \(example.excerpt)."
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

    /// The same sentence as ``description``.
    public var errorDescription: String? {
        description
    }
}

extension String {
    /// No message gets long, whatever was pasted, and however many digits a range's end has.
    fileprivate var excerpt: String {
        // Scalars first: one character may have a million accents.
        let start = String(unicodeScalars.prefix(160))
        let excerpt = start.prefix(40)
        return excerpt.utf8.count < utf8.count ? excerpt + "…" : self
    }
}

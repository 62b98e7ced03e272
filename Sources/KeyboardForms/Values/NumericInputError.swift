public import Foundation

/// Why a field did not take what was typed. The value is what it was.
public enum NumericInputError: Error, Sendable, Hashable {
    /// Nothing was typed where a value is needed.
    case empty
    /// The text is no number, or not only a number. With a number as it might have been typed.
    case notANumber(_ text: String, example: String)
    /// The number is greater, or finer, than the value can be.
    case tooLarge(_ text: String)
    /// The number is out of range. With the range's ends as the field writes them.
    case outOfRange(_ text: String, lowest: String, highest: String)
    /// The number is between two steps. With the step, and where the steps begin, as the field writes them.
    case betweenSteps(_ text: String, step: String, from: String)
}

extension NumericInputError: CustomStringConvertible, LocalizedError {
    /// A sentence for the person who typed, in English.
    public var description: String {
        switch self {
        case .empty: "Please enter a number."
        case .notANumber(let text, let example): "“\(text.excerpt)” is not a number such as \(example)."
        case .tooLarge(let text): "“\(text.excerpt)” is more than this field can hold."
        case .outOfRange(let text, let lowest, let highest):
            "“\(text.excerpt)” is not between \(lowest) and \(highest)."
        case .betweenSteps(let text, let step, let from):
            "“\(text.excerpt)” is not in steps of \(step) from \(from)."
        }
    }

    public var errorDescription: String? {
        description
    }
}

extension String {
    /// No message gets longer than a line, whatever was pasted.
    fileprivate var excerpt: String {
        count > 40 ? prefix(40) + "…" : self
    }
}

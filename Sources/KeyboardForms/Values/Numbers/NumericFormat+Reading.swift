import Foundation

extension NumericFormat {
    enum Reading {
        case value(Value)
        case empty
        case notANumber
        case tooLarge
    }

    /// Reads a text to its last character, or not at all.
    func read(_ text: String) -> Reading {
        switch NumberReader(symbols: symbols).read(text) {
        case .empty: .empty
        case .tooLarge: .tooLarge
        case .notANumber: readForeign(text)
        case .number(let reading): value(of: reading, text)
        }
    }

    private func value(of reading: NumberReading, _ text: String) -> Reading {
        guard let scrubbed = scrubbed(reading) else { return readForeign(text) }
        let parsed = value(scrubbed)
        guard ExactValue<Value>.isKnown, let scale else {
            return parsed.map { ExactValue.isFinite($0) ? .value($0) : .tooLarge } ?? readForeign(text)
        }
        let shifted = reading.shifted(by: -scale)
        guard let exact = ExactValue<Value>(ascii: shifted.ascii)?.value, exact != 0 || shifted.isZero else {
            return isWhole(shifted) ? .tooLarge : .notANumber
        }
        guard let parsed else { return .tooLarge }
        return ExactValue.isSame(parsed, exact) ? .value(exact) : .notANumber
    }

    /// The number as the format writes it: without groups, with its own symbol, in the place where it wants it.
    private func scrubbed(_ reading: NumberReading) -> String? {
        guard let pattern = reading.isNegative ? negativeOne : one else { return nil }
        return pattern.prefix + reading.text(decimalSeparator: symbols.decimalSeparator) + pattern.suffix
    }

    /// A fraction in a field for whole numbers is not too large: it is no such number.
    private func isWhole(_ reading: NumberReading) -> Bool {
        !(Value.self is any BinaryInteger.Type) || reading.fraction.isEmpty
    }

    /// Reads what is no decimal number to us, but may be one to the format: 0xFF, 1:30.
    private func readForeign(_ text: String) -> Reading {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let parsed = value(text), ExactValue.isFinite(parsed) else { return .notANumber }
        // A parser that takes any rubbish after the text does not read to the end: it may have left out anything.
        let readsToTheEnd = value(text + "\u{FFFD}") == nil
        let isItsOwn = string(parsed).caseInsensitiveCompare(text) == .orderedSame
        return readsToTheEnd || isItsOwn ? .value(parsed) : .notANumber
    }
}

import Foundation

extension NumericFormat {
    enum Reading {
        case value(Value)
        case empty
        case notANumber
        case notRepresentable
    }

    /// Reads a text to its last character, or not at all.
    func read(_ text: String) -> Reading {
        switch NumberReader(symbols: symbols).read(text) {
        case .empty: .empty
        case .notRepresentable: .notRepresentable
        case .notANumber: foreignValue(of: text).map { .value($0) } ?? .notANumber
        case .number(let reading): value(of: reading, text)
        }
    }

    private func value(of reading: NumberReading, _ text: String) -> Reading {
        guard ExactValue<Value>.isKnown, let scale else { return parsedValue(of: reading, text) }
        let shifted = reading.shifted(by: -scale)
        guard let exact = ExactValue<Value>(shifted)?.value else {
            return canBeMeant(shifted) ? .notRepresentable : .notANumber
        }
        if parser.standing == .judge, let scrubbed = scrubbed(reading), parser.value(scrubbed) == nil {
            return .notANumber
        }
        return .value(exact)
    }

    /// Lets the format's own parser decide, where we do not know what its digits stand for.
    private func parsedValue(of reading: NumberReading, _ text: String) -> Reading {
        // As it was typed, first: digits may be meant otherwise, as "1e2" in hexadecimal.
        let foreign = scale == nil ? foreignValue(of: text) : nil
        guard let parsed = foreign ?? scrubbed(reading).flatMap(parser.value) else { return .notANumber }
        return ExactValue.isFinite(parsed) ? .value(parsed) : .notRepresentable
    }

    /// The number as the format writes it: without groups, with its own symbol, in the place where it wants it.
    private func scrubbed(_ reading: NumberReading) -> String? {
        guard let pattern = reading.isBelowZero ? negativeOne : one else { return nil }
        return pattern.prefix + reading.text(decimalSeparator: symbols.decimalSeparator) + pattern.suffix
    }

    /// A fraction in a field for whole numbers is not too large, nor is -1 in one for amounts: it is no such number.
    private func canBeMeant(_ reading: NumberReading) -> Bool {
        if reading.isBelowZero, negativeOne == nil { return false }
        return !(Value.self is any BinaryInteger.Type) || reading.fraction.isEmpty
    }

    /// What is no decimal number to us, but may be one to the format: 0xFF, 1:30.
    private func foreignValue(of text: String) -> Value? {
        if parser.standing == .lastResort, scale != nil { return nil }
        guard text.utf8.count <= NumberReader.maximumLength else { return nil }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let parsed = parser.value(text), ExactValue.isFinite(parsed) else { return nil }
        // A parser that takes any rubbish after the text does not read to the end: it may have left out anything.
        let readsToTheEnd = parser.value(text + "\u{FFFD}") == nil
        let isItsOwn = string(parsed).caseInsensitiveCompare(text) == .orderedSame
        return readsToTheEnd || isItsOwn ? parsed : nil
    }
}

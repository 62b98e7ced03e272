extension Character {
    /// Of one scalar: "1" with an accent is no digit, nor is a keycap.
    var isASCIIDigit: Bool {
        isASCII && isWholeNumber
    }

    /// In any script.
    var isDecimalDigit: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }
}

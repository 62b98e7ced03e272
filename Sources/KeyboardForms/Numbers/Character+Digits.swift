extension Character {
    /// Whether this is an ASCII digit of one scalar.
    ///
    /// A "1" with an accent and a keycap "1" are not ASCII digits.
    var isASCIIDigit: Bool {
        isASCII && isWholeNumber
    }

    /// Whether this is a decimal digit of any script.
    var isDecimalDigit: Bool {
        unicodeScalars.count == 1 && unicodeScalars.first?.properties.generalCategory == .decimalNumber
    }
}

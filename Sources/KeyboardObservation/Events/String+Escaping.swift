extension String {
    /// Returns the text with each control character and each direction mark in escaped form, such as "\u{1B}".
    ///
    /// External text is always printed in escaped form, because a terminal interprets control characters. Line breaks
    /// are escaped as well, so the result is one line.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars. A longer text is cut off, and ends with "…".
    /// - Returns: The escaped text.
    package func escapingControlCharacters(limit: Int = .max) -> String {
        var escaped: [Unicode.Scalar] = []
        for scalar in unicodeScalars {
            guard escaped.count <= limit else { break }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                escaped += scalar.escaped(asASCII: true).unicodeScalars
            default:
                escaped.append(scalar)
            }
        }
        if escaped.count > limit { escaped = escaped.prefix(limit - 1) + ["…"] }
        return String(String.UnicodeScalarView(escaped))
    }
}

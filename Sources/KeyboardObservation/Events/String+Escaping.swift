extension String {
    /// Returns the text with control characters and marks of the writing direction escaped, as "\u{1B}".
    ///
    /// All external text is printed in this form, because a terminal interprets such characters. Line breaks are also
    /// escaped, and the result is one line.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars. "…" replaces the rest of longer text.
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

extension String {
    /// Use this method for text from other programs, because a terminal interprets control characters.
    ///
    /// The result is a single line of at most `limit` Unicode scalars.
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

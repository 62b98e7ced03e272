/// The parser of a format.
struct NumberParser<Value> {
    enum Standing {
        /// A custom parser. A text for which it throws is refused.
        case judge
        /// A parser of Foundation, for texts that are no decimal numbers. It does not parse decimal numbers, because it
        /// refuses half of the values of UInt64, and its own narrow currency symbols.
        case interpreter
        /// A `NumberFormatter`, used if the format has no scale.
        case lastResort
    }

    let standing: Standing
    /// Parses the beginning of a text, as Foundation's parsers do.
    ///
    /// Returns `nil` if no number begins the text.
    let value: (String) -> Value?
}

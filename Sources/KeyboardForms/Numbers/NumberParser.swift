/// The parser of a format.
struct NumberParser<Value> {
    enum Standing {
        /// A custom parser.
        ///
        /// Text for which the parser throws is refused.
        case judge
        /// A parser of Foundation, for text that isn't a decimal number.
        ///
        /// The parser is not used for decimal numbers, because it refuses half of the values of `UInt64`, and the
        /// narrow currency symbols that Foundation itself writes.
        case interpreter
        /// A `NumberFormatter`, used if the format has no scale.
        case lastResort
    }

    let standing: Standing
    /// Parses the beginning of the text, as Foundation's parsers do.
    ///
    /// The closure returns `nil` if the text does not begin with a number.
    let value: (String) -> Value?
}

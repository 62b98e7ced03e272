/// What a format itself makes of a text.
struct NumberParser<Value> {
    enum Standing {
        /// One's own: what it throws for is refused, whatever we read.
        case judge
        /// Foundation's: knows texts that are no decimal numbers to us. Not asked about those that are, for it refuses
        /// half of what UInt64 holds, and its own narrow currencies.
        case interpreter
        /// Foundation's formatter: asked where nothing else is known.
        case lastResort
    }

    let standing: Standing
    /// Reads as far as it can, as Foundation's parsers do; `nil` where it cannot at all.
    let value: (String) -> Value?
}

extension NumericTextField {
    /// Puts a number behind a field, and shows it there.
    ///
    /// - Parameters:
    ///   - field: where it is typed. A field takes one number: the last one that was put there.
    ///   - title: what the number is, for people.
    ///   - value: the value that is shown and set.
    ///   - format: how it is written and read.
    ///   - keyboardType: which keys it wants; the field's own where `nil`.
    ///   - range: what may be typed; anything where `nil`. An infinite end is no end.
    ///   - step: by how much numbers may differ from the range's lower end, or from 0 where it has none. 0 and less is
    ///     no step.
    ///   - update: when the value is set.
    public convenience init(
        _ field: any FormField,
        title: String,
        value: BoundValue<Value>,
        format: NumericFormat<Value>,
        keyboardType: KeyboardType? = .decimalPad,
        range: ClosedRange<Value>? = nil,
        step: Value? = nil,
        update: Update = .onCommit
    ) {
        let range = NumericRange(lowest: range?.lowerBound, highest: range?.upperBound)
        let limits = NumericLimits(range: range, step: step, format: format)
        self.init(field, title: title, bound: value, format: format, limits: limits, update: update, keyboardType)
    }

    /// Puts a number that may be as great as it likes behind a field, and shows it there: `range: 0...`. An infinite
    /// end is no end. All else is as in the initialiser with a closed range.
    public convenience init(
        _ field: any FormField,
        title: String,
        value: BoundValue<Value>,
        format: NumericFormat<Value>,
        keyboardType: KeyboardType? = .decimalPad,
        range: PartialRangeFrom<Value>,
        step: Value? = nil,
        update: Update = .onCommit
    ) {
        let limits = NumericLimits(range: NumericRange(lowest: range.lowerBound), step: step, format: format)
        self.init(field, title: title, bound: value, format: format, limits: limits, update: update, keyboardType)
    }

    /// Puts a number that may be as little as it likes behind a field, and shows it there: `range: ...100`. An infinite
    /// end is no end, and steps begin at 0. All else is as in the initialiser with a closed range.
    public convenience init(
        _ field: any FormField,
        title: String,
        value: BoundValue<Value>,
        format: NumericFormat<Value>,
        keyboardType: KeyboardType? = .decimalPad,
        range: PartialRangeThrough<Value>,
        step: Value? = nil,
        update: Update = .onCommit
    ) {
        let limits = NumericLimits(range: NumericRange(highest: range.upperBound), step: step, format: format)
        self.init(field, title: title, bound: value, format: format, limits: limits, update: update, keyboardType)
    }
}

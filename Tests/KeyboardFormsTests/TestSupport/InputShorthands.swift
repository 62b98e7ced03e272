import KeyboardForms

extension ValueInput {
    /// A value without a title.
    convenience init(
        _ field: any FormField,
        _ value: BoundValue<Value>,
        _ format: ValueFormat<Value>,
        placeholder: String? = nil,
        update: Update = .onCommit
    ) {
        self.init(field, title: "", value: value, format: format, placeholder: placeholder, update: update)
    }
}

extension NumberInput {
    /// A number without a title.
    convenience init(
        _ field: any FormField,
        _ value: BoundValue<Value>,
        _ format: NumericFormat<Value>,
        keyboardType: KeyboardType? = .decimalPad,
        range: (any InclusiveRange<Value>)? = nil,
        step: Value? = nil,
        update: Update = .onCommit
    ) {
        self.init(
            field,
            title: "",
            value: value,
            format: format,
            keyboardType: keyboardType,
            range: range,
            step: step,
            update: update
        )
    }
}

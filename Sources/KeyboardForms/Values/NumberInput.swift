/// A number that a text field shows and sets.
///
/// ```swift
/// budgetInput = NumberInput(
///     budgetField, title: "Monthly budget",
///     value: .of(self, \.budget),
///     format: .style(.currency(code: "EUR"), locale: locale),
///     range: 0...10_000
/// )
/// ```
///
/// A `NumberInput` is a ``ValueInput`` with a ``NumericFormat``. The whole text must be a number, with or without the
/// format's symbol. When the focus leaves the field, the field replaces a refused text with the unchanged number
/// (``ValueInput/revertsRefusedText``).
@MainActor
public final class NumberInput<Value: Numeric & Comparable>: ValueInput<Value> {
    /// Connects a number to a field, and shows the number in the field.
    ///
    /// - Parameters:
    ///   - field: The field, held weakly. If the field already has a value input, the new value input replaces it.
    ///   - title: The name of the number, for error messages and screen readers. If the string is empty, the number has
    ///     no name.
    ///   - value: The value that the field shows and sets.
    ///   - format: The format of the number.
    ///   - keyboardType: The keys that the field needs. If the parameter is `nil`, the field keeps its keyboard type.
    ///   - placeholder: The text that an empty field shows. If the parameter is `nil`, the field keeps its placeholder.
    ///   - range: The accepted numbers, such as `0...10`, `0...` or `...10`. If the parameter is `nil`, all numbers are
    ///     accepted. An infinite bound is ignored.
    ///   - step: The distance between successive accepted numbers. The steps begin at the lowest number that the range
    ///     and the format accept. If there is no lowest number, the steps begin at 0. A step of 0 or less is ignored.
    ///   - update: Whether the field sets the value only at a commit, or also while a person types.
    public init(
        _ field: any FormField,
        title: String,
        value: BoundValue<Value>,
        format: NumericFormat<Value>,
        keyboardType: KeyboardType? = .decimalPad,
        placeholder: String? = nil,
        range: (any InclusiveRange<Value>)? = nil,
        step: Value? = nil,
        update: Update = .onCommit
    ) {
        super.init(
            field,
            title: title,
            value: value,
            format: .number(format, range: range, step: step),
            keyboardType: keyboardType,
            placeholder: placeholder,
            update: update
        )
        revertsRefusedText = true
    }
}

public import Observation

/// A number that a text field shows and sets.
///
/// ```swift
/// budgetInput = NumericTextField(
///     budgetField, title: "Monthly budget",
///     value: .of(self, \.budget),
///     format: .style(.currency(code: "EUR"), locale: locale),
///     range: 0...10_000
/// )
/// ```
///
/// The field shows the formatted value. The value is set when the return key is tapped and when the focus leaves the
/// field. Therefore input on keyboards without a return key is also kept. In ``Update/live`` mode, the value is also
/// set at each change of the text.
///
/// The whole text must be a number, with or without the format's symbol. Text that is not a valid number does not
/// change the value. At a commit, the formatted value then replaces the invalid text, and ``error`` contains the
/// reason. Text that was not edited is not parsed, and the value keeps digits that the text does not show.
///
/// The screen retains the `NumericTextField`, the `NumericTextField` retains the field, and the field holds the
/// `NumericTextField` weakly. ``error`` is observable.
@MainActor
@Observable
public final class NumericTextField<Value: Numeric & Comparable>: ValueField {
    /// The times at which the value is set.
    public enum Update: Sendable, Hashable {
        /// The value is set when the return key is tapped, and when the focus leaves the field.
        case onCommit
        /// The value is set at each change of the text that results in a valid number, and at a commit.
        case live
    }

    /// The name of the number, or an empty string.
    ///
    /// Error sentences begin with the title. The title is also the field's ``FormField/accessibilityLabel``.
    public let title: String

    /// The field that shows the number.
    ///
    /// The `NumericTextField` retains it.
    public let field: any FormField

    /// The times at which the value is set.
    public let update: Update

    /// The reason that the latest text was refused; `nil` if the text was not refused.
    ///
    /// The next change of the text sets it to `nil`.
    public private(set) var error: NumericInputError?

    private let bound: BoundValue<Value>
    private let limits: NumericLimits<Value>
    private let format: NumericFormat<Value>
    /// The last text that the field showed, and the value of that text.
    @ObservationIgnored private var shown: (text: String, value: Value?) = ("", nil)
    @ObservationIgnored private var lastText = ""
    @ObservationIgnored private var isEdited = false
    @ObservationIgnored private var isShowing = false

    private init(
        _ field: any FormField,
        title: String,
        value: BoundValue<Value>,
        format: NumericFormat<Value>,
        keyboardType: KeyboardType?,
        limits: NumericRange<Value>,
        step: Value?,
        update: Update
    ) {
        self.field = field
        self.title = title
        self.update = update
        self.format = format
        bound = value
        self.limits = NumericLimits(range: limits, step: step, format: format)
        if let keyboardType { field.keyboardType = keyboardType }
        if !title.isEmpty { field.accessibilityLabel = title }
        field.formState.valueField = self
        show()
    }

    /// Connects a number to a field, and shows the number in it.
    ///
    /// - Parameters:
    ///   - field: The field. A field shows only the number that was connected last.
    ///   - title: The name of the number, for error sentences and screen readers. An empty string means that the number
    ///     has no name.
    ///   - value: The value that the field shows and sets.
    ///   - format: The format of the number.
    ///   - keyboardType: The keys that the field needs. If it is `nil`, the field's keyboard type is not changed.
    ///   - range: The accepted numbers. If it is `nil`, all numbers are accepted. An infinite bound is ignored.
    ///   - step: The distance between two accepted numbers, counted from the range's lower bound, or from 0 if there is
    ///     no lower bound. A step of 0 or less is ignored.
    ///   - update: The times at which the value is set.
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
        self.init(
            field,
            title: title,
            value: value,
            format: format,
            keyboardType: keyboardType,
            limits: NumericRange(lowest: range?.lowerBound, highest: range?.upperBound),
            step: step,
            update: update
        )
    }

    /// Connects a number with a lower bound to a field, and shows the number in it.
    ///
    /// - Parameters:
    ///   - field: The field. A field shows only the number that was connected last.
    ///   - title: The name of the number, for error sentences and screen readers. An empty string means that the number
    ///     has no name.
    ///   - value: The value that the field shows and sets.
    ///   - format: The format of the number.
    ///   - keyboardType: The keys that the field needs. If it is `nil`, the field's keyboard type is not changed.
    ///   - range: The accepted numbers, such as `0...`. An infinite bound is ignored.
    ///   - step: The distance between two accepted numbers, counted from the range's lower bound. A step of 0 or less
    ///     is ignored.
    ///   - update: The times at which the value is set.
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
        self.init(
            field,
            title: title,
            value: value,
            format: format,
            keyboardType: keyboardType,
            limits: NumericRange(lowest: range.lowerBound),
            step: step,
            update: update
        )
    }

    /// Connects a number with an upper bound to a field, and shows the number in it.
    ///
    /// - Parameters:
    ///   - field: The field. A field shows only the number that was connected last.
    ///   - title: The name of the number, for error sentences and screen readers. An empty string means that the number
    ///     has no name.
    ///   - value: The value that the field shows and sets.
    ///   - format: The format of the number.
    ///   - keyboardType: The keys that the field needs. If it is `nil`, the field's keyboard type is not changed.
    ///   - range: The accepted numbers, such as `...100`. An infinite bound is ignored.
    ///   - step: The distance between two accepted numbers, counted from 0. A step of 0 or less is ignored.
    ///   - update: The times at which the value is set.
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
        self.init(
            field,
            title: title,
            value: value,
            format: format,
            keyboardType: keyboardType,
            limits: NumericRange(highest: range.upperBound),
            step: step,
            update: update
        )
    }

    /// The current value.
    ///
    /// The property is `nil` if there is no value or if the owner of the value was deallocated.
    public var value: Value? {
        bound.get()
    }

    /// Shows the value after the app has changed it.
    ///
    /// Text that was edited and not committed is discarded, and ``error`` is set to `nil`.
    public func refresh() {
        error = nil
        show()
    }

    /// Sets the value to the number in the text.
    ///
    /// The field calls this method when the return key is tapped and when the focus leaves the field.
    ///
    /// - Returns: Whether the text was valid or not edited. If the text was not valid, the field shows the value again,
    ///   and ``error`` contains the reason.
    @discardableResult
    public func commit() -> Bool {
        // A field may have changed its text without reporting the change.
        textDidChange()
        guard isEdited else { return true }
        let isValid = setValueFromText()
        show()
        return isValid
    }

    package func textDidChange() {
        guard !isShowing, field.text != lastText else { return }
        lastText = field.text
        isEdited = true
        error = nil
        if update == .live { setValueFromText() }
    }

    @discardableResult
    private func setValueFromText() -> Bool {
        do throws(NumericInputError) {
            // The value may have digits that its text does not show.
            let value = field.text == shown.text ? shown.value : try parse(field.text)
            error = nil
            if value != bound.get() { bound.set(value) }
            return true
        } catch {
            self.error = error
            return false
        }
    }

    private func parse(_ text: String) throws(NumericInputError) -> Value? {
        let reason: NumericInputError.Reason
        switch format.read(text) {
        case .value(let value):
            guard let violation = limits.violation(by: value, text) else { return value }
            reason = violation
        case .empty:
            if bound.isOptional { return nil }
            reason = .empty
        case .notANumber:
            reason = .notANumber(text: text, example: limits.example)
        case .notRepresentable:
            reason = .notRepresentable(text: text)
        }
        throw NumericInputError(reason, title: title)
    }

    private func show() {
        let value = bound.get()
        shown = (value.map(format.string) ?? "", value)
        // The field reports this change immediately. The change isn't an edit.
        isShowing = true
        if field.text != shown.text { field.text = shown.text }
        isShowing = false
        lastText = field.text
        isEdited = false
    }
}

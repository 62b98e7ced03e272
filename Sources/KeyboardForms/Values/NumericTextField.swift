public import Observation

/// A number behind a field's text: shown formatted, taken over when the person has finished, and never lost.
///
/// ```swift
/// budget = NumericTextField(
///     budgetField, title: "Monthly budget",
///     value: .of(self, \.budget),
///     format: .style(.currency(code: "EUR"), locale: locale),
///     range: 0...10_000
/// )
/// ```
///
/// The value is set on return and when the focus leaves, so that nothing is lost where keys have no return; in
/// ``Update/live`` mode with each character as well. The whole text must be a number, with the format's symbol or
/// without. What cannot be taken leaves the value alone; at a commit the value's text comes back, and ``error`` says
/// what was wrong. A text that nobody has touched is not read: the value keeps the digits that the text does not show.
///
/// A screen keeps it, it keeps the field, and the field knows it weakly. ``error`` can be observed.
@MainActor
@Observable
public final class NumericTextField<Value: Numeric & Comparable>: ValueField {
    /// When the value is set.
    public enum Update: Sendable, Hashable {
        /// On return, and when the focus leaves.
        case onCommit
        /// With each change of the text that makes a number in range, and at a commit.
        case live
    }

    /// What the number is, for people.
    public let title: String

    /// Where it is typed. Held.
    public let field: any FormField

    /// When the value is set.
    public let update: Update

    /// What was wrong with the text that was typed last; `nil` where nothing was. Gone when the person types on.
    public private(set) var error: NumericInputError?

    private let bound: BoundValue<Value>
    private let limits: NumericLimits<Value>
    private let format: NumericFormat<Value>
    /// What was shown last, and the value that it stands for.
    @ObservationIgnored private var shown: (text: String, value: Value?) = ("", nil)
    @ObservationIgnored private var lastText = ""
    @ObservationIgnored private var isTouched = false
    @ObservationIgnored private var isShowing = false

    init(
        _ field: any FormField,
        title: String,
        bound: BoundValue<Value>,
        format: NumericFormat<Value>,
        limits: NumericLimits<Value>,
        update: Update,
        _ keyboardType: KeyboardType?
    ) {
        self.field = field
        self.title = title
        self.update = update
        self.format = format
        self.bound = bound
        self.limits = limits
        if let keyboardType { field.keyboardType = keyboardType }
        field.formState.valueField = self
        show()
    }

    /// The value as it is now.
    public var value: Value? {
        bound.get()
    }

    /// Shows the value again, after the app has changed it. What was typed and not taken is gone, and ``error`` with
    /// it.
    public func refresh() {
        error = nil
        show()
    }

    /// Takes what was typed for the value. Called by itself on return and when the focus leaves.
    ///
    /// - Returns: whether it could be taken, or nothing was typed. Otherwise the value's text is back, and ``error``
    ///   says why.
    @discardableResult
    public func commit() -> Bool {
        // A field that has not told of its last change must not lose it.
        textDidChange()
        guard isTouched else { return true }
        let taken = take()
        show()
        return taken
    }

    func textDidChange() {
        guard !isShowing, field.text != lastText else { return }
        lastText = field.text
        isTouched = true
        error = nil
        if update == .live { take() }
    }

    @discardableResult
    private func take() -> Bool {
        do throws(NumericInputError) {
            // The value may have digits that its text does not show.
            let value = field.text == shown.text ? shown.value : try read(field.text)
            error = nil
            if value != bound.get() { bound.set(value) }
            return true
        } catch {
            self.error = error
            return false
        }
    }

    private func read(_ text: String) throws(NumericInputError) -> Value? {
        switch format.read(text) {
        case .value(let value):
            try limits.check(value, text)
            return value
        case .empty:
            guard bound.isOptional else { throw .empty }
            return nil
        case .notANumber:
            throw .notANumber(text: text, example: limits.example)
        case .notRepresentable:
            throw .notRepresentable(text: text)
        }
    }

    private func show() {
        let value = bound.get()
        shown = (value.map(format.string) ?? "", value)
        // The field tells of it at once, and nobody has typed it.
        isShowing = true
        if field.text != shown.text { field.text = shown.text }
        isShowing = false
        lastText = field.text
        isTouched = false
    }
}

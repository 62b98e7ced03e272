/// The value of a model, and the field's copy of the value.
@MainActor
final class FollowedValue<Value: Equatable> {
    private let bound: BoundValue<Value>
    /// The field's copy of the value; `read()` and `write(_:)` update the copy.
    private(set) var known: Value?
    /// The value before a person began to type; Escape restores this value.
    ///
    /// `beforeTyping` is `nil` if the typing has not changed the value.
    private(set) var beforeTyping: Value??
    /// Whether the field is setting the value now.
    ///
    /// While the field sets the value, the model can notify the field, or can store a different value.
    private(set) var isWriting = false

    init(_ bound: BoundValue<Value>) {
        self.bound = bound
    }

    var current: Value? { bound.get() }

    /// Whether an empty text sets the value to `nil`.
    var isOptional: Bool { bound.isOptional }

    /// Whether the value of the model differs from the field's copy.
    var hasChanged: Bool { !isSame(known, bound.get()) }

    /// Reads the value.
    ///
    /// - Returns: Whether the value has changed since the last call of `read()` or `write(_:)`.
    func read() -> Bool {
        let old = known
        known = bound.get()
        return !isSame(old, known)
    }

    /// Sets the value.
    ///
    /// - Returns: Whether `write(_:)` has set the value.
    func write(_ value: Value?) -> Bool {
        guard !isWriting, !isSame(value, known) else { return false }
        beforeTyping = beforeTyping ?? .some(known)
        isWriting = true
        bound.set(value)
        isWriting = false
        known = bound.get()
        if let beforeTyping, isSame(beforeTyping, known) { self.beforeTyping = nil }
        return true
    }

    /// Restores the value from before the typing.
    ///
    /// A newer value of the model stays.
    func restore() {
        if !hasChanged, let value = beforeTyping { _ = write(value) }
    }

    /// Discards `beforeTyping`, so that Escape no longer restores the earlier value.
    func keepTyped() {
        beforeTyping = nil
    }
}

/// Returns whether two values are equal.
///
/// The result is `true` for two NaN values, although NaN is not equal to itself.
func isSame<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    one == other || one != one && other != other
}

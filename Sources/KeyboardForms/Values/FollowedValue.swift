/// The value of a model, with the last value that a field has read or written.
@MainActor
final class FollowedValue<Value: Equatable> {
    private let bound: BoundValue<Value>
    /// The value at the field's last read or write.
    private(set) var known: Value?
    /// The value that Escape restores, if the typing has changed the value.
    private(set) var beforeTyping: Value??
    /// Whether the field is setting the value now.
    ///
    /// While the field sets the value, the model can report the change to the field. While the field sets the value,
    /// the model can also store another value.
    private(set) var isWriting = false

    init(_ bound: BoundValue<Value>) {
        self.bound = bound
    }

    /// The value that the model has now.
    var current: Value? { bound.get() }

    /// Whether an empty text sets the value to `nil`.
    var isOptional: Bool { bound.isOptional }

    /// Whether the model's value differs from the value that the field knows.
    var hasChanged: Bool { !isSame(known, bound.get()) }

    /// Reads the value.
    ///
    /// - Returns: Whether the value has changed.
    func read() -> Bool {
        let old = known
        known = bound.get()
        return !isSame(old, known)
    }

    /// Sets the value.
    ///
    /// - Returns: Whether the method has set the value.
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

    /// Forgets the value before the typing, so that Escape keeps the current value.
    func keepTyped() {
        beforeTyping = nil
    }
}

/// Whether two values are equal.
///
/// Some values, such as NaN, are not equal to themselves. Two such values count as equal.
private func isSame<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    one == other || one != one && other != other
}

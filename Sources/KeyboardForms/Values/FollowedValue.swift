@MainActor
final class FollowedValue<Value: Equatable> {
    private let bound: BoundValue<Value>
    /// The value after the latest `read()` or `write(_:)`.
    private(set) var known: Value?
    /// The value that Escape restores; `nil` if the typing has not changed the value.
    private(set) var beforeTyping: Value??
    /// Whether the field is setting the value.
    ///
    /// While the field sets the value, the model can notify the field or store a different value.
    private(set) var isWriting = false

    init(_ bound: BoundValue<Value>) {
        self.bound = bound
    }

    var current: Value? { bound.get() }

    var isOptional: Bool { bound.isOptional }

    var hasChanged: Bool { !isSame(known, bound.get()) }

    /// Reads the value, and returns whether it has changed since the previous call of `read()` or `write(_:)`.
    func read() -> Bool {
        let old = known
        known = bound.get()
        return !isSame(old, known)
    }

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

    /// If the value has changed since the latest `read()` or `write(_:)`, the method keeps the new value.
    func restore() {
        if !hasChanged, let value = beforeTyping { _ = write(value) }
    }

    /// After this call, Escape does not restore an earlier value.
    func keepTyped() {
        beforeTyping = nil
    }
}

/// Two NaN values count as the same value.
func isSame<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    one == other || one != one && other != other
}

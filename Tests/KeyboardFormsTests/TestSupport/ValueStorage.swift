import KeyboardForms

/// An optional value that a test binds to a field.
final class ValueStorage<Value: Equatable> {
    var value: Value?

    init(_ value: Value? = nil) { self.value = value }

    @MainActor
    var bound: BoundValue<Value> {
        BoundValue(get: { self.value }, set: { (value: Value?) in self.value = value })
    }
}

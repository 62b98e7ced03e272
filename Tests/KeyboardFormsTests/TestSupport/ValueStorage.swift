/// An optional value that a test binds to a field.
final class ValueStorage<Value> {
    var value: Value?
}

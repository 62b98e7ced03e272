/// A value that a field shows and changes, such as a property of a screen or of a model.
///
/// ```swift
/// BoundValue.of(self, \.budget)
/// ```
///
/// If the value belongs to an `Observable` model, the field shows changes of the model.
@MainActor
public struct BoundValue<Value: Equatable> {
    let isOptional: Bool
    /// Returns `nil` if the value is `nil`, or if the owner of the value was deallocated.
    let get: @MainActor () -> Value?
    let set: @MainActor (Value?) -> Void

    /// Binds an optional value with two closures.
    ///
    /// An empty field sets the value to `nil`. The value input retains the closures, so capture the owner weakly.
    ///
    /// - Parameters:
    ///   - get: A closure that returns the value.
    ///   - set: A closure that sets the value.
    public init(get: @escaping @MainActor () -> Value?, set: @escaping @MainActor (Value?) -> Void) {
        isOptional = true
        self.get = get
        self.set = set
    }

    /// Binds a non-optional value with two closures.
    ///
    /// If the format cannot parse an empty text, the field refuses this text. The value input retains the closures, so
    /// capture the owner weakly.
    ///
    /// - Parameters:
    ///   - get: A closure that returns the value, or `nil` if the owner was deallocated.
    ///   - set: A closure that sets the value.
    public init(get: @escaping @MainActor () -> Value?, set: @escaping @MainActor (Value) -> Void) {
        isOptional = false
        self.get = get
        self.set = { if let value = $0 { set(value) } }
    }

    /// Binds an optional property of an object.
    ///
    /// An empty field sets the value to `nil`.
    ///
    /// - Parameters:
    ///   - owner: The object, held weakly.
    ///   - keyPath: The property.
    /// - Returns: The bound value.
    public static func of<Owner: AnyObject>(
        _ owner: Owner,
        _ keyPath: ReferenceWritableKeyPath<Owner, Value?>
    ) -> BoundValue {
        BoundValue(
            get: { [weak owner] in owner?[keyPath: keyPath] },
            set: { [weak owner] (value: Value?) in owner?[keyPath: keyPath] = value }
        )
    }

    /// Binds a non-optional property of an object.
    ///
    /// If the format cannot parse an empty text, the field refuses this text.
    ///
    /// - Parameters:
    ///   - owner: The object, held weakly.
    ///   - keyPath: The property.
    /// - Returns: The bound value.
    public static func of<Owner: AnyObject>(
        _ owner: Owner,
        _ keyPath: ReferenceWritableKeyPath<Owner, Value>
    ) -> BoundValue {
        BoundValue(
            get: { [weak owner] in owner?[keyPath: keyPath] },
            set: { [weak owner] (value: Value) in owner?[keyPath: keyPath] = value }
        )
    }
}

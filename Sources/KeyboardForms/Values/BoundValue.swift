/// A value of a screen's, or of its model's, that a field shows and changes.
///
/// ```swift
/// BoundValue.of(self, \.budget)
/// ```
@MainActor
public struct BoundValue<Value: Numeric & Comparable> {
    let isOptional: Bool
    /// `nil` where there is no value, or no owner any more.
    let get: @MainActor () -> Value?
    let set: @MainActor (Value?) -> Void

    /// A value that may be absent: an empty field takes it away.
    ///
    /// The closures are kept as long as the field's value: one that needs the owner should hold it weakly.
    public init(get: @escaping @MainActor () -> Value?, set: @escaping @MainActor (Value?) -> Void) {
        isOptional = true
        self.get = get
        self.set = set
    }

    /// A value that is always there: an empty field is refused.
    ///
    /// The closures are kept as long as the field's value: one that needs the owner should hold it weakly. `get` tells
    /// `nil` where the owner is gone.
    public init(get: @escaping @MainActor () -> Value?, set: @escaping @MainActor (Value) -> Void) {
        isOptional = false
        self.get = get
        self.set = { if let value = $0 { set(value) } }
    }

    /// A value that may be absent: an empty field takes it away. Weak on its owner.
    public static func of<Owner: AnyObject>(
        _ owner: Owner,
        _ keyPath: ReferenceWritableKeyPath<Owner, Value?>
    ) -> BoundValue {
        BoundValue(
            get: { [weak owner] in owner?[keyPath: keyPath] },
            set: { [weak owner] (value: Value?) in owner?[keyPath: keyPath] = value }
        )
    }

    /// A value that is always there: an empty field is refused. Weak on its owner.
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

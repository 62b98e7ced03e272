/// A value of a screen's, or of its model's, that a field shows and changes. Weak on its owner.
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
    public static func of<Owner: AnyObject>(
        _ owner: Owner,
        _ keyPath: ReferenceWritableKeyPath<Owner, Value?>
    ) -> BoundValue {
        BoundValue(
            isOptional: true,
            get: { [weak owner] in owner?[keyPath: keyPath] },
            set: { [weak owner] in owner?[keyPath: keyPath] = $0 }
        )
    }

    /// A value that is always there: an empty field is refused.
    public static func of<Owner: AnyObject>(
        _ owner: Owner,
        _ keyPath: ReferenceWritableKeyPath<Owner, Value>
    ) -> BoundValue {
        BoundValue(
            isOptional: false,
            get: { [weak owner] in owner?[keyPath: keyPath] },
            set: { [weak owner] in if let value = $0 { owner?[keyPath: keyPath] = value } }
        )
    }
}

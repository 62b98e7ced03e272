/// A part of a form that holds fields and further containers, in the order in which the focus goes through them.
///
/// Held weakly by the orders that it is in.
@MainActor
public protocol FormContainer: FormElement {
    /// What it holds, in order. Asked again after ``containerDidChange()``.
    var formElements: [any FormElement] { get }

    /// Whether next and previous never leave it, nor come in from outside: a sheet, a dialog. `false` unless written.
    var isFocusGroup: Bool { get }
}

extension FormContainer {
    public var isFocusGroup: Bool { false }

    /// Call it when the container's elements, or whether it is hidden, changed. O(n) an order of n fields.
    public func containerDidChange() {
        for order in formNode.orders { order.structureDidChange() }
    }
}

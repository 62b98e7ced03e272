/// A part of a form: a field, or a container of fields.
@MainActor
public protocol FormElement: AnyObject {
    /// What forms know of this element. One stored line: `let formNode = FormNode()`.
    var formNode: FormNode { get }

    /// Whether it is hidden itself.
    var isHidden: Bool { get }
}

/// A link from one field to another, as plain data.
struct FormLink {
    weak var target: (any FormField)?
    /// The field with a link to this field.
    ///
    /// If several links lead to the field, this is the source of the latest one.
    weak var source: FormElementState?
    /// Whether a registration created the link, as opposed to the app.
    var isRegistered = false
    /// Whether the field has a place in a chain.
    ///
    /// The last field of a chain has a place, but no target.
    var isSet = false
}

extension FormElementState {
    /// Replaces the link of the field.
    ///
    /// The target of the old link loses its place as the last field of a chain, and the field keeps its own place while
    /// the link of another field leads to it.
    ///
    /// - Returns: The state of the old target, if there is one.
    @discardableResult
    func setLink(
        _ direction: FocusDirection,
        to target: (any FormField)?,
        isRegistered: Bool
    ) -> [FormElementState] {
        let old = self[link: direction].target?.formState
        if let old, old[link: direction].source === self {
            old[link: direction].source = nil
            if old[link: direction].target == nil { old[link: direction].isSet = false }
        }
        self[link: direction].target = target
        self[link: direction].isRegistered = isRegistered
        self[link: direction].isSet = isRegistered || target != nil
        target?.formState[link: direction].source = self
        return old.map { [$0] } ?? []
    }
}
